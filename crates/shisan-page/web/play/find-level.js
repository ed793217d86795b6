// Find my level: three games, each against the level that the games before it make likely.

import { button, byId } from '../dom.js';
import { opponent } from '../game/tree.js';
import { message } from '../messages.js';
import { loserOf } from '../ui/describe.js';
import { fits, load, save } from '../ui/storage.js';
import { LEVELS, newSeed } from './opponents.js';

/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./play.js').Play} Play */
/** A game against a level: 1 for a win, 0.5 for a draw. @typedef {{level: number, score: number}} Result */
/** @typedef {{rule: import('../engine/types.js').Rule, size: import('../game/cells.js').Size}} Field */
/** `seed` is that of the game that was begun. @typedef {Field & {results: Result[], seed: number}} Kept */

export const GAMES = 3;
const KEY = 'find-level';
/** What is expected of a player before the first game, in Elo. */
const PRIOR = { mean: 1000, deviation: 400 };

/** The games that this browser keeps. @returns {Kept | null} */
function kept() {
  const kept = load(KEY, /** @type {Kept | null} */ (null));
  return fits(kept, { rule: '', size: { width: 0, height: 0 }, results: [{ level: 0, score: 0 }], seed: 0 }) ? kept : null;
}

/**
 * The strength of a player after these games: the mean of its posterior over the levels, where a game is
 * won by Elo's logistic, and 1.96 deviations of it.
 * @param {readonly Result[]} results
 */
export function estimate(results) {
  const weights = LEVELS.map((elo) => {
    const prior = Math.exp(-(((elo - PRIOR.mean) / PRIOR.deviation) ** 2) / 2);
    return results.reduce((weight, { level, score }) => {
      const expected = 1 / (1 + 10 ** ((level - elo) / 400));
      return weight * expected ** score * (1 - expected) ** (1 - score);
    }, prior);
  });
  const total = weights.reduce((sum, weight) => sum + weight);
  const average = (/** @type {(elo: number) => number} */ of) => LEVELS.reduce((sum, elo, i) => sum + of(elo) * weights[i], 0) / total;
  const mean = average((elo) => elo);
  const deviation = Math.sqrt(average((elo) => (elo - mean) ** 2));
  return { level: 50 * Math.round(mean / 50), error: 10 * Math.round((1.96 * deviation) / 10) };
}

/** Says `change` when the search for a level begins, goes on or ends. */
export class FindLevel extends EventTarget {
  #app;
  #play;
  /** @type {Kept | null} */ #kept = kept();
  /** The players of the game that was begun here. @type {import('./setup.js').Setup | null} */
  #setup = null;

  /** @param {App} app @param {Play} play */
  constructor(app, play) {
    super();
    this.#app = app;
    this.#play = play;
    play.addEventListener('start', () => {
      // Without a search for a level here, the one that is kept is another tab's.
      if (this.#kept && play.setup !== this.#setup) this.#keep(null);
    });
  }

  /** The number of the game, from 1; 0 if no level is looked for. */
  get game() {
    return this.#kept ? this.#kept.results.length + 1 : 0;
  }

  /** Whether another game, from a file or an address, is on the board. */
  get isReplaced() {
    return this.#kept !== null && (this.#app.game.opened || this.#play.setup.seed !== this.#kept.seed);
  }

  /** The score of a person in the position that ends the game, which is on the board. */
  get score() {
    if (this.isReplaced) return null;
    const { game, referee } = this.#app;
    const { ended, setup } = this.#play;
    const over = referee.peek(game)?.over;
    if (!ended && !over) return null;
    const winner = ended ? opponent(loserOf(ended)) : over?.winner;
    return winner === null ? 0.5 : Number(winner === setup.people);
  }

  /** @param {Field} field */
  start(field) {
    this.#begin({ ...field, results: [] });
  }

  /** Goes on to the next game, or to the level that was found; begins a game again that another one has replaced. */
  goOn() {
    if (this.#kept && this.isReplaced) return this.#begin(this.#kept);
    const { score } = this;
    if (!this.#kept || score === null) return;
    const { rule, size, results: before } = this.#kept;
    const results = [...before, { level: this.#play.setup.level, score }];
    if (results.length < GAMES) return this.#begin({ rule, size, results });
    const { level, error } = estimate(results);
    this.#keep(null);
    const act = () => this.#play.begin({ rule, size }, { ...this.#play.setup, level, seed: newSeed() });
    this.#app.notice(message('level.found', { level, error }), { tone: 'good', actions: [{ name: message('level.play'), act }] });
  }

  stop() {
    const kept = this.#kept;
    this.#keep(null);
    const act = () => {
      this.#app.clearNotice();
      this.#keep(kept);
    };
    this.#app.notice(message('level.stopped'), { actions: [{ name: message('level.find'), act }] });
  }

  /** Begins the next game; the sides change. @param {Omit<Kept, 'seed'>} next */
  #begin({ rule, size, results }) {
    const seed = newSeed();
    const people = results.length % 2 === 0 ? 'black' : 'white';
    const { level } = estimate(results);
    this.#setup = { ...this.#play.setup, people, agent: '', level, control: { kind: 'none', seconds: 0 }, seed, opening: undefined };
    this.#keep({ rule, size, results, seed });
    this.#play.begin({ rule, size }, this.#setup);
    this.#app.notice(message(`play.you-${people}`));
  }

  /** @param {Kept | null} kept */
  #keep(kept) {
    this.#kept = kept;
    save(KEY, kept);
    this.dispatchEvent(new Event('change'));
  }
}

/** @param {App} app @param {Play} play @param {FindLevel} findLevel */
export function showFindLevel(app, play, findLevel) {
  function show() {
    const { game, isReplaced } = findLevel;
    byId('find-level-panel').hidden = game === 0;
    byId('find-level-state').textContent = message('level.game', { game, games: GAMES });
    button('find-level-next').hidden = findLevel.score === null && !isReplaced;
    button('find-level-next').textContent = message(game < GAMES || isReplaced ? 'level.next' : 'level.show');
  }

  findLevel.addEventListener('change', show);
  play.addEventListener('change', show);
  app.settings.addEventListener('change', show);
  app.game.addEventListener('change', async () => {
    show();
    await app.facts().catch(() => {});
    show();
  });
  button('find-level-next').addEventListener('click', () => findLevel.goOn());
  button('find-level-stop').addEventListener('click', () => findLevel.stop());
  show();
}
