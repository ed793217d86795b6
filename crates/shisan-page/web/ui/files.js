// Games as text: SGF with its variations here, every other format through the engine.

import { ask } from '../engine/engine.js';
import { decode } from '../game/encodings.js';
import { isWholeGame, parseSgf, writeSgf } from '../game/sgf.js';
import { createRoot, endOf, grow, movesTo } from '../game/tree.js';
import { linkIn, positionOf } from './address.js';
import { load, save } from './storage.js';

/** @typedef {import('../engine/types.js').Query} Query */
/** @typedef {import('./address.js').Position} Position */
/** @typedef {import('./app.js').App} App */
/** What games are saved as. @typedef {Exclude<import('../engine/types.js').Format, 'offsets'>} Format */

/** What the engine calls the formats, and how their files end. @type {Record<Format, string>} */
export const ENDINGS = { sgf: 'sgf', psq: 'psq', pos: 'pos', board: 'txt' };
const LARGEST = 900_000;
/** Where the browser keeps the game before this one. */
const BEFORE = 'game-before';

/**
 * Opens the first game of a file in any format and encoding.
 * @param {App} app @param {Blob} file
 * @returns {Promise<string[]>} what was left out
 * @throws {Error} in one line, where it is no game; the game on the board stays then
 */
export async function openFile(app, file) {
  // No character takes more bytes.
  if (file.size > 4 * LARGEST) throw new Error('The file is too large for a game');
  const isGame = (/** @type {string} */ text) => {
    if (!isSgf(text)) return true;
    try {
      parseSgf(text);
      return isWholeGame(text);
    } catch {
      return false;
    }
  };
  return openText(app, decode(new Uint8Array(await file.arrayBuffer()), isGame));
}

/** @param {string} text */
const isSgf = (text) => /^\s*\(\s*;/.test(text);

/**
 * Opens the first game of a text in any format.
 * @param {App} app @param {string} text
 * @returns {Promise<string[]>} what was left out
 * @throws {Error} in one line, where it is no game; the game on the board stays then
 */
export async function openText(app, text) {
  if (text.length > LARGEST) throw new Error('The file is too large for a game');
  if (text.trim() === '') throw new Error('There is nothing in it');
  const game = parseSgf(await sgfOf(app, text));
  app.setMode('analyse');
  app.clearNotice();
  setAside(app.game);
  app.game.reset({ ...game, rule: game.rule ?? app.game.rule, opened: true });
  app.game.goTo(endOf(game.root));
  return game.warnings;
}

/**
 * A text in any format as SGF.
 * @param {App} app @param {string} text
 */
async function sgfOf(app, text) {
  if (isSgf(text)) return text;
  const { size } = app.game;
  const { fragment, moves } = linkIn(text);
  const position = fragment === undefined ? null : positionOf(fragment);
  if (position) return sgfOfPosition(position);
  /** @type {Partial<Query>} */
  const what = moves === undefined ? { text } : { text: moves, from: 'pos', coords: 'bottom' };
  try {
    return await convert(app, { ...what, to: 'sgf' });
  } catch (error) {
    // Moves have the usual board, and that of the game before them only where they need it.
    if (size.width <= 15 && size.height <= 15) throw error;
    const on = /** @type {[number, number]} */ ([size.width, size.height]);
    return convert(app, { ...what, to: 'sgf', size: on }).catch(() => Promise.reject(error));
  }
}

/**
 * The game in one of the formats. SGF holds all of it, PSQ the line that is shown, the others the
 * position that is shown.
 * @param {App} app @param {Format} format
 */
export async function textOf(app, format) {
  const { game } = app;
  if (format === 'sgf') return writeSgf(game);
  const root = createRoot();
  grow(root, movesTo(format === 'psq' ? endOf(game.current) : game.current));
  const { rule, size, info } = game;
  return convert(app, { text: writeSgf({ rule, size, root, info }), from: 'sgf', to: format });
}

/** @param {App} app @param {Partial<Query>} what */
async function convert({ engine }, what) {
  const answer = await ask(engine, { ...what, action: 'convert' });
  return (answer.status === 'converted' && answer.text) || '';
}

/** @param {Position} position */
function sgfOfPosition({ rule, size, moves }) {
  const root = createRoot();
  grow(root, moves);
  return writeSgf({ rule, size, root, info: { black: '', white: '', result: '' } });
}

/** Keeps the game that another one is about to replace. @param {import('../game/game.js').Game} game */
export function setAside(game) {
  if (game.root.children.length > 0) save(BEFORE, writeSgf(game));
}

/** The game that was replaced last, as SGF; empty where there is none. */
export const gameBefore = () => load(BEFORE, '');
