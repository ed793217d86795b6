// A web worker that runs threads of an engine. It gets what they share, its own number among the workers,
// and posts the answers that they write, or `{failed}`.

import { serve } from './threads.js';
import { instantiate } from './wasm.js';

addEventListener('message', ({ data: { module, shared, worker } }) => {
  const write = (/** @type {string} */ line) => self.postMessage({ answer: JSON.parse(line) });
  try {
    const { wasi_thread_start } = instantiate(module, write, console.error, shared);
    serve(shared.jobs, worker, (thread, argument) => wasi_thread_start?.(thread, argument));
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
});
