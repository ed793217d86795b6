// The games that this device keeps: each that another one replaced, the latest first.

import { writeTree } from '../game/record.js';
import { fits, load, save } from './storage.js';

/** @typedef {import('../engine/types.js').GameTree} GameTree */
/**
 * A game, and when it was replaced, in milliseconds since 1970; `stamp` of a game that its tab may go on with, and
 * whether it holds a person's own work, or was only looked at.
 * @typedef {{time: number, tree: GameTree, stamp?: number, own?: boolean}} KeptGame
 */

const KEY = 'games';
/** The tree of the game that is going on. */
export const LAST_TREE = 'last-tree';
/** The most games, and the most nodes and characters of all of them: browsers keep some five million characters. */
const MOST = 100;
const MOST_NODES = 40_000;
const MOST_CHARACTERS = 2_000_000;
/** What a kept tree has. */
export const LIKE_TREE = { size: [0], nodes: [{}] };

/** @returns {KeptGame[]} */
export const keptGames = () => load(KEY, /** @type {KeptGame[]} */ ([])).filter((game) => fits(game, { time: 0, tree: LIKE_TREE }));

/** @param {Pick<KeptGame, 'own'>} game */
export const isOwn = ({ own }) => own !== false;

/** Keeps the game that another one is about to replace. @param {import('../game/game.js').Game} game */
export function setAside(game) {
  keepGame({ tree: writeTree(game), own: game.own });
}

/** @param {KeptGame} one @param {KeptGame} other */
const latestFirst = (one, other) => other.time - one.time;

/**
 * Keeps a game. Where there are too many, those that were only looked at go first, then the oldest.
 * @param {Omit<KeptGame, 'time'>} game @param {number} [outdated] the stamp of an older state of another game, which goes
 */
export function keepGame(game, outdated = NaN) {
  if (game.tree.nodes.length < 2) return;
  const text = JSON.stringify(game.tree);
  const kept = keptGames();
  const same = kept.filter(({ tree }) => JSON.stringify(tree) === text);
  const others = kept.filter((other) => other.stamp !== outdated && !same.includes(other));
  // Two in a millisecond have times of their own, too: these tell the games apart.
  const time = Math.max(Date.now(), 1 + (others[0]?.time ?? 0));
  const all = [{ ...game, own: [game, ...same].some(isOwn), time }, ...others];
  let room = { nodes: MOST_NODES, characters: MOST_CHARACTERS };
  const fitting = ownFirst(all)
    .slice(0, MOST)
    .filter(({ tree }) => {
      const left = { nodes: room.nodes - tree.nodes.length, characters: room.characters - JSON.stringify(tree).length };
      const fits = left.nodes >= 0 && left.characters >= 0;
      if (fits) room = left;
      return fits;
    });
  saveGames(fitting);
}

/** @param {KeptGame[]} games */
const ownFirst = (games) => [...games.filter(isOwn), ...games.filter((one) => !isOwn(one))];

/** Saves the games for which the browser has room, the first of them rather than the last. @param {KeptGame[]} games */
function saveGames(games) {
  const saveAll = (/** @type {KeptGame[]} */ some) => save(KEY, [...some].sort(latestFirst));
  if (saveAll(games)) return;
  const fitting = games.reduce((some, game) => (saveAll([...some, game]) ? [...some, game] : some), /** @type {KeptGame[]} */ ([]));
  // Where there is no room at all they last as long as the page.
  saveAll(fitting.length > 0 ? fitting : games);
}

/** Takes a game off the list. @param {KeptGame} game @returns {() => void} puts it back, wherever the others went meanwhile */
export function removeKept(game) {
  save(KEY, keptGames().filter(({ time }) => time !== game.time));
  return () => saveGames(ownFirst([...keptGames(), game].sort(latestFirst)));
}
