import assert from 'node:assert/strict';
import { test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { Game } from '../web/game/game.js';
import { createRoot, grow } from '../web/game/tree.js';
import { use } from '../web/messages.js';
import { FindLevel, GAMES, estimate } from '../web/play/find-level.js';
import { Play } from '../web/play/play.js';
import { putUp } from './stub/elements.mjs';

use('en', english);
// The clock would be looked at for ever.
globalThis.setInterval = () => 0;

/** A page whose storage has what `store` has. @param {Map<string, string>} store */
function open(store) {
  globalThis.localStorage = { getItem: (key) => store.get(key) ?? null, setItem: (key, value) => store.set(key, value) };
  putUp();
  const app = {
    game: new Game(),
    modes: new Map(),
    modeName: 'play',
    settings: new EventTarget(),
    board: { setMarks() {}, grid: { focus() {} } },
    facts: async () => ({ over: null, forbidden: new Map() }),
    referee: { peek: () => null },
    engine: { query: async function* () {} },
    notice() {},
    clearNotice() {},
    setMode() {},
    fail() {},
  };
  const play = new Play(app);
  return { app, play, findLevel: new FindLevel(app, play) };
}

test('a game that was opened meanwhile is none of the three, nor after a reload', () => {
  const store = new Map();
  const { app, play, findLevel } = open(store);
  const { game } = app;
  findLevel.start({ rule: 'freestyle', size: game.size });
  assert.deepEqual([findLevel.isReplaced, findLevel.score], [false, null]);
  const root = createRoot();
  game.reset({ rule: 'freestyle', size: game.size, root, opened: true });
  game.goTo(grow(root, [112, 113]));
  assert.ok(findLevel.isReplaced, 'while it is looked at');
  play.resign();
  assert.deepEqual([play.ended, findLevel.score], ['W+R', null]);
  const again = open(store);
  Object.assign(again.play, { setup: play.setup, ended: play.ended });
  assert.deepEqual([again.findLevel.isReplaced, again.findLevel.score], [true, null]);
  again.findLevel.goOn();
  assert.deepEqual([again.findLevel.game, again.findLevel.isReplaced, again.app.game.current.ply], [1, false, 0]);
  again.play.resign();
  assert.equal(again.findLevel.score, 0);
  again.findLevel.goOn();
  assert.equal(again.findLevel.game, 2);
});

/** The level after three games, of which each is won with the chance that `wins` gives for its level. */
function outcomes(strength) {
  const chance = (level) => 1 / (1 + 10 ** ((level - strength) / 400));
  const play = (results, weight) => {
    const { level } = estimate(results);
    if (results.length === GAMES) return [[level, weight]];
    return [1, 0].flatMap((score) => play([...results, { level, score }], weight * (score ? chance(level) : 1 - chance(level))));
  };
  return play([], 1);
}
const mean = (weighted) => weighted.reduce((sum, [level, weight]) => sum + level * weight, 0);

test('the first game is against the middle of what is expected, and each result leads on', () => {
  assert.equal(estimate([]).level, 1000);
  const [won, drawn, lost] = [1, 0.5, 0].map((score) => estimate([{ level: 1000, score }]));
  assert.deepEqual([won.level, drawn.level, lost.level], [1250, 1000, 750]);
  const twice = estimate([{ level: 1000, score: 1 }, { level: 1250, score: 1 }]);
  assert.ok(twice.level > won.level && twice.level <= 2200 && twice.error < estimate([]).error);
});

test('stronger players get higher levels, between those of the dial', () => {
  const means = [100, 600, 1100, 1600, 2200].map((strength) => mean(outcomes(strength)));
  assert.deepEqual(means, [...means].sort((a, b) => a - b));
  assert.ok(means[1] < 900 && means[3] > 1200, String(means));
  for (const [level] of outcomes(1100)) assert.ok(level >= 100 && level <= 2200 && level % 50 === 0, String(level));
  const errors = outcomes(1000).map(([level, weight]) => [(level - 1000) ** 2, weight]);
  assert.ok(Math.sqrt(mean(errors)) < 300, String(Math.sqrt(mean(errors))));
});
