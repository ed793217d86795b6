// The judgement of a move, from the values before and after it and from what the solver proved.

import { classOf } from '../game/classes.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../game/values.js').Value} Value */
/** @typedef {import('../game/classes.js').Judgement} Judgement */

/** A proved mistake gives away at least so much. */
const PROVED_LOSS = 0.25;
/** A win is no missed one while the search sees so little less than a win. */
const KEPT_LOSS = 0.05;

/**
 * @param {object} about
 * @param {Side} about.mover
 * @param {Value} about.from the value before the move
 * @param {Value} about.to the value after it
 * @param {number | null} about.best the best move
 * @param {number} about.played
 * @param {number[] | null} about.missed the mover's proved win that the move gave away
 * @param {number[] | null} about.allowed the opponent's proved win that the move allows
 * @returns {Judgement}
 */
export function judge({ mover, from, to, best, played, missed, allowed }) {
  const chance = (/** @type {Value} */ value) => (mover === 'black' ? value.black : 1 - value.black);
  const lost = Math.max(0, chance(from) - chance(to));
  const isMissed = missed !== null && lost >= KEPT_LOSS;
  const proof = isMissed ? missed : allowed && played !== best ? allowed : null;
  if (proof) {
    const loss = Math.max(lost, PROVED_LOSS);
    const proved = isMissed ? 'missed win' : 'losing move';
    return { name: classOf(loss), loss, best: isMissed ? proof[0] : best, proved, proof };
  }
  // The value after the best move differs only by the depth of its search.
  const loss = played === best ? 0 : lost;
  return { name: classOf(loss), loss, best, proved: null, proof: [] };
}
