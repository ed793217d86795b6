// The engine as wasm: a query in, its answers out, as lines of JSON. It answers one query at a time and
// returns when all is answered. An instance that fails is replaced by a new one before the next query.

import { isStopped, spawn } from './threads.js';
import { wasi } from './wasi.js';

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} query  where to write a query of this many bytes
 * @property {() => void} answer
 * @property {() => void} [_initialize]  of the engine with threads, once for its memory
 * @property {(thread: number, argument: number) => void} [wasi_thread_start]
 */

/** @typedef {(line: string) => void} Write */
/** @typedef {import('./threads.js').Shared} Shared */

const PANIC = 'internal error, please report it';
const NO_MEMORY = 'the engine ran out of memory';
/** After any limit, in milliseconds. */
const TOO_LATE = 1e17;

/** Whether the engine in a module has threads. @param {WebAssembly.Module} module */
export const hasThreads = (module) => WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory');

export class Engine {
  #module;
  /** Makes what an instance shares with other workers. @type {() => Shared | undefined} */ #share;
  /** @type {Exports | null} */ #exports = null;
  /** @type {Write} */ #write = () => {};
  /** @type {string | null} */ #panic = null;

  /** @param {WebAssembly.Module} module @param {() => Shared | undefined} [share] */
  constructor(module, share = () => undefined) {
    this.#module = module;
    this.#share = share;
  }

  /** @param {string} query @param {Write} write  gets each answer */
  answer(query, write) {
    this.#write = write;
    try {
      const exports = (this.#exports ??= this.#begin());
      const bytes = new TextEncoder().encode(query);
      const start = exports.query(bytes.length) >>> 0;
      new Uint8Array(exports.memory.buffer, start, bytes.length).set(bytes);
      exports.answer();
    } catch (error) {
      console.error(this.#panic ?? error);
      this.#exports = null;
      write(failure(query, this.#panic === null ? NO_MEMORY : PANIC));
      this.#panic = null;
    }
  }

  #begin() {
    const exports = instantiate(this.#module, (line) => this.#write(line), (panic) => (this.#panic = panic), this.#share());
    exports._initialize?.();
    return exports;
  }
}

/**
 * @param {WebAssembly.Module} module @param {Write} write @param {(message: string) => void} panicked
 * @param {Shared} [shared] @returns {Exports}
 */
export function instantiate(module, write, panicked, shared) {
  // Text is decoded from memory of one's own only.
  const text = (/** @type {number} */ start, /** @type {number} */ bytes) =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start >>> 0, bytes).slice());
  const host = {
    // A search that is stopped has no time left.
    now: () => (shared && isStopped(shared.jobs) ? TOO_LATE : performance.timeOrigin + performance.now()),
    processors: () => (shared ? navigator.hardwareConcurrency : 1),
    write: (/** @type {number} */ start, /** @type {number} */ bytes) => write(text(start, bytes)),
    panicked: (/** @type {number} */ start, /** @type {number} */ bytes) => panicked(text(start, bytes)),
  };
  const threads = shared && {
    env: { memory: shared.memory },
    wasi_snapshot_preview1: wasi(() => exports.memory.buffer),
    wasi: { 'thread-spawn': (/** @type {number} */ argument) => spawn(shared.jobs, argument) },
  };
  const instance = new WebAssembly.Instance(module, { host, ...threads });
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  return exports;
}

/** The answer to a query that no engine answers. @param {string} query @param {string} error */
export function failure(query, error) {
  const { id = 1 } = JSON.parse(query);
  return JSON.stringify({ id, final: true, status: 'error', error, field: null });
}
