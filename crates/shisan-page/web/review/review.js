// Review: the engine judges the moves of the whole game in the background.

import { BACKGROUND, answers } from '../engine/engine.js';
import { positionQuery } from '../game/game.js';
import { endOf, positionAt } from '../game/tree.js';
import { valueFor } from '../game/values.js';

/** @typedef {import('../engine/types.js').Review} Reviewed */
/** @typedef {import('../engine/types.js').ReviewedMove} ReviewedMove */
/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../ui/app.js').App} App */

/** Progress is reported so often. */
const REPORT_EVERY_MS = 200;

/** Says `change` with each step. */
export class Review extends EventTarget {
  #app;
  /** What is known so far. @type {Reviewed | null} */
  found = null;
  /** Positions that are done, and all of them. */
  progress = { done: 0, total: 0 };
  /** The moves that are judged: those of the line after the last pass or set-up. @type {Node[]} */
  line = [];
  /** The stones before them. @type {import('../game/tree.js').Base | null} */
  base = null;
  /** The rule and the board of the game under review; another may be on the board. */
  position;
  /** Takes presses while a better move is to be guessed. @type {((cell: number) => void) | null} */
  guess = null;
  /** @type {AbortController | null} */ #running = null;

  /** @param {App} app */
  constructor(app) {
    super();
    this.#app = app;
    this.position = positionIn(app);
    app.modes.set('review', this);
  }

  get running() {
    return this.#running !== null;
  }

  /** @param {number} cell */
  press(cell) {
    return this.guess ? this.guess(cell) : this.#app.put(cell);
  }

  undo() {
    this.#app.game.back();
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
    this.#changed();
  }

  /** Forgets a review of another game. */
  clear() {
    this.stop();
    this.line = [];
    this.found = null;
    this.#app.classes.judged.clear();
    this.progress = { done: 0, total: 0 };
    this.#app.dispatchEvent(new Event('classes'));
    this.#changed();
  }

  /** Reviews the line that is shown. @param {number} nodes for each position */
  async run(nodes) {
    this.clear();
    const search = new AbortController();
    this.#running = search;
    const { engine, game } = this.#app;
    const line = game.line.filter(({ side }) => side);
    const { base, moves } = positionAt(endOf(game.current), game.size);
    this.base = base;
    this.line = line.slice(line.length - moves.length);
    this.position = positionIn(this.#app);
    this.progress = { done: 0, total: this.line.length + 1 };
    this.#changed();
    const options = { maxNodes: nodes, reportEveryMs: REPORT_EVERY_MS, priority: BACKGROUND };
    const query = positionQuery(this.position, { base, moves }, { action: 'review', ...options });
    try {
      for await (const answer of answers(engine, query, search.signal)) {
        if (answer.status !== 'reviewed' || search.signal.aborted) return;
        this.#app.recovered();
        this.#keep(answer, nodes);
        this.#changed();
      }
    } catch (error) {
      this.#app.fail(error);
    } finally {
      if (this.#running === search) this.#running = null;
      this.#changed();
    }
  }

  /** Keeps what is judged, and what the positions are worth. @param {Reviewed} found @param {number} nodes that it took at least */
  #keep(found, nodes) {
    const { classes, values } = this.#app;
    this.found = found;
    this.progress = { done: found.done, total: found.total };
    for (const move of found.moves) {
      const node = this.line[move.turn];
      classes.judged.set(node, move);
      if (node.parent) values.keep(node.parent, valueFor(move.side, move.winrateBefore, move.mateBefore, nodes));
      values.keep(node, valueFor(move.side, move.winrateAfter, move.mateAfter, nodes));
    }
    this.#app.dispatchEvent(new Event('classes'));
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** @param {App} app */
const positionIn = ({ game: { rule, size } }) => ({ rule, size });
