// Analysis of the position on the board: as long as it runs, each position that is gone to is searched.

import { answers } from '../engine/engine.js';
import { cellName, parseCell } from '../game/cells.js';
import { positionQuery } from '../game/game.js';
import { valueOf } from '../game/values.js';
import { PERCENT, message, number } from '../messages.js';
import { spoken, words } from '../ui/describe.js';
import { load, saveFields } from '../ui/storage.js';

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
 * @property {'best' | 'balanced'} wanted which moves come first
 * @property {'' | 'allow' | 'avoid'} restrict what `cells` are for the next move: the only ones, or left out
 */

/** @type {Options} */
const DEFAULTS = { lines: 3, nodes: 200_000, shown: 'moves', wanted: 'best', restrict: '' };
/** A search that goes on after its end gets this many times the nodes. */
const DEEPER = 4;
/** An analysis without a limit ends after an hour: a page may be forgotten. */
const FORGOTTEN_MS = 3_600_000;

/** Says `change` when there is more to show. */
export class Analysis extends EventTarget {
  #app;
  /** @type {Options} */ options = load('analysis', DEFAULTS);
  /** Whether positions are searched. */ running = true;
  /** Whether a search is under way. */ searching = false;
  /** The cells to which the moves are restricted, as they were typed. */
  #typed = '';
  /** Told which cell is pointed at. @type {(cell: number | null) => void} */
  point = () => {};
  /** @type {AbortController | null} */ #search = null;
  /** How many times the nodes of the options a position gets. @type {WeakMap<Node, number>} */
  #deeper = new WeakMap();
  /** The last answer to each position, and the options that it belongs to. @type {WeakMap<Node, {key: string, answer: Answer}>} */
  #answers = new WeakMap();

  /** @param {App} app */
  constructor(app) {
    super();
    this.#app = app;
    app.modes.set('analyse', this);
    app.game.addEventListener('change', () => this.#restart());
    // A tab that nobody sees leaves the processor to the others.
    document.addEventListener('visibilitychange', () => this.#restart());
    app.resources.addEventListener('change', () => this.searching && this.#restart());
    // With other coordinates what was typed names other cells; what else is set ends no search.
    app.settings.addEventListener('change', () => {
      const known = this.#answers.get(app.game.current);
      if (this.options.restrict && this.#typed && known?.key !== this.#key(app.game.current)) this.#restart();
    });
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
    saveFields('analysis', options);
    this.#restart();
  }

  /** Restricts the moves, on every board to the free ones of the cells that these names have there. @param {string} typed */
  restrictTo(typed) {
    this.#typed = typed;
    this.#restart();
  }

  /** The cells that were typed; null where a name is none of this board. */
  get #cells() {
    const { game, settings } = this.#app;
    const names = this.#typed.match(/[a-z]+\d+|[^\s,]+/gi) ?? [];
    const cells = names.flatMap((name) => parseCell(name, game.size, settings.textCoordsOf(game)) ?? []);
    return cells.length < names.length ? null : cells;
  }

  /** The part of a query that restricts the moves. @returns {Query} */
  get #restriction() {
    const { size, stones } = this.#app.game;
    const { restrict } = this.options;
    const names = (this.#cells ?? []).filter((cell) => !stones.has(cell)).map((cell) => cellName(cell, size));
    return restrict && names.length > 0 ? { [restrict]: names } : {};
  }

  /** Whether the position on the board is searched as far as the options say. */
  get finished() {
    const { current } = this.#app.game;
    const known = this.#answers.get(current);
    return known?.key === this.#key(current) && known.answer.final && known.answer.status === 'ok';
  }

  /** Searches; further, where the search is finished. */
  go() {
    const { current } = this.#app.game;
    if (this.finished) this.#deeper.set(current, DEEPER * (this.#deeper.get(current) ?? 1));
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
    if (best !== null) this.#app.notice(message('analysis.hint', { cell: spoken(best, game.size, settings.coordsOf(game)) }));
  }

  /** The principal variation that begins at `cell`. @param {number} cell @returns {string[]} */
  variation(cell) {
    const { size } = this.#app.game;
    return this.report?.lines?.find(({ move }) => parseCell(move, size) === cell)?.pv ?? [];
  }

  #stop() {
    this.#search?.abort();
    this.#search = null;
    this.searching = false;
  }

  #restart() {
    this.#stop();
    if (this.#app.modeName === 'analyse' && !document.hidden) {
      // All moves are no answer where some were asked for.
      if (this.options.restrict && !this.#cells) this.#app.notice(message('refuse.cells'), { tone: 'bad' });
      else if (this.running) this.#run();
    }
    this.#changed();
  }

  /** What an answer to the position of `node` depends on. @param {Node} node */
  #key(node) {
    const { lines, shown, wanted } = this.options;
    // What else is shown on the board takes no other search, but for the loss, which takes all of it.
    return `${lines} ${wanted} ${JSON.stringify(this.#restriction)} ${this.#nodes(node)} ${shown === 'policy' || shown === 'loss' ? shown : ''}`;
  }

  /** @param {Node} node */
  #nodes(node) {
    return this.options.nodes * (this.#deeper.get(node) ?? 1);
  }

  async #run() {
    const { game, engine, values, resources } = this.#app;
    const { lines, shown, wanted } = this.options;
    const node = game.current;
    const key = this.#key(node);
    const nodes = this.#nodes(node);
    const known = this.#answers.get(node);
    if (known?.key === key && known.answer.final) return;
    const search = new AbortController();
    this.#search = search;
    this.searching = true;
    /** @type {Query['include']} */
    const include = ['timing', ...(shown === 'policy' ? /** @type {const} */ (['policy']) : shown === 'loss' ? /** @type {const} */ (['heat']) : [])];
    const limit = nodes > 0 ? { maxNodes: nodes } : { maxTimeMs: FORGOTTEN_MS };
    const balanced = wanted === 'balanced';
    const restriction = this.#restriction;
    // What some moves are worth, or the most balanced ones, is not what the position is worth.
    const isWhole = !balanced && Object.keys(restriction).length === 0;
    const options = { lines, balanced, ...restriction, ...limit, include, reportEveryMs: 100 };
    try {
      await resources.known;
      const query = positionQuery(game, game.position, { ...options, ...resources.query });
      for await (const answer of answers(engine, query, search.signal)) {
        if (answer.status === 'noResult' || search.signal.aborted) return;
        this.#app.recovered();
        const before = this.#answers.get(node);
        const kept = before?.key === key ? before.answer : {};
        this.#answers.set(node, { key, answer: { ...kept, ...answer } });
        if (isWhole || answer.status === 'over') values.keep(node, valueOf(answer));
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

  /** What the analysis says about cells, for their labels. @returns {Map<number, string[]>} */
  notes() {
    const { game, referee } = this.#app;
    const { report } = this;
    const { shown } = this.options;
    /** @type {Map<number, string[]>} */
    const notes = new Map();
    const add = (/** @type {number} */ cell, /** @type {string} */ note) => notes.set(cell, [...(notes.get(cell) ?? []), note]);
    if (shown === 'moves') {
      report?.lines?.forEach(({ move }, i) => add(parseCell(move, game.size) ?? 0, message('cell.line', { number: i + 1 })));
    } else if (shown === 'loss') {
      report?.heat?.forEach((loss, cell) => loss !== null && add(cell, message('cell.loses', { loss: number(loss, PERCENT) })));
    } else if (shown === 'policy') {
      report?.policy?.forEach((chance, cell) => chance && add(cell, message('cell.score', { score: number(chance, PERCENT) })));
    }
    for (const side of /** @type {const} */ (['black', 'white'])) {
      const threats = shown === side || shown === 'both' ? referee.peek(game)?.threats[side] : undefined;
      threats?.forEach((kind, cell) => add(cell, message(`cell.threat-${side}`, { kind: words(kind) })));
    }
    return notes;
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
