// What a search may use of the machine: threads and the size of its table.

import { ask } from '../engine/engine.js';
import { load, saveFields } from './storage.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {{threads: number | null, hashMiB: number}} Chosen  without a number of threads, all that there are */

/** @type {Chosen} */
const DEFAULTS = { threads: null, hashMiB: 256 };

/** Says `change` when something else is chosen, or is known of the machine. */
export class Resources extends EventTarget {
  /** @type {Chosen} */ #chosen = load('resources', DEFAULTS);
  /** The most threads of a search. */ most = 1;
  /** Ends once the engine has said how many threads there are, or cannot. @type {Promise<void>} */
  known;

  /** @param {Engine} engine */
  constructor(engine) {
    super();
    this.known = this.#ask(engine);
  }

  /** @param {Engine} engine */
  async #ask(engine) {
    try {
      const answer = await ask(engine, { action: 'version' });
      if (answer.status === 'done') this.most = answer.version?.threads ?? 1;
      this.dispatchEvent(new Event('change'));
    } catch {
      // Whoever searches next says that there is no engine.
    }
  }

  get threads() {
    return Math.min(this.#chosen.threads ?? this.most, this.most);
  }

  get hashMiB() {
    return this.#chosen.hashMiB;
  }

  /** @param {Partial<Chosen>} chosen */
  set(chosen) {
    Object.assign(this.#chosen, chosen);
    saveFields('resources', chosen);
    this.dispatchEvent(new Event('change'));
  }

  /** The part of a query that names them. @returns {{threads: number, hashMiB: number}} */
  get query() {
    const { threads, hashMiB } = this;
    return { threads, hashMiB };
  }
}
