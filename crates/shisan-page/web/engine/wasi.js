// What the engine with threads asks of a system: clock and chance. It has no files and no environment.

const DONE = 0;
const NO_FILE = 8;

/** @param {() => ArrayBufferLike} memory @returns {Record<string, Function>} */
export function wasi(memory) {
  const view = () => new DataView(memory());
  return {
    random_get: (/** @type {number} */ start, /** @type {number} */ bytes) => {
      // Browsers fill no shared memory.
      new Uint8Array(memory(), start >>> 0, bytes).set(crypto.getRandomValues(new Uint8Array(bytes)));
      return DONE;
    },
    environ_get: () => DONE,
    environ_sizes_get: (/** @type {number} */ count, /** @type {number} */ bytes) => {
      view().setUint32(count >>> 0, 0, true);
      view().setUint32(bytes >>> 0, 0, true);
      return DONE;
    },
    clock_time_get: (/** @type {number} */ _, /** @type {bigint} */ __, /** @type {number} */ time) => {
      view().setBigUint64(time >>> 0, BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)), true);
      return DONE;
    },
    fd_close: () => NO_FILE,
    fd_read: () => NO_FILE,
    fd_seek: () => NO_FILE,
    fd_write: () => NO_FILE,
    sched_yield: () => DONE,
    proc_exit: (/** @type {number} */ code) => {
      throw new Error(`the engine has ended with ${code}`);
    },
  };
}
