// The position in the fragment of the address: #rule=renju&size=15&moves=h8i9

import { parsePos, parseSize, posString, sizeName } from '../game/cells.js';
import { RULES } from '../game/game.js';
import { grow } from '../game/tree.js';

/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('../game/cells.js').Size} Size */
/** @typedef {import('../game/game.js').Game} Game */
/** @typedef {{rule: Rule, size: Size, moves: number[]}} Position */

/** @param {Pick<Game, 'rule' | 'size' | 'moves'>} game */
export function fragmentOf({ rule, size, moves }) {
  const side = size.width === size.height ? `${size.width}` : sizeName(size);
  return `#rule=${rule}&size=${side}&moves=${posString(moves, size)}`;
}

/**
 * Reads a fragment.
 * @param {string} fragment
 * @returns {Position | null} nothing where it names no position
 * @throws {Error} where it names a wrong one
 */
export function positionOf(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  if (!['rule', 'size', 'moves'].some((name) => fields.has(name))) return null;
  const name = fields.get('rule') ?? 'freestyle';
  const rule = RULES.find((known) => known === name);
  if (!rule) throw new Error(`The address names no rule that we know: ${name.slice(0, 24)}`);
  const size = parseSize(fields.get('size') ?? '15');
  if (!size) throw new Error('The address names no board: sides are from 5 to 32');
  return { rule, size, moves: parsePos(fields.get('moves') ?? '', size) };
}

/**
 * What a link holds: the fragment of an address of this page, or the moves of one of gomocalc, which counts
 * rows from the bottom.
 * @param {string} text
 * @returns {{fragment?: string, moves?: string}}
 */
export function linkIn(text) {
  const link = /^(?:https?:\/\/\S*?)?#(\S*)$/.exec(text.trim());
  if (!link) return {};
  const moves = /^\/((?:[a-z]+\d+)+)$/i.exec(link[1]);
  return moves ? { moves: moves[1] } : { fragment: link[1] };
}

/** @param {Game} game @param {Position} position */
export function openPosition(game, { rule, size, moves }) {
  game.reset({ rule, size, opened: true });
  game.goTo(grow(game.root, moves));
}

/**
 * Keeps the address up to date, and follows it when the user changes it. Puzzles leave it alone: it
 * belongs to the game that comes back after them.
 * @param {import('./app.js').App} app @param {(fragment: string) => void} open
 */
export function keepAddress(app, open) {
  const { game } = app;
  game.addEventListener('change', () => {
    if (app.modeName !== 'puzzles') history.replaceState(null, '', fragmentOf(game));
  });
  addEventListener('hashchange', () => {
    if (location.hash !== fragmentOf(game)) open(location.hash);
  });
}
