// One puzzle.

import { parsePos } from '../game/cells.js';
import { message } from '../messages.js';

/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('../game/cells.js').Size} Size */
/** @typedef {import('../engine/types.js').Color} Side */

/**
 * @typedef {object} Puzzle
 * @property {Rule} rule
 * @property {Size} size
 * @property {string} moves the position, as a pos string
 * @property {Side} side who moves and wins
 * @property {string[]} line the proved win
 * @property {'new' | 'solved' | 'failed'} state
 * @property {number} [rating] in Elo, of those of the set
 */

/** The moves of a puzzle's position. @param {Puzzle} puzzle */
export const movesOf = ({ moves, size }) => parsePos(moves, size);

/** A puzzle in words. @param {Puzzle} puzzle */
export function taskOf({ side, line, rule }) {
  return message(`puzzles.task-${side}`, { count: Math.ceil(line.length / 2), rule: message(`rule.${rule}`) });
}
