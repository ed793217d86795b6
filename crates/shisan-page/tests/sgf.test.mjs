import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePos } from '../web/game/cells.js';
import { parseSgf, writeSgf } from '../web/game/sgf.js';
import { createRoot, endOf, grow, movesTo } from '../web/game/tree.js';

const size = { width: 15, height: 15 };
const anonymous = { black: '', white: '', result: '' };

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
  const read = parseSgf(writeSgf({ rule: 'caro', size: wide, root, info: anonymous }));
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

test('an opening in properties of its own is played, once', () => {
  for (const text of [
    '(;GM[4]SZ[15]PB[x]PW[y];QPR[gg,gh,if];QSLW[fg];B[ff];W[hh])',
    '(;QPR[gg, gh ,if];W[fg];B[ff];W[hh])',
    '(;QPR[gg][gh][if];QSLW[fg];B[gg];W[gh];B[if];W[fg];B[ff];W[hh])',
  ]) {
    const { root, warnings } = parseSgf(text);
    assert.deepEqual([movesTo(endOf(root)), warnings], [parsePos('g7g8i6f7f6h8', size), []], text);
  }
});

test('what holds cells and is left out is named', () => {
  for (const [text, names] of [
    ['(;XY[gg];B[hh]ZYX[h8 i9,j10])', ['XY', 'ZYX']],
    ['(;B[hh];OPN[gg:hh][aa](;W[ii]XY[aa])(;W[jj]XY[bb]))', ['OPN', 'XY']],
    ['(;B[hh]TR[gg]LB[gg:1]MA[aa:cc]PB[ab]C[gg]XY[zz]YX[hello]XX[]XZ[12,7])', []],
  ]) {
    assert.deepEqual(parseSgf(text).warnings, names.map((name) => `Property ${name} holds cells and was left out`));
  }
});

test('moves of one node are played as they are written', () => {
  assert.deepEqual(movesTo(endOf(parseSgf('(;B[hh]W[ii]B[jj])').root)), parsePos('h8i9j10', size));
  assert.throws(() => parseSgf('(;W[ii]B[hh])'), /white moves twice/);
});

test('numbers of rules, and unknown rules', () => {
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
    ['(;B[hh][ii];W[jj])', /one cell for a move/],
    ['(;B[hh];AE[hh])', /removed/],
    ['(;QPR[gg];W[gg])', /taken/],
    ['(;B[hh];W[hh])', /taken/],
    ['(;B[zz])', /no cell/],
    ['(;AB[hh][ii])', /set up/],
  ]) {
    assert.throws(() => parseSgf(text), error, text);
  }
});
