// Ratings by Glicko: M. E. Glickman, Parameter estimation in large dynamic paired comparison experiments,
// Applied Statistics 48 (1999). Each puzzle is a rating period of one game, against an opponent whose
// rating is known.

/** @typedef {{rating: number, deviation: number}} Rating  both in Elo */

/** @type {Rating} */
export const NEW = { rating: 1200, deviation: 350 };
/** However many puzzles are solved, a rating goes on to follow its owner. */
const LEAST_DEVIATION = 60;
const Q = Math.log(10) / 400;

/** The rating after a puzzle. @param {Rating} before @param {number} puzzle its rating @param {0 | 1} score */
export function rated({ rating, deviation }, puzzle, score) {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  const precision = 1 / deviation ** 2 + Q ** 2 * expected * (1 - expected);
  return {
    rating: rating + (Q / precision) * (score - expected),
    deviation: Math.max(LEAST_DEVIATION, Math.sqrt(1 / precision)),
  };
}
