import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineLost } from '../web/engine/engine.js';
import { ServerEngine } from '../web/engine/server.js';

/** What the page gets of these pieces of a response. @param {string[]} pieces */
async function* answersTo(pieces) {
  const stream = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  globalThis.fetch = async () => new Response(stream);
  yield* new ServerEngine('token').query({});
}

test('lines come whole, and a server that dies within one is lost', async () => {
  const found = [];
  for await (const { id } of answersTo(['{"id":1,"fi', 'nal":false}\n\n{"id":2,', '"final":true}\n'])) found.push(id);
  assert.deepEqual(found, [1, 2]);
  const cut = answersTo(['{"id":1,"final":false}\n{"id":2,"fi']);
  assert.equal((await cut.next()).value.id, 1);
  await assert.rejects(cut.next(), EngineLost);
});
