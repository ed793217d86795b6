// The game on the board: rule, size, the tree of its moves, and the position that is shown.

import { cellName } from './cells.js';
import { createRoot, child, endOf, grow, movesTo, path, promote, remove, restore, toMove } from './tree.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('./cells.js').Size} Size */
/** @typedef {import('../engine/types.js').Query} Query */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {{side: Side, number: number}} Stone */

/** @type {Rule[]} */
export const RULES = ['freestyle', 'standard', 'renju', 'caro', 'caro-overline'];

/** @type {Record<Rule, string>} */
export const RULE_NAMES = {
  freestyle: 'Freestyle',
  standard: 'Standard',
  renju: 'Renju',
  caro: 'Caro',
  'caro-overline': 'Caro with overlines',
};

/** Says `change` after each change of the game or of the position that is shown. */
export class Game extends EventTarget {
  /** @type {Rule} */ rule = 'freestyle';
  /** @type {Size} */ size = { width: 15, height: 15 };
  root = createRoot();
  current = this.root;
  /** @type {{black: string, white: string, result: string}} */
  info = { black: '', white: '', result: '' };
  /** Whether it came from a file or an address, and is not played on. */
  opened = false;

  /** @returns {Side} */
  get toMove() {
    return toMove(this.current);
  }

  /** The moves so far. */
  get moves() {
    return movesTo(this.current);
  }

  /** The stones on the board, by cell. @returns {Map<number, Stone>} */
  get stones() {
    return stonesOf(this.moves);
  }

  /** @param {{rule: Rule, size: Size, root?: Node, info?: Partial<Game['info']>, opened?: boolean}} next */
  reset({ rule, size, root = createRoot(), info = {}, opened = false }) {
    this.rule = rule;
    this.size = size;
    this.root = root;
    this.current = root;
    this.info = { black: '', white: '', result: '', ...info };
    this.opened = opened;
    this.#changed();
  }

  /** Plays a move that the referee has allowed. @param {number} cell @param {{main?: boolean}} [options] */
  play(cell, { main = false } = {}) {
    this.current = child(this.current, cell);
    if (main) promote(this.current);
    this.#changed();
  }

  /** Plays several moves at once. @param {readonly number[]} cells */
  playAll(cells) {
    this.current = grow(this.current, cells);
    this.#changed();
  }

  /** @param {Node} node */
  goTo(node) {
    if (node === this.current) return;
    this.current = node;
    this.#changed();
  }

  /** @param {number} [moves] */
  back(moves = 1) {
    let at = this.current;
    for (let i = 0; i < moves && at.parent; i++) at = at.parent;
    this.goTo(at);
  }

  forward() {
    this.goTo(this.current.children[0] ?? this.current);
  }

  start() {
    this.goTo(this.root);
  }

  end() {
    this.goTo(endOf(this.current));
  }

  /** The line that is shown: to the position, and on along the main line. @returns {Node[]} */
  get line() {
    return path(endOf(this.current));
  }

  /** Removes the move that is shown, with all that follows. @returns {import('./tree.js').Cut | null} what is gone */
  cut() {
    const cut = remove(this.current);
    this.goTo(cut?.parent ?? this.current);
    return cut;
  }

  /** Puts back what was cut off, and shows it. @param {import('./tree.js').Cut} cut */
  restore(cut) {
    restore(cut);
    this.goTo(cut.node);
  }

  /** Makes the line that is shown the main one. */
  promote() {
    promote(this.current);
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** The stones after `moves`. @param {readonly number[]} moves @returns {Map<number, Stone>} */
export function stonesOf(moves) {
  return new Map(moves.map((cell, i) => [cell, { side: i % 2 === 0 ? 'black' : 'white', number: i + 1 }]));
}

/**
 * A query about a position.
 * @param {{rule: Rule, size: Size}} game @param {readonly number[]} moves
 * @param {Query} options what is asked
 * @returns {Query}
 */
export function positionQuery({ rule, size }, moves, options) {
  return {
    ...options,
    rule,
    size: [size.width, size.height],
    moves: moves.map((cell) => cellName(cell, size)),
  };
}
