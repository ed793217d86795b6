import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Game } from '../web/game/game.js';
import { grow } from '../web/game/tree.js';
import { isOwn, keptGames, removeKept, setAside } from '../web/ui/kept-games.js';

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
});

/** Replaces games of so many moves. */
function replace(moves, own) {
  for (const count of moves) {
    const game = new Game();
    game.own = own;
    grow(game.root, [...Array(count).keys()]);
    setAside(game);
  }
}

const keep = (...moves) => replace(moves, true);
/** As `keep`, after the games came from files. */
const look = (...moves) => replace(moves, false);

/** The moves of the games that are kept. */
const kept = () => keptGames().map(({ tree }) => tree.nodes.length - 1);

test('the latest game comes first, and comes once', () => {
  keep(1, 2, 3, 2);
  assert.deepEqual(kept(), [2, 3, 1]);
});

test('games are put back in any order, each in its place', () => {
  keep(1, 2, 3, 4);
  const [, first, second] = keptGames();
  const putBack = [first, second].map(removeKept);
  assert.deepEqual(kept(), [4, 1]);
  putBack[0]();
  assert.deepEqual(kept(), [4, 3, 1]);
  putBack[1]();
  assert.deepEqual(kept(), [4, 3, 2, 1]);
});

test('a game that is too large to be kept ends no other one', () => {
  keep(3, 40_000, 2);
  assert.deepEqual(kept(), [2, 3]);
});

test('a game with long comments is kept only where it leaves room for others', () => {
  const comment = (letters) => {
    const game = new Game();
    grow(game.root, [0]);
    game.root.notes.comment = 'x'.repeat(letters);
    setAside(game);
  };
  keep(3);
  comment(2_000_000);
  assert.deepEqual(kept(), [3]);
  comment(1_500_000);
  keep(4);
  assert.deepEqual(kept(), [4, 1, 3]);
});

test('where the browser has less room, the games that were only looked at and the oldest ones go', () => {
  const stored = new Map();
  const setItem = (key, text) => {
    if (text.length > 500) throw new Error('full');
    stored.set(key, text);
  };
  globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem };
  keep(2);
  look(5);
  keep(3, 4);
  assert.deepEqual(JSON.parse(stored.get('shisan.games')).map(({ tree }) => tree.nodes.length - 1), [4, 3, 2]);
  keep(7);
  assert.deepEqual(kept(), [7, 4]);
  keep(1000);
  assert.deepEqual(kept(), [7, 4], 'it is too large alone');
});

test('games that were only looked at take no place of others', () => {
  keep(1, 2, 3);
  look(39_999);
  assert.deepEqual(kept(), [3, 2, 1]);
  for (let count = 10; count < 130; count++) look(count);
  assert.deepEqual([kept().length, kept().slice(-4)], [100, [33, 3, 2, 1]]);
  keep(150);
  assert.deepEqual([kept().length, kept().slice(0, 2), kept().slice(-4)], [100, [150, 129], [34, 3, 2, 1]]);
});

test('an own game that is looked at stays one', () => {
  keep(1);
  look(1, 2);
  assert.deepEqual(keptGames().map(isOwn), [false, true]);
});
