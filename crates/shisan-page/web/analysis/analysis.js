// Analysis of the position on the board: as long as it runs, each position that is gone to is searched.

import { answers } from '../engine/engine.js';
import { cellName, parseCell } from '../game/cells.js';
import { positionQuery } from '../game/game.js';
import { valueOf } from '../game/values.js';
import { spoken } from '../ui/describe.js';
import { load, save } from '../ui/storage.js';

/** @typedef {import('../engine/types.js').Answer} Answer */
/** @typedef {import('../engine/types.js').Query} Query */
/** @typedef {import('../engine/types.js').Report} Report */
/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {'moves' | 'policy' | 'loss' | 'black' | 'white' | 'both' | 'nothing'} Shown */

/**
 * @typedef {object} Options
 * @property {number} lines
 * @property {number} nodes 0 searches until it is stopped
 * @property {Shown} shown what is drawn on the board
 */

/** @type {Options} */
const DEFAULTS = { lines: 3, nodes: 200_000, shown: 'moves' };
/** An analysis without a limit ends after an hour: a page may be forgotten. */
const FORGOTTEN_MS = 3_600_000;

/** Says `change` when there is more to show. */
export class Analysis extends EventTarget {
  #app;
  /** @type {Options} */ options = { ...DEFAULTS, ...load('analysis', {}) };
  /** Whether positions are searched. */ running = true;
  /** Whether a search is under way. */ searching = false;
  /** Told which cell is pointed at. @type {(cell: number | null) => void} */
  point = () => {};
  /** @type {AbortController | null} */ #search = null;
  /** The last answer to each position, and the options that it belongs to. @type {WeakMap<Node, {key: string, answer: Answer}>} */
  #answers = new WeakMap();

  /** @param {App} app */
  constructor(app) {
    super();
    this.#app = app;
    app.modes.set('analyse', this);
    app.game.addEventListener('change', () => this.#restart());
  }

  /** The last answer about the position on the board. */
  get answer() {
    return this.#answers.get(this.#app.game.current)?.answer;
  }

  /** The last report about it, unless the game is over there. @returns {Report | undefined} */
  get report() {
    const { answer } = this;
    return answer?.status === 'ok' ? answer : undefined;
  }

  enter() {
    this.#app.retry = () => this.#restart();
    this.#restart();
  }

  leave() {
    this.#stop();
    this.#changed();
  }

  /** @param {Partial<Options>} options */
  set(options) {
    Object.assign(this.options, options);
    save('analysis', this.options);
    this.#restart();
  }

  go() {
    this.running = true;
    this.#restart();
  }

  stop() {
    this.running = false;
    this.#stop();
    this.#changed();
  }

  /** @param {number} cell */
  press(cell) {
    return this.#app.put(cell);
  }

  undo() {
    this.#app.game.back();
  }

  /** Says the best move that is known. */
  hint() {
    const { game, settings } = this.#app;
    const best = parseCell(this.report?.best ?? '', game.size);
    if (best !== null) this.#app.notice(`Best: ${spoken(best, game.size, settings.values.coords)}`);
  }

  /** The principal variation that begins at `cell`. @param {number} cell @returns {number[]} */
  variation(cell) {
    const { size } = this.#app.game;
    const line = this.report?.lines?.find(({ move }) => parseCell(move, size) === cell);
    return (line?.pv ?? []).map((name) => parseCell(name, size) ?? 0);
  }

  #stop() {
    this.#search?.abort();
    this.#search = null;
    this.searching = false;
  }

  #restart() {
    this.#stop();
    if (this.#app.modeName === 'analyse' && this.running) this.#run();
    this.#changed();
  }

  async #run() {
    const { game, engine, values } = this.#app;
    const { lines, nodes, shown } = this.options;
    const node = game.current;
    // What else is shown on the board takes no other search, but for the loss, which takes all of it.
    const key = `${lines} ${nodes} ${shown === 'policy' || shown === 'loss' ? shown : ''}`;
    const known = this.#answers.get(node);
    if (known?.key === key && known.answer.final) return;
    const search = new AbortController();
    this.#search = search;
    this.searching = true;
    /** @type {Query['include']} */
    const include = shown === 'policy' ? ['policy'] : shown === 'loss' ? ['heat'] : [];
    const limit = nodes > 0 ? { maxNodes: nodes } : { maxTimeMs: FORGOTTEN_MS };
    const query = positionQuery(game, game.moves, { lines, ...limit, include, reportEveryMs: 200 });
    try {
      for await (const answer of answers(engine, query, search.signal)) {
        if (answer.status === 'noResult' || search.signal.aborted) return;
        this.#app.recovered();
        const before = this.#answers.get(node);
        const kept = before?.key === key ? before.answer : {};
        this.#answers.set(node, { key, answer: { ...kept, ...answer } });
        values.keep(node, valueOf(answer));
        this.#changed();
      }
    } catch (error) {
      this.#app.fail(error);
    } finally {
      if (this.#search === search) {
        this.#stop();
        this.#changed();
      }
    }
  }

  /** What the analysis says about a cell, for its label. @param {number} cell */
  notes(cell) {
    const { size } = this.#app.game;
    const name = cellName(cell, size);
    const rank = this.report?.lines?.findIndex(({ move }) => move === name) ?? -1;
    const notes = rank >= 0 && this.options.shown === 'moves' ? [`line ${rank + 1}`] : [];
    const loss = this.report?.heat?.[cell];
    if (this.options.shown === 'loss' && typeof loss === 'number') notes.push(`loses ${Math.round(loss * 100)} %`);
    const chance = this.report?.policy?.[cell];
    if (this.options.shown === 'policy' && chance) notes.push(`move score ${Math.round(chance * 100)} %`);
    const facts = this.#app.referee.peek(this.#app.game);
    for (const side of /** @type {const} */ (['black', 'white'])) {
      const kind = facts?.threats[side].get(cell);
      const isShown = this.options.shown === side || this.options.shown === 'both';
      if (kind && isShown) notes.push(`${kind.replace('-', ' ')} for ${side}`);
    }
    return notes;
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
