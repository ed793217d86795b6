// The position in the fragment of the address: #rule=renju&size=15&moves=h8i9

import { MAX_SIDE, MIN_SIDE, cellName, parsePos, parseSize, posString, sizeName } from '../game/cells.js';
import { RULES } from '../game/game.js';
import { createRoot, grow } from '../game/tree.js';
import { message } from '../messages.js';

/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('../game/cells.js').Size} Size */
/** @typedef {import('../game/game.js').Game} Game */
/** @typedef {{rule: Rule, size: Size} & import('../game/tree.js').Position} Position */

/** The fragment of the game that the program was started with. */
export const STARTED = '#game';

/** @param {{rule: Rule, size: Size, position: import('../game/tree.js').Position}} game */
export function fragmentOf({ rule, size, position: { base, moves } }) {
  const side = size.width === size.height ? `${size.width}` : sizeName(size);
  const start = base ? `&black=${posString(base.black, size)}&white=${posString(base.white, size)}&toMove=${base.toMove}` : '';
  return `#rule=${rule}&size=${side}${start}&moves=${posString(moves, size)}`;
}

/**
 * Reads a fragment.
 * @param {string} fragment
 * @returns {Position | null} nothing where it names no position
 * @throws {Error} where it names a wrong one
 */
export function positionOf(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  if (!['rule', 'size', 'moves', 'black', 'white'].some((name) => fields.has(name))) return null;
  const name = fields.get('rule') ?? 'freestyle';
  const rule = RULES.find((known) => known === name);
  if (!rule) throw new Error(message('address.rule', { rule: name.slice(0, 24) }));
  const size = parseSize(fields.get('size') ?? '15');
  if (!size) throw new Error(message('address.size', { least: MIN_SIDE, most: MAX_SIDE }));
  const cells = (/** @type {string} */ name) => parsePos(fields.get(name) ?? '', size);
  const [black, white, moves] = ['black', 'white', 'moves'].map(cells);
  const [taken] = [...white.filter((cell) => black.includes(cell)), ...moves.filter((cell) => black.includes(cell) || white.includes(cell))];
  if (taken !== undefined) throw new Error(message('address.taken', { cell: cellName(taken, size) }));
  const toMove = fields.get('toMove') ?? 'black';
  if (toMove !== 'black' && toMove !== 'white') throw new Error(message('address.side', { side: toMove.slice(0, 24) }));
  const hasBase = black.length > 0 || white.length > 0 || toMove === 'white';
  return { rule, size, base: hasBase ? { black, white, toMove } : null, moves };
}

/**
 * The position that a link of this page names.
 * @param {string} text @returns {Position | null} nothing where it is no such link
 */
export function linkedPosition(text) {
  const link = /^(?:https?:\/\/\S*?)?#(\S*)$/.exec(text.trim());
  return link && positionOf(link[1]);
}

/** The tree of a position, which has no variation. @param {Position} position */
export function rootFor({ size, base, moves }) {
  /** @type {(side: 'black' | 'white', cells: number[]) => ['black' | 'white', string][]} */
  const setup = (side, cells) => cells.map((cell) => [side, cellName(cell, size)]);
  const stones = base ? [...setup('black', base.black), ...setup('white', base.white)] : [];
  const root = createRoot(base ? { ...(stones.length > 0 ? { setup: stones } : {}), toMove: base.toMove } : {});
  grow(root, moves);
  return root;
}

/** @param {Game} game @param {Position} position */
export function openPosition(game, position) {
  game.reset({ ...position, root: rootFor(position), opened: true, own: false });
  game.end();
}

/**
 * Keeps the address up to date, and follows it when the user changes it; it does not stay at what names no
 * position. Puzzles leave it alone: it belongs to the game that comes back after them.
 * @param {import('./app.js').App} app @param {(fragment: string) => void} open
 */
export function keepAddress(app, open) {
  const { game } = app;
  let kept = location.hash;
  const keep = () => {
    if (app.modeName !== 'puzzles') kept = fragmentOf(game);
    history.replaceState(null, '', kept);
  };
  game.addEventListener('change', keep);
  addEventListener('hashchange', () => {
    if (location.hash === fragmentOf(game)) return;
    open(location.hash);
    keep();
  });
  // A tab that goes on with the last game has no position in its address, or one that was refused.
  if (location.hash !== STARTED && (location.hash || game.line.length > 0)) keep();
}
