// The games that this device keeps: each that another one replaced, the latest first.

import { writeTree } from '../game/record.js';
import { load, save } from './storage.js';

/** @typedef {import('../engine/types.js').GameTree} GameTree */
/** A game, and when it was replaced, in milliseconds since 1970. @typedef {{time: number, tree: GameTree}} KeptGame */

const KEY = 'games';
/** The most games, and the most nodes of all of them: browsers keep some megabytes. */
const MOST = 100;
const MOST_NODES = 40_000;

/** @returns {KeptGame[]} */
export const keptGames = () => load(KEY, []);

/** Keeps the game that another one is about to replace; the oldest go where there are too many. @param {import('../game/game.js').Game} game */
export function setAside(game) {
  if (game.root.children.length === 0) return;
  const tree = writeTree(game);
  const text = JSON.stringify(tree);
  const others = keptGames().filter((other) => JSON.stringify(other.tree) !== text);
  // Two in a millisecond have times of their own, too: these tell the games apart.
  const time = Math.max(Date.now(), 1 + (others[0]?.time ?? 0));
  let room = MOST_NODES;
  const all = [{ time, tree }, ...others].slice(0, MOST);
  save(KEY, all.filter(({ tree: { nodes } }) => nodes.length <= room && (room -= nodes.length) >= 0));
}

/** Takes a game off the list. @param {KeptGame} game @returns {() => void} puts it back, wherever the others went meanwhile */
export function removeKept(game) {
  save(KEY, keptGames().filter(({ time }) => time !== game.time));
  return () => save(KEY, [...keptGames(), game].sort((a, b) => b.time - a.time));
}
