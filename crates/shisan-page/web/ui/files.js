// Games in files, text and links: the engine reads and writes every format.

import { ask } from '../engine/engine.js';
import { readTree, writeTree } from '../game/record.js';
import { renamed } from '../game/symmetry.js';
import { endOf, positionAt } from '../game/tree.js';
import { message } from '../messages.js';
import { linkedPosition, openPosition, rootFor } from './address.js';
import { setAside } from './kept-games.js';

/** @typedef {import('../engine/types.js').GameTree} GameTree */
/** @typedef {import('../engine/types.js').Query} Query */
/** @typedef {import('./app.js').App} App */
/** What games are saved as. @typedef {Extract<NonNullable<Query['to']>, 'sgf' | 'lib' | 'psq' | 'pos' | 'board' | 'link'>} Format */
/** What was opened. @typedef {{warnings: string[], game: number, games: number, open: (game: number) => Promise<Opened>}} Opened */

/** What the engine calls the formats, and how their files end. @type {Record<Exclude<Format, 'link'>, string>} */
export const ENDINGS = { sgf: 'sgf', lib: 'lib', psq: 'psq', pos: 'pos', board: 'txt' };
/** Bytes that the engine takes in a query. */
const LARGEST = 5 << 20;

/**
 * Opens the first game of a file in any format and encoding.
 * @param {App} app @param {Blob} file
 * @returns {Promise<Opened>}
 * @throws {Error} in one line, where it is no game; the game on the board stays then
 */
export async function openFile(app, file) {
  if (file.size > LARGEST) throw new Error(message('files.too-large'));
  const bytes = await base64(file);
  return openGame(app, { bytes }, 1);
}

/**
 * Opens the first game of a text in any format, or the position of a link.
 * @param {App} app @param {string} text
 * @returns {Promise<Opened>}
 * @throws {Error} in one line, where it is no game; the game on the board stays then
 */
export async function openText(app, text) {
  if (text.length > LARGEST) throw new Error(message('files.too-long'));
  if (text.trim() === '') throw new Error(message('files.nothing'));
  const position = linkedPosition(text);
  if (!position) return openGame(app, { text }, 1);
  begin(app);
  openPosition(app.game, position);
  return { warnings: [], game: 1, games: 1, open: () => openText(app, text) };
}

/** @param {App} app @param {Query} what @param {number} number of the game @returns {Promise<Opened>} */
async function openGame(app, what, number) {
  const { size } = app.game;
  const coords = app.settings.textCoordsOf(app.game);
  const query = { ...what, coords, game: number, to: /** @type {const} */ ('tree') };
  const answer = await convert(app, query).catch((error) => {
    // Moves have the usual board, and that of the game before them only where they need it.
    if (size.width <= 15 && size.height <= 15) throw error;
    return convert(app, { ...query, size: [size.width, size.height] }).catch(() => Promise.reject(error));
  });
  if (answer.tree) openTree(app, renamed(answer.tree, coords, 'top'));
  const { guessedEncoding } = answer;
  const encoding = guessedEncoding ? [message('files.encoding', { encoding: guessedEncoding })] : [];
  return {
    warnings: [...(answer.warnings ?? []).map(({ warning }) => warning), ...encoding],
    game: number,
    games: answer.games,
    open: (other) => openGame(app, what, other),
  };
}

/** @param {App} app @param {GameTree} tree */
function openTree(app, tree) {
  const record = readTree(tree);
  begin(app);
  app.game.reset({ ...record, rule: record.rule ?? app.game.rule, opened: true });
  app.game.end();
}

/** Makes room for another game. @param {App} app */
function begin(app) {
  app.setMode('analyse');
  app.clearNotice();
  setAside(app.game);
}

/** Opens a game that this device keeps. @param {App} app @param {GameTree} tree @returns {Promise<Opened>} */
export async function openKept(app, tree) {
  openTree(app, tree);
  return { warnings: [], game: 1, games: 1, open: () => openKept(app, tree) };
}

/**
 * The game in one of the formats. SGF and RenLib hold all of it, PSQ the line that is shown, the others the
 * position that is shown.
 * @param {App} app @param {Format} format
 * @returns {Promise<{content: string | Uint8Array<ArrayBuffer>, warnings: string[]}>}
 */
export async function contentOf(app, format) {
  const { game } = app;
  const { rule, size, info } = game;
  const isWhole = format === 'sgf' || format === 'lib';
  const tree = writeTree({ rule, size, info, root: isWhole ? game.root : lineOf(app, format === 'psq') });
  const coords = app.settings.textCoordsOf(game);
  const { text, bytes, warnings = [] } = await convert(app, { tree: renamed(tree, 'top', coords), coords, to: format });
  const content = bytes ? Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0)) : (text ?? '');
  return { content, warnings: warnings.map(({ warning }) => warning) };
}

/** The line to the position that is shown, or on to its end, without what is written in it. @param {App} app @param {boolean} isWhole */
function lineOf({ game }, isWhole) {
  const { rule, size, current } = game;
  return rootFor({ rule, size, ...positionAt(isWhole ? endOf(current) : current, size) });
}

/** @param {App} app @param {Query} what */
async function convert({ engine }, what) {
  const answer = await ask(engine, { ...what, action: 'convert' });
  if (answer.status !== 'converted') throw new Error(message('engine.no-answer'));
  return answer;
}

/** @param {Blob} file @returns {Promise<string>} */
function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(new Error(message('files.unreadable'))));
    reader.readAsDataURL(file);
  });
}
