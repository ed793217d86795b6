// A web worker with the engine. It gets `{id, query}` and posts `{id, answer}` for each answer. Who wants
// to stop a query terminates the worker; so that the next one need not compile again, the first posts the
// compiled engine as `{module}`, and a worker that gets `{module}` before its first query takes it.

import { moduleFile } from './module.js';
import { Engine, failure } from './wasm.js';

/** @type {Promise<Engine> | null} */ let loading = null;

addEventListener('message', async ({ data: { module, id, query } }) => {
  if (module) {
    loading = Promise.resolve(new Engine(module));
    return;
  }
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

async function load() {
  const response = await fetch(new URL(moduleFile, import.meta.url));
  if (!response.ok) throw new Error(`${moduleFile}: ${response.status} ${response.statusText}`);
  // Not every host knows the type that a stream must have.
  const module = await (response.headers.get('Content-Type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer()));
  self.postMessage({ module });
  return new Engine(module);
}
