// What is written at a position: its comment beside the board, marks and labels on it.

import { byId } from '../dom.js';
import { cellsOf } from '../game/cells.js';
import { message } from '../messages.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../board/marks.js').Mark} Mark */

/** @param {App} app */
export function showNotes(app) {
  const { game, board } = app;
  const comment = byId('comment', HTMLTextAreaElement);
  let shown = game.current;

  function show() {
    const { comment: text = '', marks = [], labels = [] } = game.current.notes;
    // What is being typed stays as it is, blanks at its end too.
    if (shown !== game.current || comment.value.trimEnd() !== text.trimEnd()) comment.value = text;
    shown = game.current;
    comment.rows = Math.min(10, Math.max(2, text.split('\n').length, Math.ceil(text.length / 40)));
    byId('game-comment').textContent = game.info.comment ?? '';
    byId('game-comment').hidden = !game.info.comment || shown !== game.root;
    const { stones } = game;
    const on = (/** @type {number} */ cell) => stones.get(cell)?.side ?? null;
    /** @type {Mark[]} */
    const drawn = [
      ...marks.flatMap(([sign, cells]) => cellsOf(cells, game.size).map((cell) => ({ type: /** @type {const} */ ('sign'), cell, sign, on: on(cell) }))),
      ...labels.flatMap(([name, text]) => cellsOf(name, game.size).map((cell) => ({ type: /** @type {const} */ ('label'), cell, text, on: on(cell) }))),
    ];
    board.setMarks('notes', app.modeName === 'puzzles' ? [] : drawn);
  }

  /** Keeps what is typed, letter by letter: another position may be shown at any time. */
  function keep() {
    const text = comment.value.trimEnd();
    if (text) shown.notes.comment = text;
    else delete shown.notes.comment;
    game.annotated();
  }

  comment.addEventListener('input', keep);
  game.addEventListener('change', show);
  game.addEventListener('notes', show);
  app.addEventListener('mode', show);
  show();
}

/** The marks and labels of a cell in words, for its label. @param {import('../game/game.js').Game} game @param {number} cell */
export function notesAt({ current: { notes }, size }, cell) {
  const has = (/** @type {string} */ cells) => cellsOf(cells, size).includes(cell);
  return [
    ...(notes.marks ?? []).flatMap(([sign, cells]) => (has(cells) ? [message(`cell.${sign}`)] : [])),
    ...(notes.labels ?? []).flatMap(([name, text]) => (has(name) ? [message('cell.label', { text })] : [])),
  ];
}
