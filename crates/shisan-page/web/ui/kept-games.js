// The games that this device keeps: each that another one replaced, the latest first.

import { writeTree } from '../game/record.js';
import { fits, load, save } from './storage.js';

/** @typedef {import('../engine/types.js').GameTree} GameTree */
/** A game, and when it was replaced, in milliseconds since 1970; `stamp` of a game that its tab may go on with. @typedef {{time: number, tree: GameTree, stamp?: number}} KeptGame */

const KEY = 'games';
/** The most games, and the most nodes of all of them: browsers keep some megabytes. */
const MOST = 100;
const MOST_NODES = 40_000;
/** What a kept tree has. */
export const LIKE_TREE = { size: [0], nodes: [{}] };

/** @returns {KeptGame[]} */
export const keptGames = () => load(KEY, /** @type {KeptGame[]} */ ([])).filter((game) => fits(game, { time: 0, tree: LIKE_TREE }));

/** Keeps the game that another one is about to replace; the oldest go where there are too many. @param {import('../game/game.js').Game} game */
export function setAside(game) {
  add({ tree: writeTree(game) });
}

/**
 * Keeps the last game of another tab, which that of this tab replaces.
 * @param {GameTree} tree @param {number} stamp of it
 * @param {number} own stamp: what the other tab has kept of this tab's game is out of date
 */
export function setAsideOther(tree, stamp, own) {
  add({ tree, stamp }, own);
}

/** @param {Omit<KeptGame, 'time'>} game @param {number} [outdated] the stamp of one that goes */
function add(game, outdated = NaN) {
  if (game.tree.nodes.length < 2) return;
  const text = JSON.stringify(game.tree);
  const others = keptGames().filter(({ tree, stamp }) => stamp !== outdated && JSON.stringify(tree) !== text);
  // Two in a millisecond have times of their own, too: these tell the games apart.
  const time = Math.max(Date.now(), 1 + (others[0]?.time ?? 0));
  let room = MOST_NODES;
  const all = [{ ...game, time }, ...others].slice(0, MOST);
  save(KEY, all.filter(({ tree: { nodes } }) => nodes.length <= room && (room -= nodes.length) >= 0));
}

/** Takes a game off the list. @param {KeptGame} game @returns {() => void} puts it back, wherever the others went meanwhile */
export function removeKept(game) {
  save(KEY, keptGames().filter(({ time }) => time !== game.time));
  return () => save(KEY, [...keptGames(), game].sort((a, b) => b.time - a.time));
}
