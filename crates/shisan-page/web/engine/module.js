// Which of the engines this browser runs, best first: a host may lack some, or be out of reach.

/** A module of one type: a function that returns a vector of 128 bits. */
const VECTOR = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b);

const vectors = WebAssembly.validate(VECTOR);
// Only an isolated page may share memory between workers.
const threads = vectors && globalThis.crossOriginIsolated === true && navigator.hardwareConcurrency > 1;

export const MODULES = [
  ...(threads ? ['engine-threads.wasm'] : []),
  ...(vectors ? ['engine-simd.wasm'] : []),
  'engine.wasm',
];
