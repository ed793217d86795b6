import assert from 'node:assert/strict';
import { test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { cellName, parseCell, parsePos, parseSize, posString } from '../web/game/cells.js';
import { use } from '../web/messages.js';

use('en', english);

const square = (side) => ({ width: side, height: side });

test('every name reads back, in each kind of coordinates', () => {
  for (const size of [square(15), square(32), { width: 32, height: 5 }]) {
    for (const coords of ['top', 'bottom', 'gtp']) {
      for (let cell = 0; cell < size.width * size.height; cell++) {
        assert.equal(parseCell(cellName(cell, size, coords), size, coords), cell);
      }
    }
  }
});

test('coordinates differ where they should', () => {
  const size = square(15);
  assert.deepEqual(['top', 'bottom', 'gtp'].map((coords) => cellName(9 + 15, size, coords)), ['j2', 'j14', 'K14']);
  assert.equal(parseCell('i9', size, 'gtp'), null);
  assert.equal(cellName(25 + 32 * 31, square(32), 'gtp'), 'AA1');
  assert.equal(cellName(26, square(32)), 'aa1');
});

test('what is not a cell is refused', () => {
  for (const bad of ['', 'h', '8', 'h0', 'h16', 'p1', 'h+8', 'aaa1', 'ba1']) assert.equal(parseCell(bad, square(15)), null);
});

test('pos strings read back, and name what is wrong', () => {
  const size = square(15);
  assert.equal(posString(parsePos('h8 i9, J10', size), size), 'h8i9j10');
  assert.throws(() => parsePos('h8z9', size), /z9: not a cell of the 15x15 board/);
  assert.throws(() => parsePos('h8h8', size), /taken/);
  assert.throws(() => parsePos('h8?', size), /not a cell/);
});

test('sizes', () => {
  assert.deepEqual(parseSize('15'), square(15));
  assert.deepEqual(parseSize('20x16'), { width: 20, height: 16 });
  for (const bad of ['4', '33', '15x', '15x4', 'x15', '']) assert.equal(parseSize(bad), null);
});
