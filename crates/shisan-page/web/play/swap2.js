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
/** @typedef {import('./play.js').OpeningSetup} OpeningSetup */

/** Nodes for each opening that the engine looks at before it puts three stones. */
const NODES = 3000;
/** Nodes to choose a colour. */
const CHOICE_NODES = 60_000;

/** A swap2 opening under way: it takes presses until the colours are known. Its state is on the board. */
export class Swap2 {
  #app;
  #play;
  /** @type {OpeningSetup} */ kept;
  #abort = new AbortController();

  /** @param {App} app @param {Play} play @param {OpeningSetup} kept */
  constructor(app, play, kept) {
    this.#app = app;
    this.#play = play;
    this.kept = kept;
  }

  /** Begins, or goes on with what the board has. */
  async resume() {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#app.retry = () => this.resume();
    this.#app.game.end();
    try {
      await this.#next();
    } catch (error) {
      this.#app.fail(error);
    }
  }

  async #next() {
    const { ply } = this.#app.game.current;
    const { personOpens, putTwo } = this.kept;
    if (ply < this.#stones && (personOpens || putTwo)) return this.#prompt();
    if (personOpens || putTwo) return this.#engineChooses();
    if (ply === 0) await this.#enginePuts();
    this.#offer();
  }

  /** Stones to be on the board before the choice. */
  get #stones() {
    return this.kept.putTwo ? 5 : 3;
  }

  /** Asks for the stones that are missing. */
  #prompt() {
    const { ply } = this.#app.game.current;
    const sides = Array.from({ length: this.#stones - ply }, (_, i) => ((ply + i) % 2 === 0 ? 'black' : 'white'));
    const begun = ply > (this.kept.putTwo ? 3 : 0);
    const stones = sides.length === 1 ? 'stone' : 'stones';
    this.#app.notice(`Swap2: put ${NUMBERS[sides.length]} ${begun ? 'more ' : ''}${stones}: ${sides.join(', ')}. Then Shisan chooses a colour.`);
  }

  async #enginePuts() {
    this.#app.notice('Swap2: Shisan puts three stones …');
    // With other nodes another opening is the most balanced: games differ.
    const { moves } = await this.#step(NODES + Math.floor(Math.random() * NODES));
    this.#app.game.playAll(moves.map((name) => parseCell(name, this.#app.game.size) ?? 0));
  }

  /** Waits while another feature has the board. */
  leave() {
    this.#abort.abort();
    this.#hide();
  }

  /** Ends the opening without a choice. */
  cancel() {
    this.leave();
    this.#play.opening = null;
  }

  /** @param {number} cell */
  async press(cell) {
    const { game } = this.#app;
    if (this.#isOffered) return this.#app.notice('Choose a colour first.', { tone: 'bad' });
    if (game.current.ply >= this.#stones) return this.#app.notice('Shisan is choosing.');
    if (game.stones.has(cell)) return this.#app.notice('This cell is taken.', { tone: 'bad' });
    game.play(cell, { main: true });
    return this.resume();
  }

  /** Takes the last stone that a person put back. */
  undo() {
    const { game } = this.#app;
    const first = this.kept.putTwo ? 3 : 0;
    if (this.#isOffered || game.current.ply === first || game.current.ply >= this.#stones) return;
    game.cut();
    this.#prompt();
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
    const query = positionQuery(game, game.position, { action: 'swap2', maxNodes });
    const answer = await ask(engine, query, this.#abort.signal);
    if (answer.status !== 'chosen') throw new Error('the engine made no step of the opening');
    return answer;
  }

  /** Lets a person choose. */
  #offer() {
    this.#app.notice('Swap2: choose your colour. White is to move.');
    const choice = (/** @type {string} */ text, /** @type {() => void} */ act) => {
      const made = h('button', { type: 'button' }, text);
      made.addEventListener('click', () => {
        this.#hide();
        act();
      });
      return made;
    };
    const choices = [
      choice('Play Black', () => this.#finish('black', 'You')),
      choice('Play White', () => this.#finish('white', 'You')),
      choice('Put two more stones', () => this.#putTwo()),
    ];
    byId('swap2').replaceChildren(...choices);
    byId('swap2').hidden = false;
    choices[0].focus();
  }

  #putTwo() {
    this.kept = { ...this.kept, putTwo: true };
    return this.resume();
  }

  #hide() {
    byId('swap2').hidden = true;
  }

  /** @param {Side} people @param {string} chooser */
  #finish(people, chooser) {
    this.#hide();
    this.#app.game.end();
    this.#play.opening = null;
    this.#play.start({ ...this.kept.setup, people });
    this.#app.notice(`${chooser} chose. You play ${people}.`);
    button('undo').focus({ preventScroll: true });
  }
}

const NUMBERS = ['no', 'one', 'two', 'three'];
