// The threads of the engine: workers that share its memory and run what it asks for, as the proposal
// wasi-threads says. What they exchange is an array of numbers in shared memory: a counter of threads, whether
// the page wants no more of the query, then for each worker its state, and the number and the argument of its
// thread.

/** @typedef {{memory: WebAssembly.Memory, jobs: Int32Array<SharedArrayBuffer>}} Shared */

const COUNT = 0;
const STOPPED = 1;
const WORKERS = 2;

const FREE = 0;
const TAKEN = 1;
const GIVEN = 2;
const FIELDS = 3;

/** The longest wait for a worker. */
const PATIENCE_MS = 1000;

/** Pages of 64 KiB: what the engine begins with, and the most. The linker knows both. */
const INITIAL = 512;
const MOST = 32768;

/** What an engine shares with this many workers. @param {number} workers @returns {Shared} */
export function share(workers) {
  const jobs = new Int32Array(new SharedArrayBuffer(4 * (WORKERS + FIELDS * workers)));
  return { memory: memory(), jobs };
}

/** A browser reserves all that a shared memory may become: a small one has no room for the most. */
function memory() {
  for (let maximum = MOST; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: INITIAL, maximum, shared: true });
    } catch (error) {
      if (maximum === INITIAL) throw error;
    }
  }
}

/** Ends the searches of the query under way, or lets the next ones go on. @param {Int32Array<SharedArrayBuffer>} jobs @param {boolean} stopped */
export const stop = (jobs, stopped) => Atomics.store(jobs, STOPPED, Number(stopped));

/** @param {Int32Array<SharedArrayBuffer>} jobs */
export const isStopped = (jobs) => Atomics.load(jobs, STOPPED) === 1;

/**
 * Has a free worker run a thread. Returns its number, or -1 where no worker is free.
 * @param {Int32Array<SharedArrayBuffer>} jobs @param {number} argument
 */
export function spawn(jobs, argument) {
  const at = take(jobs);
  if (at < 0) return -1;
  const thread = Atomics.add(jobs, COUNT, 1) + 1;
  Atomics.store(jobs, at + 1, thread);
  Atomics.store(jobs, at + 2, argument);
  Atomics.store(jobs, at, GIVEN);
  Atomics.notify(jobs, at);
  return thread;
}

/**
 * Takes a free worker, and returns where its fields begin; -1 if there is none. It waits a while for one: when a
 * thread has ended for the engine, its worker has yet to return from it.
 * @param {Int32Array<SharedArrayBuffer>} jobs
 */
function take(jobs) {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    for (let at = WORKERS; at < jobs.length; at += FIELDS) {
      if (Atomics.compareExchange(jobs, at, FREE, TAKEN) === FREE) return at;
    }
    if (jobs.length === WORKERS || performance.now() > end) return -1;
    Atomics.wait(jobs, WORKERS, GIVEN, 1);
  }
}

/**
 * Runs the threads that are given to a worker, for ever.
 * @param {Int32Array<SharedArrayBuffer>} jobs @param {number} worker  from 0
 * @param {(thread: number, argument: number) => void} run
 */
export function serve(jobs, worker, run) {
  const at = WORKERS + FIELDS * worker;
  for (;;) {
    const state = Atomics.load(jobs, at);
    if (state !== GIVEN) {
      Atomics.wait(jobs, at, state);
      continue;
    }
    run(Atomics.load(jobs, at + 1), Atomics.load(jobs, at + 2));
    Atomics.store(jobs, at, FREE);
  }
}
