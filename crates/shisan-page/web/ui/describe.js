// Sentences about cells, fouls and results, for labels, messages and the screen reader.

import { cellName, parseCell } from '../game/cells.js';
import { PERCENT, message, number } from '../messages.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../game/cells.js').Size} Size */
/** @typedef {import('../game/cells.js').Coords} Coords */
/** @typedef {import('../engine/types.js').ForbiddenPoint} ForbiddenPoint */
/** @typedef {import('../game/game.js').Stone} Stone */
/** @typedef {import('../game/referee.js').Facts} Facts */
/** @typedef {import('../messages.js').Key} Key */

/** A kind of foul or threat in words. @param {string} kind */
export const words = (kind) => message(/** @type {Key} */ (`kind.${kind}`));

/** @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** The name of a cell in running text: with coordinates off, those from the top. @param {number} cell @param {Size} size @param {Coords} coords */
export const spoken = (cell, size, coords) => cellName(cell, size, coords === 'off' ? 'top' : coords);

/** A move: its cell, `pass`, or that stones are set up. @param {import('../game/tree.js').Node} node @param {Size} size @param {Coords} coords */
export function moveText({ cell, side, notes }, size, coords) {
  if (cell >= 0) return spoken(cell, size, coords);
  return message(side ? 'moves.pass' : notes.setup ? 'moves.setup' : 'moves.note');
}

/** A stone: `black, move 1`. @param {Stone} stone */
export function stoneText({ side, number }) {
  return `${message(`cell.${side}`)}, ${number > 0 ? message('cell.move', { number }) : message('cell.setup')}`;
}

/**
 * A cell for the screen reader: `h8, black, move 1, last move`, `h8, empty, forbidden: double three`.
 * @param {number} cell
 * @param {{size: Size, coords: Coords, stone?: Stone, last: boolean, facts?: Facts, notes?: string[]}} about
 */
export function cellLabel(cell, { size, coords, stone, last, facts, notes = [] }) {
  const parts = [spoken(cell, size, coords)];
  if (stone) {
    parts.push(stoneText(stone));
    if (last) parts.push(message('cell.last'));
    if (facts?.over?.line.includes(cell)) parts.push(message('cell.winning'));
  } else {
    parts.push(message('cell.empty'));
    const foul = facts?.forbidden.get(cell);
    if (foul) parts.push(message('cell.forbidden', { kind: words(foul.kind ?? '') }));
  }
  return [...parts, ...notes].join(', ');
}

/**
 * Why a point is forbidden, line by line.
 * @param {ForbiddenPoint} point @param {Size} size @param {Coords} coords
 */
export function foulText(point, size, coords) {
  const name = (/** @type {string} */ cell) => spoken(parseCell(cell, size) ?? 0, size, coords);
  const names = (/** @type {string[]} */ cells) => cells.map(name).join(' ');
  const lines = point.lines.map(({ shape, direction, stones, completedBy }) =>
    message(/** @type {Key} */ (`foul.${shape}`), {
      stones: names(stones),
      direction: message(/** @type {Key} */ (`direction.${direction.replace(' ', '-')}`)),
      cells: names(completedBy),
    }),
  );
  return { title: message('foul.title', { cell: name(point.cell), kind: words(point.kind ?? '') }), lines };
}

/**
 * How a game ended by the rules.
 * @param {NonNullable<Facts['over']>} over
 */
export function resultText({ winner, reason }) {
  if (winner === null) return message('result.draw');
  if (reason === 'five') return message(`result.five-${winner}`);
  if (reason === 'no move') return message('result.no-move');
  return message('result.foul', { kind: words(reason) });
}

/** Who lost by time or resignation, as SGF writes it: `B+T`. @param {string} result @returns {Side} */
export const loserOf = (result) => (result.startsWith('B') ? 'white' : 'black');

/** How a game ended by time or resignation, as SGF writes it: `B+T`. @param {string} result */
export const endText = (result) => message(`result.${result.endsWith('T') ? 'time' : 'resigns'}-${loserOf(result)}`);

/** A chance to win; all or nothing is what is proved alone. @param {number | null | undefined} rate */
export function percent(rate) {
  if (rate === null || rate === undefined) return '–';
  const rounded = Math.round(rate * 100);
  return rounded === 100 ? `>${number(0.99, PERCENT)}` : rounded === 0 ? `<${number(0.01, PERCENT)}` : number(rate, PERCENT);
}

/**
 * A value for the side to move: a win or loss in this many moves, else its chance to win.
 * @param {{winrate?: number | null, mate?: number | null}} value
 */
export function valueText({ winrate, mate }) {
  if (mate) return message(mate > 0 ? 'value.wins' : 'value.loses', { count: Math.ceil(Math.abs(mate) / 2) });
  return percent(winrate);
}

/** Who is better, for the eye and the ear. @param {import('../game/values.js').Value} value */
export function balanceText({ black, winner, plies }) {
  if (winner) return plies === 0 ? message(`value.won-${winner}`) : message(`value.wins-${winner}`, { count: Math.ceil(plies / 2) });
  return black >= 0.5 ? message('value.black', { rate: percent(black) }) : message('value.white', { rate: percent(1 - black) });
}
