// Guess first, reveal later: the position before a mistake, and a better move to be found.

import { ask } from '../engine/engine.js';
import { parseCell } from '../game/cells.js';
import { positionQuery } from '../game/game.js';
import { PERCENT, message, number } from '../messages.js';
import { spoken } from '../ui/describe.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../engine/types.js').ReviewedMove} ReviewedMove */
/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./review.js').Review} Review */

export class Guess {
  #app;
  #review;
  #nodes;
  /** The mistake, while a better move is to be guessed. @type {Node | null} */
  node = null;
  /** Ends the judging of a guess. */
  #judging = new AbortController();

  /** @param {App} app @param {Review} review @param {() => number} nodes to value a guess */
  constructor(app, review, nodes) {
    this.#app = app;
    this.#review = review;
    this.#nodes = nodes;
  }

  /** Asks for a better move than the one of `node`; its parent is on the board. @param {Node} node */
  begin(node) {
    this.node = node;
    this.#review.guess = (cell) => this.#try(cell);
    this.#app.notice(message(`guess.find-${node.side ?? 'black'}`, { number: node.ply, cell: this.#name(node.cell) }));
    this.#changed();
  }

  end() {
    this.#judging.abort();
    if (!this.node) return;
    this.node = null;
    this.#review.guess = null;
    this.#changed();
  }

  /** Ends the guessing when another position is shown. */
  leave() {
    if (this.node && this.#app.game.current !== this.node.parent) this.end();
  }

  /** Shows the mistake and what is better. */
  reveal() {
    const { node } = this;
    this.end();
    this.#app.clearNotice();
    if (node) this.#app.game.goTo(node);
  }

  /** @param {number} cell */
  async #try(cell) {
    const { node } = this;
    if (!node) return;
    this.#judging.abort();
    const { signal } = (this.#judging = new AbortController());
    try {
      if (!(await this.#app.mayPut(cell)) || signal.aborted) return;
      const best = this.#app.classes.judged.get(node)?.best;
      if (best && cell === parseCell(best, this.#app.game.size)) return this.#right('guess.best', cell);
      if (cell === node.cell) return this.#app.notice(message('guess.played', { cell: this.#name(cell) }), { tone: 'bad' });
      const { judgement, loss, proof } = await this.#judge(cell, signal);
      if (signal.aborted) return;
      if (judgement === 'best' || judgement === 'good') return this.#right('guess.good', cell);
      const values = { cell: this.#name(cell), class: message(`class.${judgement}`), loss: number(loss, PERCENT) };
      this.#app.notice(message(proof ? 'guess.proved' : 'guess.gives', values), { tone: 'bad' });
    } catch (error) {
      this.#app.fail(error);
    }
  }

  /** @param {'guess.best' | 'guess.good'} key @param {number} cell */
  #right(key, cell) {
    this.reveal();
    this.#app.notice(message(key, { cell: this.#name(cell) }), { tone: 'good' });
  }

  /** The review of a move in the position on the board. @param {number} cell @param {AbortSignal} signal @returns {Promise<ReviewedMove>} */
  async #judge(cell, signal) {
    const { game, engine } = this.#app;
    const of = (/** @type {Side} */ side) => [...game.stones].flatMap(([at, stone]) => (stone.side === side ? [at] : []));
    const base = { black: of('black'), white: of('white'), toMove: game.toMove };
    const query = positionQuery(game, { base, moves: [cell] }, { action: 'review', maxNodes: this.#nodes() });
    this.#app.notice(message('guess.search'));
    const answer = await ask(engine, query, signal);
    if (answer.status !== 'reviewed') throw new Error(message('engine.no-answer'));
    return answer.moves[0];
  }

  /** @param {number} cell */
  #name(cell) {
    const { game, settings } = this.#app;
    return spoken(cell, game.size, settings.coordsOf(game));
  }

  #changed() {
    this.#app.dispatchEvent(new Event('guess'));
  }
}
