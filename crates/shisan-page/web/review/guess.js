// Guess first, reveal later: the position before a mistake, and a better move to be found.

import { ask } from '../engine/engine.js';
import { parseCell } from '../game/cells.js';
import { positionQuery } from '../game/game.js';
import { capital, spoken } from '../ui/describe.js';

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
    this.#app.notice(`Move ${node.ply}: ${node.side} played ${this.#name(node.cell)}, a mistake. Find a better move for ${capital(node.side ?? '')}.`);
    this.#changed();
  }

  end() {
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
    try {
      if (!(await this.#app.mayPut(cell))) return;
      const best = this.#app.classes.judged.get(node)?.best;
      if (best && cell === parseCell(best, this.#app.game.size)) return this.#right(`${this.#name(cell)} is the best move`);
      if (cell === node.cell) return this.#app.notice(`${this.#name(cell)} was played in the game. Find a better move.`, { tone: 'bad' });
      const { judgement, loss, proof } = await this.#judge(cell);
      if (node !== this.node) return;
      if (judgement === 'best' || judgement === 'good') return this.#right(`${this.#name(cell)} is good too`);
      const why = proof ? `is a ${judgement.replace('-', ' ')}, proved` : `gives ${Math.round(loss * 100)} % away`;
      this.#app.notice(`${this.#name(cell)} ${why}. Try again, or reveal the answer.`, { tone: 'bad' });
    } catch (error) {
      this.#app.fail(error);
    }
  }

  /** @param {string} text */
  #right(text) {
    this.reveal();
    this.#app.notice(`Right: ${text}.`, { tone: 'good' });
  }

  /** The review of a move in the position on the board. @param {number} cell @returns {Promise<ReviewedMove>} */
  async #judge(cell) {
    const { game, engine } = this.#app;
    const of = (/** @type {Side} */ side) => [...game.stones].flatMap(([at, stone]) => (stone.side === side ? [at] : []));
    const base = { black: of('black'), white: of('white'), toMove: game.toMove };
    const query = positionQuery(game, { base, moves: [cell] }, { action: 'review', maxNodes: this.#nodes() });
    this.#app.notice('Looking at your move …');
    const answer = await ask(engine, query);
    if (answer.status !== 'reviewed') throw new Error('the engine gave no review');
    return answer.moves[0];
  }

  /** @param {number} cell */
  #name(cell) {
    const { game, settings } = this.#app;
    return spoken(cell, game.size, settings.values.coords);
  }

  #changed() {
    this.#app.dispatchEvent(new Event('guess'));
  }
}
