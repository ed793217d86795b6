// Sentences about cells, fouls and results, for labels, messages and the screen reader.

import { cellName, parseCell } from '../game/cells.js';

/** @typedef {import('../game/cells.js').Size} Size */
/** @typedef {import('../game/cells.js').Coords} Coords */
/** @typedef {import('../engine/types.js').ForbiddenPoint} ForbiddenPoint */
/** @typedef {import('../game/game.js').Stone} Stone */
/** @typedef {import('../game/referee.js').Facts} Facts */

/** A kind of foul or threat in words. @param {string | null | undefined} kind */
export const words = (kind) =>
  kind === 'four-plus' ? 'four and more' : kind === 'three-plus' ? 'three and more' : (kind ?? '').replace('-', ' ');

/** What helps to see a line move by move. */
export const HOW_TO_STEP = 'The arrows go through it move by move.';

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a cell in running text: with coordinates off, those from the top. @param {number} cell @param {Size} size @param {Coords} coords */
export const spoken = (cell, size, coords) => cellName(cell, size, coords === 'off' ? 'top' : coords);

/** A move: its cell, `pass`, or that stones are set up. @param {import('../game/tree.js').Node} node @param {Size} size @param {Coords} coords */
export function moveText({ cell, side, notes }, size, coords) {
  return cell >= 0 ? spoken(cell, size, coords) : side ? 'pass' : notes.setup ? 'set up' : 'note';
}

/**
 * A cell for the screen reader: `h8, black, move 1, last move`, `h8, empty, forbidden: double three`.
 * @param {number} cell
 * @param {{size: Size, coords: Coords, stone?: Stone, last: boolean, facts?: Facts, notes?: string[]}} about
 */
export function cellLabel(cell, { size, coords, stone, last, facts, notes = [] }) {
  const parts = [spoken(cell, size, coords)];
  if (stone) {
    parts.push(stone.side, stone.number > 0 ? `move ${stone.number}` : 'set up');
    if (last) parts.push('last move');
    if (facts?.over?.line.includes(cell)) parts.push('in the winning line');
  } else {
    parts.push('empty');
    const foul = facts?.forbidden.get(cell);
    if (foul) parts.push(`forbidden: ${words(foul.kind)}`);
  }
  return [...parts, ...notes].join(', ');
}

/**
 * Why a point is forbidden, line by line.
 * @param {ForbiddenPoint} point @param {Size} size @param {Coords} coords
 */
export function foulText(point, size, coords) {
  const name = (/** @type {string} */ cell) => spoken(parseCell(cell, size) ?? 0, size, coords);
  const lines = point.lines.map(({ shape, direction, stones, completedBy }) => {
    const end = shape === 'four' ? 'five at' : 'open four at';
    const completed = shape === 'overline' ? '' : `, ${end} ${completedBy.map(name).join(' ')}`;
    return `${shape} ${stones.map(name).join(' ')} (${direction})${completed}`;
  });
  return { title: `${name(point.cell)} is forbidden for Black: ${words(point.kind)}`, lines };
}

/**
 * How a game ended.
 * @param {NonNullable<Facts['over']>} over
 */
export function resultText({ winner, reason }) {
  if (winner === null) return 'Draw: the board is full';
  if (reason === 'five') return `${capital(winner)} wins with five in a row`;
  if (reason === 'no move') return `${capital(winner)} wins: Black has no move that renju allows`;
  return `${capital(winner)} wins: Black’s move is forbidden, ${words(reason)}`;
}

/** A chance to win; all or nothing is what is proved alone. @param {number | null | undefined} rate */
export function percent(rate) {
  if (rate === null || rate === undefined) return '–';
  const rounded = Math.round(rate * 100);
  return rounded === 100 ? '>99 %' : rounded === 0 ? '<1 %' : `${rounded} %`;
}

/**
 * A value for the side to move: a win or loss in this many moves, else its chance to win.
 * @param {{winrate?: number | null, mate?: number | null}} value
 */
export function valueText({ winrate, mate }) {
  if (mate) return `${mate > 0 ? 'wins' : 'loses'} in ${Math.ceil(Math.abs(mate) / 2)}`;
  return percent(winrate);
}

/** Who is better, for the eye and the ear. @param {import('../game/values.js').Value} value */
export function balanceText({ black, winner, plies }) {
  if (winner) return plies === 0 ? `${capital(winner)} has won` : `${capital(winner)} wins in ${Math.ceil(plies / 2)}`;
  return black >= 0.5 ? `Black ${percent(black)}` : `White ${percent(1 - black)}`;
}
