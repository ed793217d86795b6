// Changes of what is written at a position, and of its stones.

import { cellName, cellsOf } from './cells.js';
import { add, renew } from './tree.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../engine/types.js').Mark} Sign */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./tree.js').Notes} Notes */

/** Marks a cell of the position that is shown, or takes that mark off. @param {Game} game @param {number} cell @param {Sign} sign */
export function toggleMark({ current: { notes }, size }, cell, sign) {
  const name = cellName(cell, size);
  const marks = notes.marks ?? [];
  const others = marks.flatMap(([other, cells]) =>
    // A rectangle of marks becomes single ones.
    cellsOf(cells, size).flatMap((at) => (at === cell ? [] : [/** @type {[Sign, string]} */ ([other, cellName(at, size)])])),
  );
  const isOff = marks.some(([other, cells]) => other === sign && cellsOf(cells, size).includes(cell));
  notes.marks = isOff ? others : [...others, [sign, name]];
}

/** Writes a label on a cell, or takes it off. @param {Game} game @param {number} cell @param {string} text @returns {boolean} whether it was written */
export function toggleLabel({ current: { notes }, size }, cell, text) {
  const labels = notes.labels ?? [];
  const others = labels.filter(([name]) => !cellsOf(name, size).includes(cell));
  const isNew = others.length === labels.length;
  notes.labels = isNew ? [...others, [cellName(cell, size), text]] : others;
  return isNew;
}

/** Sets a stone up, or takes off what is there, if it has this color. @param {Game} game @param {number} cell @param {Side} side */
export function toggleStone(game, cell, side) {
  const isOff = game.stones.get(cell)?.side === side;
  const name = cellName(cell, game.size);
  setUp(game, (notes) => {
    notes.setup = [...(notes.setup ?? []).filter(([, cells]) => cells !== name), [isOff ? 'empty' : side, name]];
  });
}

/** Gives the turn to a side. @param {Game} game @param {Side} side */
export function giveTurn(game, side) {
  setUp(game, (notes) => (notes.toMove = side));
}

/**
 * Changes a position without a move and without one that follows: the one that is shown, or a new one after it.
 * @param {Game} game @param {(notes: Notes) => void} change
 */
function setUp(game, change) {
  const { current } = game;
  const isFree = current.side === null && current.children.length === 0;
  const at = isFree ? renew(current) : add(current, -1, null);
  if (!at.parent) game.root = at;
  change(at.notes);
  // What is shown is stated: readers would count the stones.
  at.toMove = at.notes.toMove ??= at.toMove;
  game.edited(at);
}
