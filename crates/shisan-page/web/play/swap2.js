// The swap2 opening: one player puts three stones, the other takes a colour or puts two more and leaves
// the choice of colour to the first.

import { byId, button, h } from '../dom.js';
import { ask } from '../engine/engine.js';
import { parseCell } from '../game/cells.js';
import { positionQuery } from '../game/game.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../engine/types.js').Swap2} Step */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./play.js').Play} Play */
/** @typedef {import('./play.js').Setup} Setup */

/** Nodes for each opening that the engine looks at before it puts three stones. */
const NODES = 3000;
/** Nodes to choose a colour. */
const CHOICE_NODES = 60_000;

/** A swap2 opening under way: it takes presses until the colours are known. */
export class Swap2 {
  #app;
  #play;
  #setup;
  /** Whether a person puts the first three stones. */ #personOpens;
  /** Stones to be on the board when the step ends. */ #stones = 3;
  #abort = new AbortController();

  /** @param {App} app @param {Play} play @param {Setup} setup @param {boolean} personOpens */
  constructor(app, play, setup, personOpens) {
    this.#app = app;
    this.#play = play;
    this.#setup = setup;
    this.#personOpens = personOpens;
  }

  async begin() {
    this.#play.stop();
    this.#play.opening = this;
    this.#app.setMode('play');
    if (this.#personOpens) return this.#app.notice('Swap2: put three stones: black, white, black.');
    this.#app.notice('Swap2: Shisan puts three stones …');
    try {
      // With other nodes another opening is the most balanced: games differ.
      const { moves } = await this.#step(NODES + Math.floor(Math.random() * NODES));
      this.#app.game.playAll(moves.map((name) => parseCell(name, this.#app.game.size) ?? 0));
      this.#offer(true);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!this.#abort.signal.aborted) this.cancel();
    this.#app.fail(error);
  }

  /** Ends the opening without a choice. */
  cancel() {
    this.#abort.abort();
    this.#hide();
    this.#play.opening = null;
  }

  /** @param {number} cell */
  async press(cell) {
    const { game } = this.#app;
    if (this.#isOffered) return this.#app.notice('Choose a colour first.', { tone: 'bad' });
    if (game.current.ply >= this.#stones) return this.#app.notice('Shisan is choosing.');
    if (game.stones.has(cell)) return this.#app.notice('This cell is taken.', { tone: 'bad' });
    game.play(cell, { main: true });
    const missing = this.#stones - game.current.ply;
    if (missing > 0) return this.#app.notice(`${missing === 1 ? 'One more stone' : `${missing} more stones`}: ${game.toMove}.`);
    try {
      await this.#engineChooses();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Takes the last stone that a person put back. */
  undo() {
    const { game } = this.#app;
    if (this.#isOffered || game.current.ply === 0 || game.current.ply >= this.#stones) return;
    if (this.#stones === 5 && game.current.ply === 3) return;
    game.back();
  }

  get #isOffered() {
    return !byId('swap2').hidden;
  }

  /** The engine takes the better colour. */
  async #engineChooses() {
    this.#app.notice('Shisan chooses a colour …');
    const { choice } = await this.#step(CHOICE_NODES);
    this.#finish(choice === 'black' ? 'white' : 'black', 'Shisan');
  }

  /** The engine's step in the position on the board. @param {number} maxNodes @returns {Promise<Step>} */
  async #step(maxNodes) {
    const { game, engine } = this.#app;
    const query = positionQuery(game, game.moves, { action: 'swap2', maxNodes });
    const answer = await ask(engine, query, this.#abort.signal);
    if (answer.status !== 'chosen') throw new Error('the engine made no step of the opening');
    return answer;
  }

  /** Lets a person choose. @param {boolean} mayPutTwo */
  #offer(mayPutTwo) {
    this.#app.notice('Swap2: choose your colour. White is to move.');
    const box = byId('swap2');
    const choice = (/** @type {string} */ text, /** @type {() => void} */ act) => {
      const made = h('button', { type: 'button' }, text);
      made.addEventListener('click', () => {
        this.#hide();
        act();
      });
      return made;
    };
    const choices = [choice('Play Black', () => this.#finish('black', 'You')), choice('Play White', () => this.#finish('white', 'You'))];
    if (mayPutTwo) choices.push(choice('Put two more stones', () => this.#putTwo()));
    box.replaceChildren(...choices);
    box.hidden = false;
    choices[0].focus();
  }

  #putTwo() {
    this.#stones = 5;
    this.#app.notice('Put two stones: white, black. Then Shisan chooses a colour.');
  }

  #hide() {
    byId('swap2').hidden = true;
  }

  /** @param {Side} people @param {string} chooser */
  #finish(people, chooser) {
    this.#hide();
    this.#play.opening = null;
    this.#play.start({ ...this.#setup, people });
    this.#app.notice(`${chooser} chose. You play ${people}; White is to move.`);
    button('undo').focus({ preventScroll: true });
  }
}
