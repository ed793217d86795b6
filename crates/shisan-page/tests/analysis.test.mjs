import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { Analysis } from '../web/analysis/analysis.js';
import { showComparison } from '../web/analysis/compare.js';
import { giveTurn, toggleStone } from '../web/game/edit.js';
import { Game } from '../web/game/game.js';
import { grow } from '../web/game/tree.js';
import { Values } from '../web/game/values.js';
import { use } from '../web/messages.js';
import { putUp } from './stub/elements.mjs';

use('en', english);

let byId;
beforeEach(() => {
  byId = putUp();
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
});

const REPORT = { status: 'ok', final: true, toMove: 'black', best: 'h8', winrate: 0.5, mate: null, nodes: 9, lines: [] };

/** An analysis whose engine answers each query by `answer`, and the queries. @param {(query: import('../web/engine/types.js').Query) => object} answer */
function analyse(answer = () => ({})) {
  const asked = [];
  const settings = Object.assign(new EventTarget(), { coords: 'top', coordsOf: () => settings.coords, textCoordsOf: () => settings.coords });
  const engine = {
    async *query(query) {
      asked.push(query);
      yield { ...REPORT, ...answer(query) };
    },
  };
  const resources = Object.assign(new EventTarget(), { known: Promise.resolve(), query: {} });
  const said = [];
  const app = { game: new Game(), values: new Values(), settings, engine, resources, modes: new Map(), modeName: 'analyse', notice: (text) => said.push(text), recovered() {}, fail: assert.ifError };
  const analysis = new Analysis(app);
  return { app, analysis, asked, said };
}

const end = () => new Promise(setImmediate);

test('a position whose stones or turn are changed is searched again', async () => {
  const { app, analysis, asked } = analyse(({ toMove }) => ({ toMove: toMove ?? 'black', winrate: toMove ? 0.9 : 0.2, nodes: toMove ? 1 : 9 }));
  const { game, values } = app;
  analysis.enter();
  await end();
  for (const change of [() => toggleStone(game, 112, 'black'), () => toggleStone(game, 113, 'white'), () => giveTurn(game, 'white')]) {
    change();
    assert.deepEqual([analysis.answer, values.get(game.current)], [undefined, undefined]);
    await end();
  }
  assert.deepEqual(asked.map(({ stones, toMove }) => [stones?.b.length, stones?.w.length, toMove]), [
    [undefined, undefined, undefined],
    [1, 0, 'black'],
    [1, 1, 'black'],
    [1, 1, 'white'],
  ]);
  assert.equal(values.get(game.root).black.toFixed(1), '0.1');
  // Below a move it is one more position, which stays one.
  game.play(0);
  const move = game.current;
  toggleStone(game, 1, 'black');
  toggleStone(game, 2, 'black');
  assert.deepEqual([game.current.parent, move.children], [move, [game.current]]);
  assert.equal(game.stones.size, 5);
});

test('moves are restricted to what was typed, on any board and by its coordinates', async () => {
  const { app, analysis, asked, said } = analyse();
  const { game, settings } = app;
  const searched = async () => {
    await end();
    return asked.splice(0).map(({ allow, size }) => `${allow} ${size}`);
  };
  const on = (side) => game.reset({ rule: 'freestyle', size: { width: side, height: side } });
  analysis.set({ restrict: 'allow' });
  analysis.restrictTo('h8, a15');
  await searched();
  on(20);
  assert.deepEqual(await searched(), ['h8,a15 20,20']);
  settings.coords = 'bottom';
  settings.dispatchEvent(new Event('change'));
  assert.deepEqual(await searched(), ['h13,a6 20,20']);
  // Another language, say.
  settings.dispatchEvent(new Event('change'));
  assert.deepEqual([await searched(), said], [[], []]);
  on(10);
  assert.deepEqual([await searched(), said], [[], ['These are no cells of this board.']]);
});

test('the best of some moves is not what the position is worth', async () => {
  const { app, analysis } = analyse(({ allow, balanced }) => (allow ? { winrate: 0, mate: -2, nodes: 99 } : balanced ? { winrate: 0.4, nodes: 99 } : { winrate: 0.6 }));
  const known = async () => {
    await end();
    return app.values.get(app.game.current)?.black;
  };
  analysis.restrictTo('a1');
  analysis.set({ restrict: 'allow' });
  assert.equal(await known(), undefined);
  analysis.set({ restrict: '', wanted: 'balanced' });
  assert.equal(await known(), undefined);
  analysis.set({ wanted: 'best' });
  assert.equal(await known(), 0.6);
});

test('a comparison ends with the move that was deleted', () => {
  const settings = Object.assign(new EventTarget(), { coordsOf: () => 'top' });
  const app = Object.assign(new EventTarget(), { game: new Game(), values: new Values(), settings, clearNotice() {} });
  const { game } = app;
  grow(game.root, [1, 2, 3]);
  game.end();
  showComparison(app);
  byId('compare').click();
  game.back();
  game.cut();
  const { current } = game;
  byId('compare-go').click();
  assert.deepEqual([game.current === current, byId('compare-go').hidden], [true, true]);
});
