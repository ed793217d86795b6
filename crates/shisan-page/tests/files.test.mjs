import assert from 'node:assert/strict';
import { test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { Game } from '../web/game/game.js';
import { use } from '../web/messages.js';
import { positionOf } from '../web/ui/address.js';
import { openAddress, openText } from '../web/ui/files.js';

use('en', english);

globalThis.FileReader = class extends EventTarget {
  async readAsDataURL(blob) {
    this.result = `data:;base64,${Buffer.from(await blob.arrayBuffer()).toString('base64')}`;
    this.dispatchEvent(new Event('load'));
  }
};

/** The query that opens a text. @param {string} text */
async function queryFor(text) {
  let asked;
  const engine = {
    async *query(query) {
      asked = query;
      yield { status: 'error', error: 'no game', final: true };
    },
  };
  const app = { game: new Game(), engine, settings: { textCoordsOf: () => 'top' } };
  await assert.rejects(openText(app, text), /no game/);
  return asked;
}

const MIB = 1 << 20;

test('a text has up to 5 MiB, and fits a query', async () => {
  const short = 'h8\n';
  assert.equal((await queryFor(short)).text, short);
  const text = 'h8\n"\n'.repeat(MIB);
  const query = await queryFor(text);
  assert.equal(Buffer.from(query.bytes, 'base64').toString(), text);
  assert.ok(JSON.stringify(query).length < 8 * MIB);
  // As many letters have three times the bytes.
  for (const long of ['h'.repeat(5 * MIB + 1), '五'.repeat(2 * MIB)]) await assert.rejects(openText({}, long), /too long/);
});

test('what a link has after the end of its game is left out', async () => {
  globalThis.localStorage = { getItem: () => null, setItem() {} };
  const said = [];
  const app = {
    game: new Game(),
    referee: {
      async facts(_, { moves }) {
        if (moves.length > 9) throw new Error('the game was over before');
        return { over: moves.length === 9 ? { winner: 'black', reason: 'five', line: [] } : null };
      },
    },
    setMode() {},
    clearNotice() {},
    notice: (text) => said.push(text),
  };
  const link = '#moves=h8a1h9b1h10c1h11d1h12';
  const leftOut = 'Black wins with five in a row. The moves after that are left out';
  assert.deepEqual((await openText(app, `http://127.0.0.1:4343/${link}e1e2e3`)).warnings, [leftOut]);
  assert.equal(app.game.line.length, 9);
  assert.deepEqual((await openText(app, link)).warnings, []);
  await openAddress(app, positionOf(`${link}e1`));
  assert.deepEqual([app.game.position.moves.length, app.game.opened, said], [9, true, [leftOut]]);
});
