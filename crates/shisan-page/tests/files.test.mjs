import assert from 'node:assert/strict';
import { test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { isAbort } from '../web/engine/engine.js';
import { toggleStone } from '../web/game/edit.js';
import { Game } from '../web/game/game.js';
import { writeTree } from '../web/game/record.js';
import { use } from '../web/messages.js';
import { positionOf } from '../web/ui/address.js';
import { openAddress, openFile, openKept, openText } from '../web/ui/files.js';

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
  assert.deepEqual([app.game.position.moves.length, app.game.opened, app.game.own, said], [9, true, false, [leftOut]]);
});

/** A page whose engine converts a text to a game that has these moves, once `read` is called with it. */
function slow() {
  const waiting = new Map();
  const engine = {
    async *query({ text, bytes }) {
      const moves = text ?? Buffer.from(bytes, 'base64').toString();
      await new Promise((resolve) => waiting.set(moves, resolve));
      const nodes = [{}, ...moves.split(' ').map((cell, i) => ({ move: [i % 2 ? 'white' : 'black', cell] }))];
      yield { status: 'converted', final: true, games: 1, tree: { rule: 'renju', size: [15, 15], nodes } };
    },
  };
  const referee = { facts: async () => ({ over: null }) };
  const app = { game: new Game(), engine, referee, settings: { textCoordsOf: () => 'top' }, setMode() {}, clearNotice() {} };
  const read = async (moves) => {
    while (!waiting.has(moves)) await new Promise(setImmediate);
    waiting.get(moves)();
    waiting.delete(moves);
  };
  return { app, read };
}

test('a game that was opened is a person’s own once it is changed', async () => {
  const { app, read } = slow();
  const { game } = app;
  const open = async () => {
    const opened = openText(app, 'h8 i9');
    await read('h8 i9');
    await opened;
  };
  for (const change of [() => game.play(0), () => game.annotated(), () => game.cut()]) {
    await open();
    game.back();
    assert.equal(game.own, false);
    change();
    assert.equal(game.own, true);
  }
  const tree = writeTree(game);
  for (const own of [true, false]) {
    await openKept(app, { time: 1, tree, own });
    assert.equal(game.own, own);
  }
});

test('a file that is read slowly replaces no game that was begun meanwhile', async () => {
  const { app, read } = slow();
  const opened = openFile(app, new Blob(['h8 i9']));
  app.game.reset({ rule: 'caro', size: { width: 20, height: 20 } });
  app.game.play(3);
  read('h8 i9');
  await assert.rejects(opened, isAbort);
  assert.deepEqual([app.game.rule, app.game.position.moves], ['caro', [3]]);
});

test('of two games that are opened at a time the later one stays', async () => {
  for (const order of [['h8', 'i9'], ['i9', 'h8']]) {
    const { app, read } = slow();
    const first = assert.rejects(openFile(app, new Blob(['h8'])), isAbort);
    const second = openText(app, 'i9');
    for (const text of order) await read(text);
    await Promise.all([first, second]);
    assert.deepEqual(app.game.position.moves, [8 * 15 + 8]);
  }
});

test('what is put on the board while a link is judged stays', async () => {
  const { app } = slow();
  app.referee.facts = async (_, { base, moves }) => {
    await new Promise(setImmediate);
    if (!base && moves.length > 9) throw new Error('the game was over before');
    return { over: !base && moves.length === 9 ? { winner: 'black', reason: 'five', line: [] } : null };
  };
  const link = '#moves=h8a1h9b1h10c1h11d1h12e1';
  const tried = openText(app, link);
  app.game.start();
  app.game.play(0);
  assert.equal((await tried).warnings.length, 1);
  assert.deepEqual(app.game.position.moves, [0]);
  assert.equal(app.game.root.children.length, 2);
  app.game.start();
  app.game.end();
  assert.equal(app.game.position.moves.length, 9);

  const setUp = openText(app, link);
  toggleStone(app.game, 0, 'white');
  assert.deepEqual((await setUp).warnings, []);
  assert.equal(app.game.line.length, 11);
});
