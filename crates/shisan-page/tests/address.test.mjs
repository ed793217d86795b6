import assert from 'node:assert/strict';
import { test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { use } from '../web/messages.js';
import { fragmentOf, positionOf } from '../web/ui/address.js';
import { parsePos } from '../web/game/cells.js';

use('en', english);

test('a position reads back', () => {
  for (const size of [{ width: 15, height: 15 }, { width: 20, height: 16 }]) {
    const position = { rule: /** @type {const} */ ('renju'), size, base: null, moves: parsePos('h8i9', size) };
    const set = { ...position, base: { black: parsePos('a1b2', size), white: [], toMove: /** @type {const} */ ('white') } };
    assert.deepEqual(positionOf(fragmentOf({ ...set, position: set })), set);
    assert.deepEqual(positionOf(fragmentOf({ ...position, position })), position);
  }
});

test('what is absent is taken as usual', () => {
  const size = { width: 15, height: 15 };
  assert.deepEqual(positionOf('#moves=h8'), { rule: 'freestyle', size, base: null, moves: parsePos('h8', size) });
  assert.equal(positionOf(''), null);
  assert.equal(positionOf('#elsewhere'), null);
});

test('what is wrong is named', () => {
  assert.throws(() => positionOf('#rule=chess'), /chess/);
  assert.throws(() => positionOf('#size=4'), /from 5 to 32/);
  assert.throws(() => positionOf('#moves=z99'), /z99/);
  assert.throws(() => positionOf('#moves=h8&toMove=purple'), /purple/);
  assert.throws(() => positionOf('#black=h8&moves=h8'), /h8: the cell is taken/);
});
