import assert from 'node:assert/strict';
import test from 'node:test';
import { kindOf, movesOf, resultOf, stonesOf } from '../report/data.js';
import { chanceOf, fiveAt } from '../report/position.js';

const size = { width: 15, height: 15 };
/** @type {import('../report/data.js').Row} */
const row = [0, 1, 0, 1, 'w', 0, 0, 1, 'h9a8b8c8d8', '490 491 3.5 493', '- -35 - +M5', '', ''];

test('a move has what its engine said of it, those of the opening nothing', () => {
  const moves = movesOf(row, size);
  assert.equal(stonesOf(row), 5);
  assert.equal(resultOf(row), '0–1');
  assert.deepEqual(moves[0], { cell: 8 * 15 + 7, time: undefined, score: undefined, depth: undefined });
  assert.deepEqual(moves[2], { cell: 7 * 15 + 1, time: '491', score: '-35', depth: undefined });
  assert.deepEqual(moves[4], { cell: 7 * 15 + 3, time: '493', score: '+M5', depth: undefined });
});

test('an ending is of a kind', () => {
  assert.deepEqual(['timeout:+37ms', 'five', ''].map(kindOf), ['timeout', 'five', 'not recorded']);
});

test('scores are chances', () => {
  assert.deepEqual(['0', '+M7', '-M*'].map(chanceOf), [0.5, 1, 0]);
  assert.ok(chanceOf('200') > 0.72 && chanceOf('-200') < 0.28);
});

test('a five is found in every direction, and no row goes around the edge', () => {
  for (const step of [1, 15, 16, 14]) {
    const own = [0, 1, 2, 3, 4].map((index) => 7 * 15 + 4 + (index - 1) * step);
    const others = [0, 2, 4, 6].map((x) => 14 * 15 + x);
    const moves = [own[0], others[0], own[1], others[1], own[2], others[2], own[4], others[3], own[3]];
    assert.deepEqual([...(fiveAt(moves, size) ?? [])].sort(), [...own].sort(), String(step));
    assert.equal(fiveAt(moves.slice(0, -1), size), undefined);
  }
  const edge = [13, 14, 15, 16, 17];
  assert.equal(fiveAt(edge.flatMap((cell) => [cell, cell + 100]).slice(0, -1), size), undefined);
  assert.equal(fiveAt([], size), undefined);
});
