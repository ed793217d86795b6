// Games as text: SGF with its variations here, every other format through the engine.

import { ask } from '../engine/engine.js';
import { decode } from '../game/encodings.js';
import { isWholeGame, parseSgf, writeSgf } from '../game/sgf.js';
import { createRoot, endOf, grow, movesTo } from '../game/tree.js';
import { load, save } from './storage.js';

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
  const game = parseSgf(isSgf(text) ? text : await convert(app, text, undefined, 'sgf'));
  app.setMode('analyse');
  app.clearNotice();
  setAside(app.game);
  app.game.reset({ ...game, rule: game.rule ?? app.game.rule, opened: true });
  app.game.goTo(endOf(game.root));
  return game.warnings;
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
  return convert(app, writeSgf({ rule, size, root, info }), 'sgf', format);
}

/**
 * @param {App} app @param {string} text
 * @param {Format | undefined} from the engine finds it out if it is not given @param {Format} to
 */
async function convert({ engine, game }, text, from, to) {
  /** @type {[number, number]} */
  const size = [game.size.width, game.size.height];
  const answer = await ask(engine, { action: 'convert', text, from, to, ...(from ? {} : { size }) });
  return (answer.status === 'converted' && answer.text) || '';
}

/** Keeps the game that another one is about to replace. @param {import('../game/game.js').Game} game */
export function setAside(game) {
  if (game.root.children.length > 0) save(BEFORE, writeSgf(game));
}

/** The game that was replaced last, as SGF; empty where there is none. */
export const gameBefore = () => load(BEFORE, '');
