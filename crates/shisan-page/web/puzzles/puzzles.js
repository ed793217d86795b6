// Puzzles: positions of reviewed games where exactly one move wins, and the win is proved.

import { BACKGROUND, answers } from '../engine/engine.js';
import { posString, parsePos } from '../game/cells.js';
import { positionQuery } from '../game/game.js';
import { message } from '../messages.js';
import { load, save } from '../ui/storage.js';

/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('../game/cells.js').Size} Size */
/** @typedef {import('../engine/types.js').Color} Side */
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

/** Nodes of each search for a second winning move. */
const NODES = 100_000;
/** Progress is reported so often. */
const REPORT_EVERY_MS = 200;
/** The oldest go beyond this many. */
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
    const { position, base, line } = this.#review;
    const moves = line.map(({ cell }) => cell);
    const options = { maxNodes: NODES, reportEveryMs: REPORT_EVERY_MS, priority: BACKGROUND };
    const query = positionQuery(position, { base, moves }, { action: 'puzzles', ...options });
    let [seen, found] = [0, 0];
    try {
      for await (const answer of answers(this.#app.engine, query, search.signal)) {
        if (answer.status !== 'found') continue;
        for (const { turn, side, proof } of answer.puzzles.slice(seen)) {
          // A puzzle is kept as moves.
          if (base) continue;
          const puzzle = { ...position, moves: posString(moves.slice(0, turn), position.size), side, line: proof.line };
          if (this.#add({ ...puzzle, state: 'new' })) found++;
        }
        seen = answer.puzzles.length;
        this.state = message('review.running', { done: answer.done, total: answer.total });
        this.#changed();
      }
    } finally {
      if (this.#search === search) this.stop();
    }
    return found;
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

  /** @param {Puzzle} puzzle @returns {() => void} puts it back */
  remove(puzzle) {
    const place = this.all.indexOf(puzzle);
    this.all = this.all.filter((other) => other !== puzzle);
    this.#keep();
    return () => {
      this.all.splice(place, 0, puzzle);
      this.#keep();
    };
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
  return message(`puzzles.task-${side}`, { count: Math.ceil(line.length / 2), rule: message(`rule.${rule}`) });
}
