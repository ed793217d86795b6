// A line that is played out over the position: a principal variation, or a proof, move by move.

import { say } from '../dom.js';
import { parseCell } from '../game/cells.js';
import { opponent } from '../game/tree.js';
import { message } from '../messages.js';
import { spoken } from './describe.js';

/** @typedef {import('../board/board.js').Board} Board */
/** @typedef {import('../board/marks.js').Mark} Mark */
/** @typedef {import('../game/game.js').Game} Game */
/** @typedef {import('./settings.js').Settings} Settings */

/** Says `change` when another part of it is shown. */
export class ShownLine extends EventTarget {
  #game;
  #board;
  #settings;
  /** @type {number[]} */ cells = [];
  /** How many of its moves are shown. */ shown = 0;

  /** @param {Game} game @param {Board} board @param {Settings} settings */
  constructor(game, board, settings) {
    super();
    this.#game = game;
    this.#board = board;
    this.#settings = settings;
    game.addEventListener('change', () => this.clear());
  }

  get isShown() {
    return this.cells.length > 0;
  }

  /** Shows the first `shown` moves of a line from the position on the board. @param {readonly string[]} names @param {number} shown */
  show(names, shown) {
    if (!this.isShown && names.length === 0) return;
    this.cells = names.map((name) => parseCell(name, this.#game.size) ?? 0);
    this.shown = Math.min(shown, this.cells.length);
    this.#draw();
  }

  clear() {
    this.show([], 0);
  }

  /** Shows this many of its moves, and says the last of them. @param {number} shown */
  goTo(shown) {
    this.shown = Math.min(this.cells.length, Math.max(0, shown));
    this.#draw();
    const { shown: count, cells } = this;
    if (count === 0) say(message('line.start'));
    else say(`${letters(count - 1)}, ${message(`side.${this.#sideOf(count - 1)}`)} ${spoken(cells[count - 1], this.#game.size, this.#settings.coordsOf(this.#game))}`);
  }

  /** @param {number} i */
  #sideOf(i) {
    const { toMove } = this.#game;
    return i % 2 === 0 ? toMove : opponent(toMove);
  }

  #draw() {
    /** @type {Mark[]} */
    const marks = this.cells.slice(0, this.shown).map((cell, i) => ({ type: 'ghost', cell, side: this.#sideOf(i), label: letters(i) }));
    const next = this.shown < this.cells.length ? this.cells[this.shown] : undefined;
    if (next !== undefined && this.shown > 0) marks.push({ type: 'ring', cell: next, tone: 'next' });
    this.#board.setMarks('line', marks);
    this.dispatchEvent(new Event('change'));
  }
}

/** `A` to `Z`, then `AA`: numbers are those of the moves on the board. @param {number} i @returns {string} */
function letters(i) {
  const last = String.fromCharCode(65 + (i % 26));
  return i < 26 ? last : letters(Math.floor(i / 26) - 1) + last;
}
