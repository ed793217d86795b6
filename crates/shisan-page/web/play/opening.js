// An opening by any rule, decision by decision: the engine knows the rules, and whose decision is due.

import { byId, button, h } from '../dom.js';
import { ask, isAbort } from '../engine/engine.js';
import { cellName, parseCell } from '../game/cells.js';
import { grow, promote } from '../game/tree.js';
import { message } from '../messages.js';
import { spoken } from '../ui/describe.js';
import { setAside } from '../ui/kept-games.js';

/** @typedef {import('../engine/types.js').OpeningDecision} Decision */
/** @typedef {import('../engine/types.js').OpeningRule} OpeningRule */
/** @typedef {import('../engine/types.js').OpeningState} State */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./play.js').Play} Play */
/** @typedef {import('./setup.js').OpeningSetup} OpeningSetup */

/** @type {OpeningRule[]} */
export const OPENING_RULES = ['pro', 'long-pro', 'swap', 'swap2', 'yamaguchi', 'soosyrv-8', 'taraguchi-10'];
/** Nodes for each line that the engine looks at before it puts the first stones. */
const NODES = 3000;
/** Nodes for its later decisions. */
const CHOICE_NODES = 60_000;
/** Where fewer cells are allowed, each is marked. */
const FEW = 81;

/** An opening under way, against the engine or between two people: it takes presses until the colours are known. */
export class Opening {
  #app;
  #play;
  /** @type {OpeningSetup} */ kept;
  #abort = new AbortController();
  /** What is due, while a person decides. @type {State | null} */
  #due = null;
  /** The fifth moves that are chosen for an offer. @type {number[]} */
  #offer = [];
  /** What stood before the decision that is being judged. @type {OpeningSetup | null} */
  #before = null;
  /** What the engine has decided last, in words. @type {string[]} */
  #said = [];

  /** @param {App} app @param {Play} play @param {OpeningSetup} kept */
  constructor(app, play, kept) {
    this.#app = app;
    this.#play = play;
    this.kept = kept;
  }

  get name() {
    return message(`opening.${this.kept.rule}`);
  }

  /** Begins, or goes on with what is decided. */
  async resume() {
    this.leave();
    this.#abort = new AbortController();
    this.#app.retry = () => this.resume();
    try {
      await this.#next();
    } catch (error) {
      this.#app.fail(error);
    }
  }

  async #next() {
    for (;;) {
      // One node tells what is due.
      const state = await this.#ask(1);
      this.#show(state);
      if (state.player === null) return this.#finish(state);
      if (this.kept.person === 'both' || state.player === this.kept.person) return this.#prompt(state);
      this.#say(message('opening.deciding', { opening: this.name }));
      // With other nodes the first stones are others: games differ.
      const nodes = state.turn === 0 ? NODES + Math.floor(Math.random() * NODES) : CHOICE_NODES;
      const { decisions } = await this.#ask(nodes);
      this.#said = decisions.map((decision) => this.#inWords(decision));
      this.kept = { ...this.kept, decisions: [...this.kept.decisions, ...decisions], own: 0 };
    }
  }

  /** Throws where the opening does not fit this rule and board. @param {Pick<import('../game/game.js').Game, 'rule' | 'size'>} field */
  async check(field) {
    await this.#ask(1, field);
  }

  /** @param {number} maxNodes @param {Pick<import('../game/game.js').Game, 'rule' | 'size'>} [field] @returns {Promise<State>} */
  async #ask(maxNodes, { rule, size } = this.#app.game) {
    const { engine } = this.#app;
    const { rule: openingRule, decisions } = this.kept;
    const query = { action: /** @type {const} */ ('opening'), openingRule, rule, size: /** @type {[number, number]} */ ([size.width, size.height]), decisions, maxNodes };
    const answer = await ask(engine, query, this.#abort.signal);
    this.#app.recovered();
    if (answer.status !== 'opened') throw new Error(message('engine.no-answer'));
    return answer;
  }

  /** Shows the stones of the opening; what else is in the tree stays beside them. @param {State} state */
  #show({ moves }) {
    const { game } = this.#app;
    const { rule, size, root, info } = game;
    if (root.notes.setup || root.toMove !== 'black') {
      // No opening begins with stones that were set up.
      setAside(game);
      game.reset({ rule, size, info });
    }
    const end = grow(game.root, this.#cells(moves));
    if (end === game.current) return;
    promote(end);
    game.edited(end);
  }

  /** Asks for the decision that is due. @param {State} state */
  #prompt(state) {
    this.#due = state;
    this.#offer = [];
    this.remind();
    const { options, black, player } = state;
    /** @type {[import('../messages.js').Key | '', Decision][]} */
    const choices = [];
    if (options?.swap) {
      const isBlack = black === player;
      choices.push(['opening.play-black', isBlack ? 'stay' : 'swap'], ['opening.play-white', isBlack ? 'swap' : 'stay']);
    }
    for (let count = 1; count <= (options?.declare ?? 0); count++) choices.push(['', count]);
    const buttons = choices.map(([key, decision]) => {
      const made = h('button', { type: 'button', 'data-message': key || false }, key ? message(key) : String(decision));
      made.addEventListener('click', () => this.#decide(decision));
      return made;
    });
    byId('opening-choices').replaceChildren(...buttons);
    byId('opening-choices').hidden = buttons.length === 0;
    buttons[0]?.focus();
  }

  /** Says what is due, and marks the cells. */
  remind() {
    const options = this.#due?.options;
    if (!options) return;
    const { board, game } = this.#app;
    const side = game.toMove;
    const left = (options.offer ?? 0) - this.#offer.length;
    const isTaken = (this.#due?.offered.length ?? 0) > 0;
    const stone = message(isTaken ? 'opening.take' : `opening.put-${side}`);
    const what = options.swap
      ? message(options.cells.length > 0 ? 'opening.choose-or' : 'opening.choose', { stone })
      : options.declare
        ? message('opening.declare')
        : left > 0
          ? message(this.#offer.length > 0 ? 'opening.offer-more' : 'opening.offer', { count: left })
          : stone;
    const player = this.kept.person === 'both' ? this.#due?.player : null;
    this.#say(message(player ? `opening.due-${player}` : 'opening.due', { opening: this.name, what }));
    const cells = options.cells.length < FEW ? this.#cells(options.cells) : [];
    board.setMarks('opening', [
      ...cells.map((cell) => ({ type: /** @type {const} */ ('ring'), cell, tone: /** @type {const} */ ('next') })),
      ...this.#offer.map((cell) => ({ type: /** @type {const} */ ('ghost'), cell, side })),
    ]);
  }

  /** Shows what the engine has decided last, and what is next. @param {string} text */
  #say(text) {
    this.#app.notice([...this.#said, text].filter(Boolean).join(' '));
  }

  /** Waits while another feature has the board. */
  leave() {
    this.#abort.abort();
    this.kept = this.#before ?? this.kept;
    this.#before = null;
    this.#due = null;
    byId('opening-choices').hidden = true;
    this.#app.board.setMarks('opening', []);
  }

  /** Ends the opening without colours. */
  cancel() {
    this.leave();
    this.#play.opening = null;
  }

  /** @param {number} cell */
  async press(cell) {
    const { game } = this.#app;
    const options = this.#due?.options;
    if (!options) return this.#app.notice(message('opening.shisan-decides'));
    const refuse = (/** @type {string} */ why) => this.#app.notice(why, { tone: 'bad' });
    if (game.stones.has(cell)) return refuse(message('refuse.taken'));
    const name = cellName(cell, game.size);
    if (options.offer) {
      this.#offer = this.#offer.includes(cell) ? this.#offer.filter((other) => other !== cell) : [...this.#offer, cell];
      if (this.#offer.length < options.offer) return this.remind();
      return this.#decide(this.#offer.map((other) => cellName(other, game.size)));
    }
    if (options.cells.includes(name)) return this.#decide(name);
    if (options.cells.length > 0) return refuse(message('opening.no-stone'));
    return refuse(message(options.declare ? 'opening.declare-first' : 'opening.choose-first'));
  }

  /** @param {Decision} decision */
  async #decide(decision) {
    const { kept } = this;
    if (!this.#due) return;
    this.#due = null;
    this.#said = [];
    this.#before = kept;
    this.kept = { ...kept, decisions: [...kept.decisions, decision], own: kept.own + 1 };
    try {
      await this.#ask(1);
    } catch (error) {
      if (isAbort(error)) return;
      // What the rule forbids is taken back, such as two offers that are mirror images.
      await this.resume();
      return this.#app.fail(error);
    }
    this.#before = null;
    return this.resume();
  }

  /** Takes a person's last decision back, as long as the engine has not answered it. */
  undo() {
    const { decisions, own } = this.kept;
    if (!this.#due) return;
    if (own === 0) return this.#app.notice(message('opening.no-undo'));
    this.kept = { ...this.kept, decisions: decisions.slice(0, -1), own: own - 1 };
    return this.resume();
  }

  /** Turns what is decided with the board. @param {(cell: string) => string} turned */
  turn(turned) {
    const turnedDecision = (/** @type {Decision} */ decision) => {
      if (Array.isArray(decision)) return decision.map(turned);
      return typeof decision === 'number' || decision === 'swap' || decision === 'stay' ? decision : turned(decision);
    };
    this.kept = { ...this.kept, decisions: this.kept.decisions.map(turnedDecision) };
  }

  /** @param {State} state */
  #finish({ black }) {
    const { person, rule, setup, decisions, own } = this.kept;
    const people = person === 'both' ? person : black === person ? 'black' : 'white';
    const last = decisions.at(-1);
    if (person !== 'both' && (last === 'swap' || last === 'stay')) this.#said = [message(own > 0 ? 'opening.you-chose' : 'opening.shisan-chose')];
    this.leave();
    this.#play.opening = null;
    this.#play.start({ ...setup, people, opening: { rule, person, ply: this.#app.game.current.ply } });
    this.#say(people === 'both' ? message(`opening.black-${black}`) : message(`play.you-${people}`));
    button('undo').focus({ preventScroll: true });
  }

  /** A decision of the engine, but for stones, which are seen. @param {Decision} decision */
  #inWords(decision) {
    if (typeof decision === 'number') return message('opening.declared', { count: decision });
    if (decision === 'swap') return message('opening.swaps');
    if (decision === 'stay') return message('opening.stays');
    if (typeof decision === 'string') return '';
    const { game, settings } = this.#app;
    const names = this.#cells(decision).map((cell) => spoken(cell, game.size, settings.coordsOf(game)));
    return message('opening.offered', { cells: names.join(' ') });
  }

  /** @param {readonly string[]} names */
  #cells(names) {
    return names.map((name) => parseCell(name, this.#app.game.size) ?? 0);
  }
}
