// A web worker with the engine. It gets `{id, query}` and posts `{id, answer}` for each answer. Who wants
// to stop a query terminates the worker; so that the next one need not compile again, the first posts the
// compiled engine as `{module}`, and a worker that gets `{module}` before its first query takes it. With
// `{threads}`, other workers are promised: where the engine has threads, it posts `{module, shared}` for
// them, and thread.js is what they run.

import { MODULES } from './module.js';
import { share } from './threads.js';
import { Engine, failure, hasThreads } from './wasm.js';

/** @type {Promise<Engine> | null} */ let loading = null;
/** How many other workers run threads. */ let promised = 0;

addEventListener('message', async ({ data: { module, threads, id, query } }) => {
  promised = threads ?? promised;
  if (module) loading = Promise.resolve(engine(module));
  if (!query) return;
  const text = JSON.stringify(query);
  const write = (/** @type {string} */ line) => self.postMessage({ id, answer: JSON.parse(line) });
  try {
    const engine = await (loading ??= load());
    engine.answer(text, write);
  } catch (error) {
    loading = null;
    write(failure(text, `the engine cannot be loaded: ${error instanceof Error ? error.message : error}`));
  }
});

/** @param {WebAssembly.Module} module */
function engine(module) {
  return new Engine(module, () => {
    if (!hasThreads(module)) return undefined;
    const shared = share(promised);
    self.postMessage({ module, shared });
    return shared;
  });
}

async function load() {
  const module = await compile();
  self.postMessage({ module });
  return engine(module);
}

/** The best engine that the host gives. */
async function compile() {
  let problem;
  for (const file of MODULES) {
    try {
      const response = await fetch(new URL(file, import.meta.url));
      if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
      // Not every host knows the type that a stream must have.
      return await (response.headers.get('Content-Type') === 'application/wasm'
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer()));
    } catch (error) {
      problem ??= error;
    }
  }
  throw problem;
}
