import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, estimate } from '../web/play/find-level.js';

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
