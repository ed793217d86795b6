import assert from 'node:assert/strict';
import { test } from 'node:test';
import { child, count, createRoot, endOf, follow, grow, moverOf, movesTo, path, promote, remove, restore, toMove } from '../web/game/tree.js';

test('a move that is known is not made twice', () => {
  const root = createRoot();
  assert.equal(child(root, 5), child(root, 5));
  assert.equal(root.children.length, 1);
});

test('sides take turns', () => {
  const end = grow(createRoot(), [1, 2, 3]);
  assert.deepEqual([moverOf(end), toMove(end), end.ply], ['black', 'white', 3]);
  assert.deepEqual(path(end).map((node) => node.ply), [1, 2, 3]);
});

test('a variation becomes the main line, and goes', () => {
  const root = createRoot();
  grow(root, [1, 2, 3]);
  const other = grow(root, [1, 4, 5]);
  assert.deepEqual(movesTo(endOf(root)), [1, 2, 3]);
  promote(other);
  assert.deepEqual(movesTo(endOf(root)), [1, 4, 5]);
  const cut = remove(follow(root, [1, 4]));
  assert.equal(cut?.parent, follow(root, [1]));
  assert.deepEqual(movesTo(endOf(root)), [1, 2, 3]);
  restore(cut);
  assert.deepEqual(movesTo(endOf(root)), [1, 4, 5], 'it is back where it was');
  assert.equal(remove(root), null);
});

test('what is cut off is counted with its variations', () => {
  const root = createRoot();
  grow(root, [1, 2, 3]);
  grow(root, [1, 4]);
  assert.equal(count(follow(root, [1])), 4);
  assert.equal(count(follow(root, [1, 4])), 1);
});

test('following stops where the tree does', () => {
  const root = createRoot();
  grow(root, [1, 2]);
  assert.equal(follow(root, [1, 2, 3]).ply, 2);
});
