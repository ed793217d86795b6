// The game on the board: rule, size, the tree of its moves, and the position that is shown.

import { cellName } from './cells.js';
import { createRoot, child, endOf, isMain, path, positionAt, promote, remove, restore } from './tree.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('./cells.js').Size} Size */
/** @typedef {import('../engine/types.js').Query} Query */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Position} Position */
/** @typedef {import('./record.js').Info} Info */
/** @typedef {import('./tree.js').Stone} Stone */
/** @typedef {ReturnType<Game['stash']>} Stashed */

/** @type {Rule[]} */
export const RULES = ['freestyle', 'standard', 'renju', 'caro', 'caro-overline'];

/** Says `change` after each change of the game or of the position that is shown, `notes` where only what is written changes. */
export class Game extends EventTarget {
  /** @type {Rule} */ rule = 'freestyle';
  /** @type {Size} */ size = { width: 15, height: 15 };
  root = createRoot();
  current = this.root;
  /** @type {Info} */
  info = { black: '', white: '', result: '' };
  /** The last move of the game and its result, which the game has as long as that move is on the main line. */
  ending = { node: this.root, result: '' };
  /** Tells states of the tree, and of what is written in it, apart: each change makes a new one. */
  version = 0;
  #versions = 0;
  /** Whether it came from a file or an address, and is not played on. */
  opened = false;
  /** Whether it holds a person's own work: one from a file or an address once it is changed. */
  own = true;

  /** @returns {Side} */
  get toMove() {
    return this.current.toMove;
  }

  /** The position that is shown. @returns {Position} */
  get position() {
    return positionAt(this.current, this.size);
  }

  /** The stones on the board, by cell. @returns {Map<number, Stone>} */
  get stones() {
    return positionAt(this.current, this.size).stones;
  }

  /** @param {{rule: Rule, size: Size, root?: Node, info?: Partial<Info>, opened?: boolean, own?: boolean}} next */
  reset({ rule, size, root = createRoot(), info = {}, opened = false, own = true }) {
    this.rule = rule;
    this.size = size;
    this.root = root;
    this.current = root;
    this.info = { black: '', white: '', result: '', ...info };
    this.ending = { node: endOf(root), result: this.info.result };
    this.opened = opened;
    this.own = own;
    this.version = ++this.#versions;
    this.#changed();
  }

  /** All of the game, for `unstash`: another one may have the board meanwhile. */
  stash() {
    const { rule, size, root, current, info, ending, version, opened, own } = this;
    return { rule, size, root, current, info, ending, version, opened, own };
  }

  /** Puts a game back as it was. @param {Stashed} stashed */
  unstash(stashed) {
    Object.assign(this, stashed);
    this.#changed();
  }

  /** Plays a move that the referee has allowed. @param {number} cell @param {{main?: boolean}} [options] */
  play(cell, { main = false } = {}) {
    this.current = child(this.current, cell);
    if (main) promote(this.current);
    this.edited();
  }

  /** @param {Node} node */
  goTo(node) {
    if (node === this.current) return;
    this.current = node;
    this.#changed();
  }

  back() {
    this.goTo(this.current.parent ?? this.current);
  }

  forward() {
    this.goTo(this.current.children[0] ?? this.current);
  }

  /** Goes to the variation before or after. @param {1 | -1} step */
  beside(step) {
    const siblings = this.current.parent?.children ?? [];
    this.goTo(siblings[siblings.indexOf(this.current) + step] ?? this.current);
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
    if (cut) this.#arranged(cut.parent);
    return cut;
  }

  /** Puts back what was cut off, and shows it. @param {import('./tree.js').Cut} cut */
  restore(cut) {
    restore(cut);
    this.#arranged(cut.node);
  }

  /** Makes the line that is shown the main one. */
  promote() {
    promote(this.current);
    this.#arranged(this.current);
  }

  /** The main line may be another one; `node` is shown. @param {Node} node */
  #arranged(node) {
    const { ending } = this;
    this.info.result = isMain(ending.node) ? ending.result : '';
    this.edited(node);
  }

  /** Writes who plays, and how the main line ended. @param {Partial<Info>} info */
  inform(info) {
    Object.assign(this.info, info);
    this.ending = { node: endOf(this.root), result: this.info.result };
    this.annotated();
  }

  /** The tree is another one; `node` of it is shown. @param {Node} [node] */
  edited(node = this.current) {
    this.current = node;
    this.own = true;
    this.version = ++this.#versions;
    this.#changed();
  }

  /** Something else is written in the tree, which has the same positions. */
  annotated() {
    this.own = true;
    this.version = ++this.#versions;
    this.dispatchEvent(new Event('notes'));
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** The stones after `moves` in turn. @param {readonly number[]} moves @returns {Map<number, Stone>} */
export function stonesOf(moves) {
  return new Map(moves.map((cell, i) => [cell, { side: i % 2 === 0 ? 'black' : 'white', number: i + 1 }]));
}

/**
 * A query about a position.
 * @param {{rule: Rule, size: Size}} game @param {Position} position
 * @param {Query} options what is asked
 * @returns {Query}
 */
export function positionQuery({ rule, size }, { base, moves }, options) {
  const names = (/** @type {readonly number[]} */ cells) => cells.map((cell) => cellName(cell, size));
  const start = base ? { stones: { b: names(base.black), w: names(base.white) }, toMove: base.toMove } : {};
  return { ...options, rule, size: [size.width, size.height], ...start, moves: names(moves) };
}
