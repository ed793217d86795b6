// Guess first, reveal later: the position before a mistake, and a better move to be found.

import { ask } from '../engine/engine.js';
import { classOf } from '../game/classes.js';
import { positionQuery } from '../game/game.js';
import { moverOf } from '../game/tree.js';
import { valueOf } from '../game/values.js';
import { capital, spoken } from '../ui/describe.js';

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
    this.#app.notice(`Move ${node.ply}: ${moverOf(node)} played ${this.#name(node.cell)}, a mistake. Find a better move for ${capital(moverOf(node))}.`);
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
    const before = node?.parent;
    if (!node || !before) return;
    try {
      if (!(await this.#app.mayPut(cell))) return;
      const judgement = this.#app.classes.judged.get(node);
      if (cell === judgement?.best) return this.#right(`${this.#name(cell)} is the best move`);
      if (cell === node.cell) return this.#app.notice(`${this.#name(cell)} was played in the game. Find a better move.`, { tone: 'bad' });
      const loss = await this.#lossOf(before, cell);
      const name = classOf(loss);
      if (name === 'best' || name === 'good') return this.#right(`${this.#name(cell)} is good too`);
      this.#app.notice(`${this.#name(cell)} gives ${Math.round(loss * 100)} % away. Try again, or reveal the answer.`, { tone: 'bad' });
    } catch (error) {
      this.#app.fail(error);
    }
  }

  /** @param {string} text */
  #right(text) {
    this.reveal();
    this.#app.notice(`Right: ${text}.`, { tone: 'good' });
  }

  /** How much a move gives away, by a search of the position after it. @param {Node} before @param {number} cell */
  async #lossOf(before, cell) {
    const { game, engine, values } = this.#app;
    const query = positionQuery(game, [...game.moves, cell], { maxNodes: this.#nodes(), lines: 1 });
    this.#app.notice('Looking at your move …');
    const [from, to] = [values.get(before), valueOf(await ask(engine, query))];
    if (!from || !to) return 0;
    return game.toMove === 'black' ? from.black - to.black : to.black - from.black;
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
