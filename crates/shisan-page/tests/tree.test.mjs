import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toggleStone } from '../web/game/edit.js';
import { Game } from '../web/game/game.js';
import { readTree, writeTree } from '../web/game/record.js';
import { flipped, renamed, rotated } from '../web/game/symmetry.js';
import { branchesTo, child, count, createRoot, endOf, follow, grow, isIn, path, positionAt, promote, remove, restore } from '../web/game/tree.js';
import { rowsOf } from '../web/ui/move-rows.js';

const size = { width: 15, height: 15 };
const movesTo = (node) => positionAt(node, size).moves;

test('a move that is known is not made twice', () => {
  const root = createRoot();
  assert.equal(child(root, 5), child(root, 5));
  assert.equal(root.children.length, 1);
});

test('sides take turns', () => {
  const end = grow(createRoot(), [1, 2, 3]);
  assert.deepEqual([end.side, end.toMove, end.ply], ['black', 'white', 3]);
  assert.deepEqual(positionAt(end, size).base, null);
});

test('a variation becomes the main line, and goes', () => {
  const root = createRoot();
  grow(root, [1, 2, 3]);
  const other = grow(root, [1, 4, 5]);
  assert.deepEqual(movesTo(endOf(root)), [1, 2, 3]);
  promote(other);
  assert.deepEqual(movesTo(endOf(root)), [1, 4, 5]);
  const first = root.children[0];
  const cut = remove(first.children[0]);
  assert.equal(cut?.parent, first);
  assert.deepEqual(movesTo(endOf(root)), [1, 2, 3]);
  restore(cut);
  assert.deepEqual(movesTo(endOf(root)), [1, 4, 5], 'it is back where it was');
  assert.equal(remove(root), null);
});

test('what is cut off is in the tree no longer, until it is put back', () => {
  const root = createRoot();
  const end = grow(root, [1, 2, 3]);
  assert.ok(isIn(root, root) && isIn(end, root));
  const cut = remove(end.parent);
  assert.ok(!isIn(end, root) && !isIn(end.parent, root) && isIn(end.parent.parent, root));
  restore(cut);
  assert.ok(isIn(end, root) && !isIn(end, createRoot()));
});

test('what is cut off is counted with its variations', () => {
  const root = createRoot();
  const end = grow(root, [1, 2, 3]);
  grow(root, [1, 4]);
  assert.equal(count(root.children[0]), 4);
  assert.equal(count(end), 1);
});

test('a way through a tree is found again, as far as the tree goes', () => {
  const root = createRoot();
  grow(root, [1, 2]);
  const end = grow(root, [1, 4, 5]);
  assert.deepEqual(branchesTo(end), [0, 1, 0]);
  assert.equal(follow(root, [0, 1, 0]), end);
  assert.equal(follow(root, [0, 0, 3]).ply, 2);
});

/** @type {import('../web/engine/types.js').GameTree} */
const STUDY = {
  rule: 'renju',
  size: [15, 15],
  black: 'Ann',
  event: 'Cup',
  nodes: [
    { setup: [['black', 'a1:b2'], ['white', 'c3'], ['empty', 'b1']], toMove: 'white', properties: [['XY', ['a\\]b']]] },
    { move: ['white', 'h8'], comment: 'centre', marks: [['triangle', 'a1']], labels: [['i9', 'A']] },
    { move: ['black', 'i9'] },
    { parent: 1, move: ['black', 'pass'] },
    { move: ['white', 'j10'], timeMs: 12 },
  ],
};

test('a tree is written as it was read', () => {
  const record = readTree(STUDY);
  assert.deepEqual(writeTree({ ...record, rule: 'renju' }), STUDY);
});

test('what no moves in turn lead to is a base', () => {
  const { root } = readTree(STUDY);
  const [setUp, move] = [root, root.children[0]];
  assert.deepEqual(positionAt(setUp, size).base, { black: [0, 15, 16], white: [32], toMove: 'white' });
  assert.equal(move.toMove, 'black');
  const at = positionAt(move.children[0], size);
  assert.deepEqual([at.base?.toMove, at.moves.length, at.stones.size], ['white', 2, 6]);
  assert.deepEqual([at.stones.get(0)?.number, at.stones.get(7 * 15 + 7)?.number], [0, 1]);
  const passed = positionAt(endOf(move.children[1]), size);
  assert.deepEqual([passed.base?.toMove, passed.base?.white.length, passed.moves.length], ['white', 2, 1]);
});

test('stones that are set up first tell whose turn it is, unless that is stated', () => {
  const turns = (/** @type {import('../web/engine/types.js').TreeNode[]} */ ...nodes) => {
    const { root } = readTree({ size: [15, 15], nodes });
    return [root, ...path(endOf(root))].map(({ toMove }) => toMove);
  };
  assert.deepEqual(turns({ setup: [['black', 'a1:a2'], ['white', 'b1']] }), ['white']);
  assert.deepEqual(turns({ setup: [['black', 'a1']], toMove: 'black' }), ['black']);
  assert.deepEqual(turns({ setup: [['black', 'a1']] }, { setup: [['white', 'b1']] }, {}), ['white', 'black', 'black']);
  assert.deepEqual(turns({}, { setup: [['black', 'a1']], move: ['white', 'b2'] }), ['black', 'black']);
  // Behind a move it stays whose turn it is.
  assert.deepEqual(turns({}, { move: ['black', 'h8'] }, { setup: [['white', 'a1:a9']] }), ['black', 'white', 'white']);
});

test('the turn at stones that are set up by hand is stated', () => {
  const game = new Game();
  toggleStone(game, 0, 'black');
  assert.deepEqual([game.toMove, readTree(writeTree(game)).root.toMove], ['black', 'black']);
});

test('a file has its result as long as its last move is on the main line', () => {
  const game = new Game();
  game.reset({ ...readTree(STUDY), rule: 'renju', info: { result: 'W+R' }, opened: true });
  game.end();
  const cut = game.cut();
  assert.equal(game.info.result, '');
  game.restore(cut);
  assert.equal(game.info.result, 'W+R');
  const stashed = game.stash();
  game.reset({ rule: 'renju', size });
  game.unstash(stashed);
  game.goTo(game.root.children[0].children[1]);
  game.promote();
  assert.equal(game.info.result, '');
});

test('four turns and two flips lead back', () => {
  const wide = { ...STUDY, size: /** @type {[number, number]} */ ([20, 15]) };
  assert.deepEqual(rotated(rotated(rotated(rotated(wide)))), wide);
  assert.deepEqual(flipped(flipped(wide)), wide);
  assert.deepEqual(rotated(wide).size, [15, 20]);
  assert.deepEqual(rotated(wide).nodes[1].labels, [['g9', 'A']]);
  assert.deepEqual(rotated(wide).nodes[0].setup?.[0], ['black', 'n1:o2']);
});

test('cells are named from the bottom, and back', () => {
  const [first, second] = renamed(STUDY, 'top', 'bottom').nodes;
  assert.deepEqual(first.setup, [['black', 'a15:b14'], ['white', 'c13'], ['empty', 'b15']]);
  assert.deepEqual([second.move, second.marks, second.labels], [['white', 'h8'], [['triangle', 'a15']], [['i7', 'A']]]);
  assert.deepEqual(renamed(STUDY, 'top', 'gtp').nodes[2].move, ['black', 'J7']);
  for (const coords of /** @type {const} */ (['bottom', 'gtp'])) {
    assert.deepEqual(renamed(renamed(STUDY, 'top', coords), coords, 'top'), STUDY);
  }
});

test('variations stand below the move that they replace', () => {
  const root = createRoot();
  grow(root, [1, 2, 3, 4, 5]);
  grow(root, [1, 6, 7]);
  grow(root, [1, 6, 8]);
  grow(root, [1, 9]);
  const { list, places } = rowsOf(root, () => 3);
  const text = list.map(({ depth, moves }) => `${depth}: ${moves.map(({ cell }) => cell).join(' ')}`);
  assert.deepEqual(text, ['0: 1 2', '1: 6 7', '2: 8', '1: 9', '0: 3 4 5']);
  assert.equal(places.get(endOf(root)), 4);
});

test('a deep tree is no recursion', () => {
  const root = createRoot();
  let end = root;
  for (let i = 0; i < 50_000; i++) end = child(end, i % 1000);
  assert.equal(rowsOf(root, () => 4).list.length, 12_500);
  assert.equal(writeTree({ rule: 'renju', size: { width: 32, height: 32 }, root, info: { black: '', white: '', result: '' } }).nodes.length, 50_001);
});
