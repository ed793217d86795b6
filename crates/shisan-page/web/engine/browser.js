// The engine in this browser: workers that take a query at a time. One answers what is short, such as
// the referee's questions, one searches, one studies whole games, so that none waits for another. A running
// query is stopped by ending its worker; the next query starts a new one. Where the engine has threads, the
// one that searches has workers for them beside it, and is stopped through the memory that they share: they
// stay, and so does the table.

import { message } from '../messages.js';
import { BACKGROUND, EngineLost } from './engine.js';
import { stop } from './threads.js';

/** @typedef {import('./types.js').Query} Query */
/** @typedef {import('./types.js').Answer} Answer */

/** A stopped search that has not ended by then ends with its worker. */
const PATIENCE_MS = 500;

/** Queries of at most this many nodes are short. */
const SHORT = 5000;

export class BrowserEngine {
  /** The compiled engine, which the first worker shares with those after it. @type {{module?: WebAssembly.Module}} */
  #compiled = {};
  #short = new Lane(this.#compiled);
  /** A thread of its own says how far a search is, so all processors have work. */
  #long = new Lane(this.#compiled, navigator.hardwareConcurrency);
  #games = new Lane(this.#compiled);

  /**
   * @param {Query} query @param {{signal?: AbortSignal}} [options]
   * @returns {AsyncGenerator<Answer, void, void>}
   */
  query(query, { signal } = {}) {
    if (query.priority === BACKGROUND) return this.#games.query(query, signal);
    // An opening is many searches, but for the question what is due.
    const short = query.maxTimeMs === undefined && (query.maxNodes ?? SHORT + 1) <= (query.action === 'opening' ? 1 : SHORT);
    const quick = short || query.action === 'convert' || query.action === 'forbid' || query.action === 'version';
    return (quick ? this.#short : this.#long).query(query, signal);
  }
}

/** One worker, with those of its threads, and the queries that wait for it. */
class Lane {
  /** @type {Worker | null} */ #worker = null;
  /** @type {Worker[]} */ #threads = [];
  /** How many workers run threads, where the engine has some. */ #most;
  /** What the engine shares with its threads. @type {import('./threads.js').Shared | null} */ #shared = null;
  /** Gets what the threads post. @type {(item: Answer | Error) => void} */ #receive = () => {};
  #next = 1;
  /** Ends when the worker is free. */
  #free = Promise.resolve();
  #compiled;

  /** @param {{module?: WebAssembly.Module}} compiled @param {number} [threads] */
  constructor(compiled, threads = 0) {
    this.#compiled = compiled;
    this.#most = threads;
  }

  /**
   * @param {Query} query @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<Answer, void, void>}
   */
  async *query(query, signal) {
    const before = this.#free;
    let release = () => {};
    this.#free = new Promise((resolve) => (release = () => resolve()));
    try {
      await before;
      yield* this.#run(query, signal);
    } finally {
      release();
    }
  }

  /** @param {Query} query @param {AbortSignal} [signal] */
  async *#run(query, signal) {
    stopIfAborted(signal);
    const id = this.#next++;
    const worker = (this.#worker ??= this.#begin());
    /** @type {(Answer | Error)[]} */
    const received = [];
    let wake = () => {};
    const receive = (/** @type {Answer | Error} */ item) => {
      received.push(item);
      wake();
    };
    const listening = new AbortController();
    const options = { signal: listening.signal };
    worker.addEventListener(
      'message',
      ({ data }) => {
        if (data.id === id) receive(data.answer);
      },
      options,
    );
    this.#receive = (item) => {
      if (item instanceof Error || item.id === id) receive(item);
    };
    worker.addEventListener('error', () => receive(new EngineLost(message('engine.crashed'))), options);
    signal?.addEventListener('abort', () => receive(new DOMException('stopped', 'AbortError')), options);
    let finished = false;
    try {
      worker.postMessage({ id, query: { ...query, id } });
      while (!finished) {
        const item = received.shift();
        if (item === undefined) {
          await new Promise((/** @type {(value?: unknown) => void} */ resolve) => (wake = resolve));
        } else if (item instanceof Error) {
          throw item;
        } else {
          finished = item.final;
          yield item;
        }
      }
    } finally {
      listening.abort();
      if (!finished) await this.#stop(worker, id);
    }
  }

  /** Ends the query of this id, if it can without its worker. @param {Worker} worker @param {number} id */
  async #stop(worker, id) {
    const shared = this.#shared;
    if (!shared) return this.#end();
    const listening = new AbortController();
    const ended = new Promise((/** @type {(ended: boolean) => void} */ resolve) => {
      const end = (/** @type {MessageEvent} */ { data }) => {
        if (data.id === id && data.answer.final) resolve(true);
      };
      worker.addEventListener('message', end, { signal: listening.signal });
      setTimeout(() => resolve(false), PATIENCE_MS);
    });
    stop(shared.jobs, true);
    const hasEnded = await ended;
    listening.abort();
    if (hasEnded) stop(shared.jobs, false);
    else this.#end();
  }

  #begin() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data: { module, shared } }) => {
      if (module) this.#compiled.module ??= module;
      if (shared) this.#lend(module, shared);
    });
    worker.postMessage({ module: this.#compiled.module, threads: this.#most });
    return worker;
  }

  /** Begins the threads' workers. @param {WebAssembly.Module} module @param {import('./threads.js').Shared} shared */
  #lend(module, shared) {
    this.#endThreads();
    this.#shared = shared;
    for (let worker = 0; worker < this.#most; worker++) {
      const thread = new Worker(new URL('thread.js', import.meta.url), { type: 'module' });
      thread.addEventListener('message', ({ data: { answer, failed } }) => {
        if (failed) console.error(failed);
        this.#receive(answer ?? new EngineLost(message('engine.crashed')));
      });
      thread.postMessage({ module, shared, worker });
      this.#threads.push(thread);
    }
  }

  #endThreads() {
    for (const thread of this.#threads) thread.terminate();
    this.#threads = [];
    this.#shared = null;
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#endThreads();
  }
}

/** @param {AbortSignal} [signal] */
function stopIfAborted(signal) {
  if (signal?.aborted) throw new DOMException('stopped', 'AbortError');
}
