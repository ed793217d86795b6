// The set of puzzles to begin with: a file for each rule, which scripts/puzzles.py makes.

/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('./puzzle.js').Puzzle} Puzzle */
/** @typedef {'any' | 'easy' | 'medium' | 'hard'} Difficulty */

const SIZE = { width: 15, height: 15 };
/** @type {Difficulty[]} */
const THIRDS = ['easy', 'medium', 'hard'];

/** The puzzles of a file: rating, position and win in a line, the easiest first. @param {string} text @param {Rule} rule @returns {Puzzle[]} */
export function parseSet(text, rule) {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [rating, moves, win] = line.split(' ');
      const side = cellsOf(moves).length % 2 === 0 ? 'black' : 'white';
      return { rule, size: SIZE, moves, side, line: cellsOf(win), state: 'new', rating: Number(rating) };
    });
}

/** @param {string} pos */
const cellsOf = (pos) => pos.match(/[a-z]+\d+/g) ?? [];

/** @param {Rule} rule */
export const setFile = (rule) => `puzzles/set/${rule}.txt`;

/** @param {Rule} rule */
export async function loadSet(rule) {
  const response = await fetch(setFile(rule));
  if (!response.ok) throw new Error(response.statusText);
  return parseSet(await response.text(), rule);
}

/** A third of a set that is sorted by rating, or all of it. @param {readonly Puzzle[]} set @param {Difficulty} difficulty */
export function ofDifficulty(set, difficulty) {
  const third = THIRDS.indexOf(difficulty);
  if (third < 0) return [...set];
  return set.slice(Math.floor((third * set.length) / 3), Math.floor(((third + 1) * set.length) / 3));
}

/** The number of a day of the calendar. @param {Date} date */
export const dayOf = (date) => Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/**
 * Which of `count` puzzles is that of a day: each comes once before any comes again, and neighbours in
 * rating are far apart.
 * @param {number} day @param {number} count
 */
export function dailyIndex(day, count) {
  // The golden section spreads best; without a common divisor the steps meet every puzzle.
  let step = Math.max(1, Math.round(count * 0.618));
  while (commonDivisor(step, count) !== 1) step++;
  return (day * step) % count;
}

/** The greatest one. @param {number} a @param {number} b @returns {number} */
const commonDivisor = (a, b) => (b === 0 ? a : commonDivisor(b, a % b));
