// A game against the engine, between two people, or of the engine against itself.

import { say } from '../dom.js';
import { isAbort } from '../engine/engine.js';
import { centreOf } from '../game/cells.js';
import { endOf, isMain, opponent } from '../game/tree.js';
import { message } from '../messages.js';
import { endText, resultText, spoken, stoneText } from '../ui/describe.js';
import { setAside } from '../ui/kept-games.js';
import { Clock } from './clock.js';
import { EngineMove } from './engine-move.js';
import { Hint } from './hint.js';
import { agentName, newSeed } from './opponents.js';
import { keepSetup, lastSetup, withoutOpening } from './setup.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./setup.js').Setup} Setup */

/**
 * An opening under way: it takes presses until the colours are known.
 * @typedef {object} Opening
 * @property {import('./setup.js').OpeningSetup} kept
 * @property {string} name of its rule
 * @property {() => Promise<void>} resume begins, or goes on with what the board has
 * @property {(cell: number) => void} press
 * @property {() => void} undo
 * @property {() => void} remind says again what is due
 * @property {(turned: (cell: string) => string) => void} turn turns what is decided with the board
 * @property {() => void} leave waits while another feature has the board
 * @property {() => void} cancel
 */

/** Says `change` when the state of the game changes: who thinks, how it ended; `start` when another game has its players. */
export class Play extends EventTarget {
  #app;
  clock = new Clock();
  setup = lastSetup();
  /** How the game ended, if not by the rules: SGF's `B+T` on time or `B+R` by resignation. */
  ended = '';
  /** The choice of colours that is under way. @type {Opening | null} */
  opening = null;
  /** The position in which the game was stopped. @type {Node | null} */
  #held = null;
  /** Whether another position than the last one is looked at, or another feature has the board. */
  #away = false;
  /** The run of engine moves under way; one that is no longer it ends. @type {object | null} */
  #run = null;
  #pressing = false;
  #hint;
  #engineMove;

  /** @param {App} app */
  constructor(app) {
    super();
    this.#app = app;
    this.#hint = new Hint(app);
    this.#engineMove = new EngineMove(app, () => this.#changed());
    app.modes.set('play', this);
    app.game.addEventListener('change', () => {
      const { opened, info } = app.game;
      if (opened) this.#reset();
      this.ended = !opened && /^[BW]\+[RT]$/.test(info.result) ? info.result : '';
      this.#hint.drop();
      this.#comeBack();
    });
    app.settings.addEventListener('change', () => this.opening?.remind());
    setInterval(() => this.#checkFlag(), 100);
  }

  /** Forgets how the game before it went. */
  #reset() {
    this.opening?.cancel();
    this.setup = withoutOpening(this.setup);
    this.clock.reset(this.setup.control);
  }

  /** Whether a person plays `side`. @param {Side} side */
  isHuman(side) {
    const { people } = this.setup;
    return people === 'both' || people === side;
  }

  /** Starts a game on an empty board, and puts the one before it aside. @param {Pick<import('../game/game.js').Game, 'rule' | 'size'>} field @param {Setup} setup */
  begin({ rule, size }, setup) {
    this.#clear({ rule, size });
    this.start(setup);
    this.#app.board.grid.focus(centreOf(size));
  }

  /** Clears the board, and puts the game on it aside. @param {Pick<import('../game/game.js').Game, 'rule' | 'size'>} field */
  #clear({ rule, size }) {
    const { game } = this.#app;
    this.opening?.cancel();
    this.stop();
    setAside(game);
    game.reset({ rule, size });
    this.#app.clearNotice();
  }

  /** Starts a game in the position that is shown. @param {Setup} setup */
  start(setup) {
    this.stop();
    this.setup = setup;
    keepSetup(setup);
    this.dispatchEvent(new Event('start'));
    this.#away = false;
    this.ended = '';
    this.clock.reset(setup.control);
    this.#app.clearNotice();
    this.#name();
    this.#app.setMode('play');
    this.resume(true);
  }

  /** Begins a game with an opening on an empty board, and puts the one before it aside. @param {Pick<import('../game/game.js').Game, 'rule' | 'size'>} field @param {Opening} opening */
  open(field, opening) {
    this.#clear(field);
    this.opening = opening;
    this.#changed();
    if (this.#app.modeName === 'play') return this.resume();
    this.#app.setMode('play');
  }

  #name() {
    const name = (/** @type {Side} */ side) => (this.isHuman(side) ? '' : agentName(this.setup.agent));
    this.#app.game.inform({ black: name('black'), white: name('white'), result: '' });
  }

  /** Plays an opened game on: the players and the result of the file are no longer its own. */
  #takeOver() {
    if (!this.#app.game.opened) return;
    this.#app.game.opened = false;
    // Another game: it has no part in the search for a level.
    this.setup = { ...this.setup, seed: newSeed() };
    this.#name();
  }

  enter() {
    if (!this.#comeBack()) this.resume();
  }

  leave() {
    this.opening?.leave();
    this.#away ||= this.#isRunning;
    this.stop();
  }

  /**
   * Goes with the board when that is turned.
   * @param {(cell: string) => string} turned @param {(node: Node) => Node | null} moved the node of the turned tree
   */
  turn(turned, moved) {
    this.opening?.turn(turned);
    this.#held &&= moved(this.#held);
  }

  /** Stops the search and the clocks while another position is looked at. */
  lookAway() {
    if (this.#app.modeName !== 'play' || this.opening) return;
    this.#away ||= this.#isRunning;
    this.stop();
    // The way may lead nowhere, as from the last position on.
    queueMicrotask(() => this.#comeBack());
  }

  /** Whether the engine searches its move. */
  get thinking() {
    return this.#engineMove.thinking;
  }

  /** Whether the engine moves or is about to, or a clock runs. */
  get #isRunning() {
    return this.#run !== null || this.clock.running !== null;
  }

  /** Goes on once the last position is shown again. @returns {boolean} whether it is */
  #comeBack() {
    const { game, modeName } = this.#app;
    if (!this.#away || modeName !== 'play' || game.current !== this.#held) return false;
    this.#away = false;
    this.resume(true);
    return true;
  }

  /** Stops the search and the clocks. */
  stop() {
    this.#hint.drop();
    if (this.#isRunning) this.hold();
    this.#engineMove.drop();
    this.#run = null;
    this.clock.stop();
    this.#changed();
  }

  /** Lets the clock go on from where it stands when this position is played on. */
  hold() {
    this.#held = this.#app.game.current;
  }

  /** Whether a clock should run, but waits until the game goes on. */
  get paused() {
    const { kind } = this.clock.control;
    return kind !== 'none' && !this.clock.running && !this.thinking && !this.ended && !this.opening && !this.#app.game.opened;
  }

  /** @param {number} cell */
  async press(cell) {
    if (this.opening) return this.opening.press(cell);
    if (this.#pressing) return;
    this.#pressing = true;
    const isLeft = this.#app.leaving();
    try {
      if (!(await this.#mayPlay(cell)) || isLeft()) return;
      this.#app.clearNotice();
      this.#put(cell);
    } catch (error) {
      return this.#fail(error);
    } finally {
      this.#pressing = false;
    }
    await this.resume(true);
  }

  /** Whether a person may play at `cell` now; says why not. @param {number} cell */
  async #mayPlay(cell) {
    const { game } = this.#app;
    const refuse = (/** @type {string} */ why) => this.#app.notice(why, { tone: 'bad' });
    const facts = await this.#app.facts();
    if (this.ended) return refuse(message('refuse.ended', { result: endText(this.ended) })), false;
    if (facts.over) return refuse(message('refuse.result', { result: resultText(facts.over) })), false;
    if (!this.isHuman(game.toMove)) {
      return refuse(message(this.thinking ? 'refuse.thinking' : 'refuse.turn', { name: agentName(this.setup.agent) })), false;
    }
    const stone = game.stones.get(cell);
    if (stone) return refuse(message('refuse.stone', { cell: this.#spoken(cell), stone: stoneText(stone) })), false;
    const foul = game.toMove === 'black' && facts.forbidden.get(cell);
    if (foul) return this.#app.explainFoul(foul), false;
    return true;
  }

  /** Plays at `cell` and passes the turn. @param {number} cell */
  #put(cell) {
    const { game } = this.#app;
    this.clock.press(game.toMove);
    this.#away = false;
    this.#takeOver();
    this.#unfinish();
    game.play(cell, { main: true });
    game.current.left = this.clock.both;
    this.clock.start(game.toMove);
    this.#changed();
  }

  /** Goes on where the game stands: lets the engine move if it is its turn. A game that was opened waits for a move. @param {boolean} [inside] also where moves follow */
  async resume(inside = false) {
    const { game } = this.#app;
    if (this.ended || this.#app.modeName !== 'play') return;
    if (this.opening) return this.opening.resume();
    this.#app.retry = () => this.resume();
    if (game.opened) return this.#changed();
    try {
      await this.#reply(inside);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Shows what went wrong. The clocks wait with the game: nobody loses on time to an engine that is lost. @param {unknown} error */
  #fail(error) {
    if (!isAbort(error)) this.stop();
    this.#app.fail(error);
  }

  /** Lets the engine move in the position that is shown, whatever was played there before. */
  moveNow() {
    this.#app.clearNotice();
    this.#takeOver();
    return this.resume(true);
  }

  /** Whether the engine moves without being asked. */
  get replying() {
    return this.#run !== null || this.#pressing;
  }

  /** Plays the engine's moves until a person is to move or the game is over. @param {boolean} inside */
  async #reply(inside) {
    if (this.thinking) return;
    const run = (this.#run = {});
    try {
      await this.#playOn(inside, run);
    } finally {
      if (run === this.#run) {
        this.#run = null;
        this.#changed();
      }
    }
  }

  /** @param {boolean} inside @param {object} run */
  async #playOn(inside, run) {
    const { game } = this.#app;
    for (;;) {
      const at = game.current;
      const facts = await this.#app.facts();
      if (run !== this.#run || at !== game.current) return;
      if (facts.over) return this.#finish(facts.over);
      if (at.children.length > 0 && !inside) return;
      this.#away = false;
      if (!this.clock.running) this.#startClock(at);
      if (this.isHuman(game.toMove)) return;
      inside = false;
      const best = await this.#engineMove.find(this.setup, this.clock);
      if (best === null || run !== this.#run || at !== game.current) return;
      this.#app.clearRefusal();
      this.#put(best);
      say(message(`play.plays-${opponent(game.toMove)}`, { cell: this.#spoken(best) }));
    }
  }

  /** @param {Node} at the position that is played on */
  #startClock(at) {
    const { toMove } = this.#app.game;
    if (at === this.#held) this.clock.resume(toMove);
    else this.clock.start(toMove);
  }

  /** @param {NonNullable<import('../game/referee.js').Facts['over']>} over */
  #finish(over) {
    this.clock.stop();
    const { game } = this.#app;
    if (isMain(game.current)) game.inform({ result: over.winner === null ? '0' : over.winner === 'black' ? 'B+' : 'W+' });
    say(resultText(over));
    this.#changed();
  }

  /** The position before a person's last move; null where the opening or stones that are set up come first. */
  get #beforeOwn() {
    const { people, opening } = this.setup;
    const first = opening?.ply ?? 0;
    for (let at = this.#app.game.current; at.parent && at.ply > first && at.side && !at.notes.setup; at = at.parent) {
      if (people === 'none' || this.isHuman(at.side)) return at.parent;
    }
    return null;
  }

  /** Takes a person's last move back, and the reply to it; an opening stays, and so do stones that are set up. */
  undo() {
    const { game } = this.#app;
    if (this.opening) return this.opening.undo();
    if (this.ended.endsWith('+R')) return this.#goOn();
    const before = this.#beforeOwn;
    if (!before) return this.#app.notice(message('play.no-undo'));
    const moves = game.current.ply - before.ply;
    this.stop();
    this.#unfinish();
    this.#away = false;
    this.#takeOver();
    this.#app.clearNotice();
    game.goTo(before);
    if (game.current.left) this.clock.restore(game.current.left);
    else this.clock.reset(this.setup.control);
    this.clock.start(game.toMove);
    this.#app.notice(message(moves === 1 ? 'play.undone-one' : 'play.undone-two', { turn: message(`turn.${game.toMove}`) }));
    this.#changed();
  }

  /** Forgets how the game ended: it goes on. */
  #unfinish() {
    this.ended = '';
    if (this.#app.game.info.result) this.#app.game.inform({ result: '' });
  }

  /** Takes a resignation back. */
  #goOn() {
    this.#unfinish();
    this.#app.notice(message('play.goes-on'));
    return this.resume(true);
  }

  hint() {
    if (!this.thinking && !this.opening) return this.#hint.show();
  }

  /** The person resigns, of two the one to move at the end of the game. */
  resign() {
    const { people } = this.setup;
    const loser = people === 'black' || people === 'white' ? people : endOf(this.#app.game.current).toMove;
    this.#app.clearNotice();
    this.#end(`${loser === 'black' ? 'W' : 'B'}+R`);
  }

  #checkFlag() {
    const loser = this.clock.flag;
    if (loser) this.#end(`${loser === 'black' ? 'W' : 'B'}+T`);
  }

  /** @param {string} result */
  #end(result) {
    this.stop();
    this.#takeOver();
    this.ended = result;
    this.#app.game.inform({ result });
    say(endText(result));
    this.#changed();
  }

  /** @param {number} cell */
  #spoken(cell) {
    return spoken(cell, this.#app.game.size, this.#app.settings.coordsOf(this.#app.game));
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

