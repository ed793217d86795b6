// Puzzles: positions of reviewed games where exactly one move wins, and the win is proved.

import { report } from '../engine/engine.js';
import { posString, parsePos } from '../game/cells.js';
import { RULE_NAMES, positionQuery } from '../game/game.js';
import { movesTo, toMove } from '../game/tree.js';
import { capital } from '../ui/describe.js';
import { load, save } from '../ui/storage.js';

/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('../game/cells.js').Size} Size */
/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../engine/types.js').Proof} Proof */
/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('../review/review.js').Review} Review */

/**
 * @typedef {object} Puzzle
 * @property {Rule} rule
 * @property {Size} size
 * @property {string} moves the position, as a pos string
 * @property {Side} side who moves and wins
 * @property {string[]} line the proved win
 * @property {'new' | 'solved' | 'failed'} state
 */

/** Nodes of the search for a second winning move. */
const NODES = 100_000;
/** An easier win is no puzzle: a five at once. */
const FEWEST_PLIES = 3;
/** The oldest go beyond so many. */
const MOST = 200;

/** Says `change` when there are others. */
export class Puzzles extends EventTarget {
  /** @type {Puzzle[]} */ all = load('puzzles', []);
  /** What the search is doing, or nothing. */
  state = '';
  #app;
  #review;
  /** @type {AbortController | null} */ #search = null;

  /** @param {App} app @param {Review} review */
  constructor(app, review) {
    super();
    this.#app = app;
    this.#review = review;
  }

  get searching() {
    return this.#search !== null;
  }

  stop() {
    this.#search?.abort();
    this.#search = null;
    this.state = '';
    this.#changed();
  }

  /** Looks for puzzles in the game that was reviewed. @returns {Promise<number>} how many are new */
  async find() {
    const search = new AbortController();
    this.#search = search;
    const candidates = [...this.#review.wins].filter(([node, proof]) => this.#isFirst(node, proof));
    const { rule, size } = this.#review.position;
    let found = 0;
    try {
      for (const [i, [node, proof]] of candidates.entries()) {
        this.state = `Position ${i + 1} of ${candidates.length}`;
        this.#changed();
        const moves = movesTo(node);
        if (await this.#hasOtherWin(rule, size, moves, proof, search.signal)) continue;
        const puzzle = { rule, size, moves: posString(moves, size), side: toMove(node), line: proof.line ?? [] };
        if (this.#add({ ...puzzle, state: 'new' })) found++;
      }
    } finally {
      if (this.#search === search) this.stop();
    }
    return found;
  }

  /** Whether a win begins at `node` and not two moves earlier. @param {Node} node @param {Proof} proof */
  #isFirst(node, proof) {
    const before = node.parent?.parent;
    return (proof.plies ?? 0) >= FEWEST_PLIES && !(before && this.#review.wins.has(before));
  }

  /** Whether another first move is found to win. @param {Rule} rule @param {Size} size @param {number[]} moves @param {Proof} proof @param {AbortSignal} signal */
  async #hasOtherWin(rule, size, moves, proof, signal) {
    const avoid = (proof.line ?? []).slice(0, 1);
    const query = positionQuery({ rule, size }, moves, { avoid, maxNodes: NODES, lines: 1 });
    const { mate } = await report(this.#app.engine, query, signal);
    return (mate ?? 0) > 0;
  }

  /** @param {Puzzle} puzzle @returns {boolean} whether it is new */
  #add(puzzle) {
    if (this.all.some(({ rule, moves }) => rule === puzzle.rule && moves === puzzle.moves)) return false;
    this.all = [puzzle, ...this.all].slice(0, MOST);
    this.#keep();
    return true;
  }

  /** @param {Puzzle} puzzle @param {Puzzle['state']} state */
  mark(puzzle, state) {
    puzzle.state = state;
    this.#keep();
  }

  /** @param {Puzzle} puzzle */
  remove(puzzle) {
    this.all = this.all.filter((other) => other !== puzzle);
    this.#keep();
  }

  #keep() {
    save('puzzles', this.all);
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** The moves of a puzzle's position. @param {Puzzle} puzzle */
export const movesOf = ({ moves, size }) => parsePos(moves, size);

/** A puzzle in words. @param {Puzzle} puzzle */
export function taskOf({ side, line, rule }) {
  return `${capital(side)} to move and win in ${Math.ceil(line.length / 2)}, ${RULE_NAMES[rule].toLowerCase()}`;
}
