// The engine's move in a game: searched at its level, within its time.

import { report } from '../engine/engine.js';
import { parseCell } from '../game/cells.js';
import { positionQuery } from '../game/game.js';
import { engineTime } from './clock.js';
import { endsByItself, opponentQuery } from './opponents.js';

/** @typedef {import('./clock.js').Clock} Clock */
/** @typedef {import('./setup.js').Setup} Setup */

export class EngineMove {
  #app;
  #changed;
  /** @type {AbortController | null} */ #search = null;

  /** @param {import('../ui/app.js').App} app @param {() => void} changed is called when a search begins or ends */
  constructor(app, changed) {
    this.#app = app;
    this.#changed = changed;
  }

  /** Whether it is searched. */
  get thinking() {
    return this.#search !== null;
  }

  /** Where the engine moves; null where it knows no move. @param {Setup} setup @param {Clock} clock */
  async find(setup, clock) {
    const search = (this.#search = new AbortController());
    this.#changed();
    try {
      return await this.#best(setup, clock, search.signal);
    } finally {
      if (this.#search === search) {
        this.#search = null;
        this.#changed();
      }
    }
  }

  /** @param {Setup} setup @param {Clock} clock @param {AbortSignal} signal */
  async #best(setup, clock, signal) {
    const { game, engine, resources } = this.#app;
    const { control, moveSeconds } = setup;
    const strong = endsByItself(setup) ? null : resources.query;
    if (strong && control.kind !== 'none') await this.#prepare(strong, clock, signal);
    const timed = control.kind !== 'none' || strong;
    const time = timed ? { maxTimeMs: engineTime(control, clock.left(game.toMove), moveSeconds) } : {};
    const query = positionQuery(game, game.position, { action: 'move', ...opponentQuery(setup), ...time, ...strong });
    const { best } = await report(engine, query, signal);
    this.#app.recovered();
    return best ? parseCell(best, game.size) : null;
  }

  /**
   * Has the engine make its table, while the clocks wait: in a browser a large one takes seconds, whatever the limit.
   * The limit of time brings the query where moves are searched.
   * @param {import('../engine/types.js').Query} resources @param {Clock} clock @param {AbortSignal} signal
   */
  async #prepare(resources, clock, signal) {
    const { game, engine } = this.#app;
    clock.stop();
    await report(engine, positionQuery(game, game.position, { maxNodes: 1, maxTimeMs: 1, ...resources }), signal);
    clock.resume(game.toMove);
  }

  /** Ends the search. */
  drop() {
    this.#search?.abort();
    this.#search = null;
  }
}
