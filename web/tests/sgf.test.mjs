import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePos } from '../cells.js';
import { parseSgf, writeSgf } from '../sgf.js';
import { createRoot, endOf, grow, movesTo } from '../tree.js';

const size = { width: 15, height: 15 };
const nobody = { black: '', white: '', result: '' };

/** The tree as nested arrays of cells. */
const shape = (node) => [node.cell, node.comment, ...node.children.map(shape)];

test('a game with variations and comments reads back', () => {
  const root = createRoot();
  for (const line of ['h8i9h9', 'h8i9h10i7', 'h8h9', 'a1']) grow(root, parsePos(line, size));
  endOf(root).comment = 'brackets ] and \\ and\nlines';
  root.comment = 'the game';
  const info = { black: 'Ann [1]', white: 'Shisan', result: 'B+R' };
  const read = parseSgf(writeSgf({ rule: 'renju', size, root, info }));
  assert.deepEqual(shape(read.root), shape(root));
  assert.deepEqual([read.rule, read.size, read.info], ['renju', size, info]);
});

test('rectangles read back', () => {
  const wide = { width: 32, height: 20 };
  const root = createRoot();
  grow(root, parsePos('af20aa1', wide));
  const read = parseSgf(writeSgf({ rule: 'caro', size: wide, root, info: nobody }));
  assert.deepEqual([read.size, movesTo(endOf(read.root))], [wide, parsePos('af20aa1', wide)]);
});

test('a long game is no recursion', () => {
  const deep = '('.repeat(1) + ';GM[4]SZ[32]' + [...Array(1000).keys()].map((i) => {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEF';
    return `(;${i % 2 ? 'W' : 'B'}[${letters[i % 32]}${letters[Math.floor(i / 32)]}]`;
  }).join('') + ')'.repeat(1001);
  const read = parseSgf(deep);
  assert.equal(endOf(read.root).ply, 1000);
  assert.equal(endOf(parseSgf(writeSgf({ ...read, rule: 'freestyle' })).root).ply, 1000);
});

test('stones that are set up become moves in turn', () => {
  const { root } = parseSgf('(;GM[4]SZ[15]AB[hh][ii]AW[jj];W[aa])');
  assert.deepEqual(movesTo(endOf(root)), parsePos('h8j10i9a1', size));
});

test('numbers of rules, and rules that nobody knows', () => {
  assert.equal(parseSgf('(;RU[4];B[hh])').rule, 'renju');
  assert.equal(parseSgf('(;RU[mystery];B[hh])').rule, null);
});

test('what is wrong is named', () => {
  for (const [text, error] of [
    ['hello', /no SGF/],
    ['(;B[hh]', /Line 1, column 8: the game does not end/],
    ['(;GM[1];B[hh])', /another game/],
    ['(;SZ[40];B[hh])', /sides are from 5 to 32/],
    ['(;B[hh];B[ii])', /moves twice/],
    ['(;B[hh];W[hh])', /taken/],
    ['(;B[zz])', /no cell/],
    ['(;AB[hh][ii])', /set up/],
  ]) {
    assert.throws(() => parseSgf(text), error, text);
  }
});
