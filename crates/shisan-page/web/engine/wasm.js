// The engine as wasm: a query in, its answers out, as lines of JSON. It answers one query at a time and
// returns when all is answered. An instance that fails is replaced by a new one before the next query.

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} query  where to write a query of this many bytes
 * @property {() => void} answer
 */

/** @typedef {(line: string) => void} Write */

const PANIC = 'internal error, please report it';
const NO_MEMORY = 'the engine ran out of memory';

export class Engine {
  #module;
  /** @type {Exports | null} */ #exports = null;
  /** @type {Write} */ #write = () => {};
  /** @type {string | null} */ #panic = null;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
  }

  /** @param {string} query @param {Write} write  gets each answer */
  answer(query, write) {
    this.#write = write;
    try {
      const exports = (this.#exports ??= this.#instantiate());
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

  #instantiate() {
    const text = (/** @type {number} */ start, /** @type {number} */ bytes) =>
      new TextDecoder().decode(new Uint8Array(instance.exports.memory.buffer, start >>> 0, bytes));
    const host = {
      now: () => performance.now(),
      write: (/** @type {number} */ start, /** @type {number} */ bytes) => this.#write(text(start, bytes)),
      panicked: (/** @type {number} */ start, /** @type {number} */ bytes) => {
        this.#panic = text(start, bytes);
      },
    };
    const instance = /** @type {{exports: Exports}} */ (
      /** @type {unknown} */ (new WebAssembly.Instance(this.#module, { host }))
    );
    return instance.exports;
  }
}

/** The answer to a query that no engine answers. @param {string} query @param {string} error */
export function failure(query, error) {
  const { id = 1 } = JSON.parse(query);
  return JSON.stringify({ id, final: true, status: 'error', error, field: null });
}
