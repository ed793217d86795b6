import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const source = readFileSync(new URL('../web/service-worker.js', import.meta.url), 'utf8');

/** What a page gets from the worker. @param {() => Promise<Response>} fetch @param {() => Promise<object>} open the cache */
async function answer(fetch, open) {
  const listeners = {};
  const self = { location: { origin: 'http://host' }, addEventListener: (name, listener) => (listeners[name] = listener) };
  new Function('self', 'caches', 'fetch', source)(self, { open }, fetch);
  let given;
  listeners.fetch({ request: { method: 'GET', url: 'http://host/main.js' }, respondWith: (answer) => (given = answer) });
  return (await given).text();
}

const fails = (reason) => async () => {
  throw new Error(reason);
};
const from = (text) => async () => new Response(text);

test('the host is answered for where the cache fails, and the cache where the host does', async () => {
  const kept = [];
  const cache = { put: async (_, response) => kept.push(await response.text()), match: from('old') };
  assert.equal(await answer(from('new'), async () => cache), 'new');
  assert.deepEqual(kept, ['new']);
  assert.equal(await answer(fails('offline'), async () => cache), 'old');
  const full = { put: fails('full'), match: async () => undefined };
  assert.equal(await answer(from('new'), async () => full), 'new');
  assert.equal(await answer(from('new'), fails('forbidden')), 'new');
  await assert.rejects(answer(fails('offline'), async () => full), /offline/);
  await assert.rejects(answer(fails('offline'), fails('forbidden')), /offline/);
});
