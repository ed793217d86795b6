// Games in files, text and links: the engine reads and writes every format.

import { ask } from '../engine/engine.js';
import { readTree, writeTree } from '../game/record.js';
import { renamed } from '../game/symmetry.js';
import { endOf, isIn, path, positionAt } from '../game/tree.js';
import { message } from '../messages.js';
import { linkedPosition, openPosition, rootFor } from './address.js';
import { resultText } from './describe.js';
import { isOwn, setAside } from './kept-games.js';

/** @typedef {Awaited<ReturnType<typeof convert>>} Converted */
/** @typedef {import('../engine/types.js').Query} Query */
/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('./app.js').App} App */
/** @typedef {import('../game/record.js').Record & {rule: Rule}} GameRecord */
/** @typedef {import('../game/tree.js').Node} Node */
/** What games are saved as. @typedef {Extract<NonNullable<Query['to']>, 'sgf' | 'lib' | 'psq' | 'pos' | 'board' | 'link'>} Format */
/** What was opened; `otherwise` reads a game that states no rule by that of the game before. @typedef {{warnings: string[], game: number, games: number, open: (game: number) => Promise<Opened>, otherwise?: {rule: Rule, open: () => Promise<Opened>}}} Opened */

/** What the engine calls the formats, and how their files end. @type {Record<Exclude<Format, 'link'>, string>} */
export const ENDINGS = { sgf: 'sgf', lib: 'lib', psq: 'psq', pos: 'pos', board: 'txt' };
/** Bytes of a game that is read: in base64 they fit a query. */
const LARGEST = 5 << 20;

/**
 * Opens the first game of a file in any format and encoding.
 * @param {App} app @param {Blob} file
 * @returns {Promise<Opened>}
 * @throws {Error} in one line, where it is no game; the game on the board stays then
 */
export async function openFile(app, file) {
  if (file.size > LARGEST) throw new Error(message('files.too-large'));
  return openGame(app, asBytes(file), 1);
}

/**
 * Opens the first game of a text in any format, or the position of a link.
 * @param {App} app @param {string} text
 * @returns {Promise<Opened>}
 * @throws {Error} in one line, where it is no game; the game on the board stays then
 */
export async function openText(app, text) {
  const bytes = new Blob([text]);
  if (bytes.size > LARGEST) throw new Error(message('files.too-long'));
  if (text.trim() === '') throw new Error(message('files.nothing'));
  const position = linkedPosition(text);
  if (!position) {
    // As text, line breaks and quotes take two bytes of a query.
    const isLong = new Blob([JSON.stringify(text)]).size > LARGEST;
    return openGame(app, isLong ? asBytes(bytes) : { text }, 1);
  }
  begin(app);
  openPosition(app.game, position);
  const check = opening(app);
  const warnings = await cutAtEnd(app);
  check();
  return { warnings, game: 1, games: 1, open: () => openText(app, text) };
}

/** Opens the position of an address, and says what is left out. @param {App} app @param {import('./address.js').Position} position */
export async function openAddress(app, position) {
  setAside(app.game);
  openPosition(app.game, position);
  for (const line of await cutAtEnd(app)) app.notice(line);
}

/** Opens the game that the program was started with, and says what is left out. @param {App} app */
export async function openStarted(app) {
  const answer = await fetch(`./game${location.search}`);
  if (!answer.ok) throw new Error(message('engine.no-answer'));
  const { warnings } = await openFile(app, await answer.blob());
  for (const line of warnings) app.notice(line);
}

/** The opening that was begun last. @type {object | null} */
let latest = null;

/** Begins to open a game. @param {App} app @returns {() => void} throws an `AbortError` once another one is opened or begun: for what waits */
function opening({ game }) {
  const { root } = game;
  const own = (latest = {});
  return () => {
    if (own !== latest || root !== game.root) throw new DOMException('another game is on the board', 'AbortError');
  };
}

/** Takes the moves after an end away from the game that was opened, and says so. @param {App} app @returns {Promise<string[]>} */
async function cutAtEnd(app) {
  const { game } = app;
  const { root, version, own } = game;
  const end = await earlyEnd(app, game);
  if (!end || game.root !== root) return [];
  // What was set up meanwhile may stand after it.
  if (game.version !== version) return cutAtEnd(app);
  end.node.children.length = 0;
  game.ending.node = end.node;
  game.edited(isIn(game.current, root) ? game.current : end.node);
  game.own = own;
  return [cutText(end)];
}

/** @param {{over: import('../game/referee.js').Over}} end */
const cutText = ({ over }) => message('files.after-end', { result: resultText(over) });

/** How much of a game was read. @param {Converted | undefined} answer */
const nodesOf = (answer) => answer?.tree?.nodes.length ?? 0;

/**
 * @param {App} app @param {Query | Promise<Query>} what @param {number} number of the game
 * @param {Rule} [assumed] where the game states none; without one all tools take it as freestyle
 * @returns {Promise<Opened>}
 */
async function openGame(app, what, number, assumed = 'freestyle') {
  const check = opening(app);
  const { size, rule: before } = app.game;
  const coords = app.settings.textCoordsOf({ rule: assumed });
  const query = { ...(await what), coords, game: number, to: /** @type {const} */ ('tree') };
  /** @type {{answer?: Converted, error?: unknown}} */
  const usual = await convert(app, query).then((answer) => ({ answer }), (error) => ({ error }));
  let { answer } = usual;
  // Moves have the usual board, and that of the game before them only where they need it: more of them is read there.
  if ((!answer || answer.warnings) && (size.width > 15 || size.height > 15)) {
    const other = await convert(app, { ...query, size: [size.width, size.height] }).catch(() => undefined);
    if (other && nodesOf(other) > nodesOf(answer)) answer = other;
  }
  if (!answer) throw usual.error;
  const { tree, games, guessedEncoding, warnings = [] } = answer;
  if (!tree) throw new Error(message('engine.no-answer'));
  const read = readTree(renamed(tree, coords, 'top'));
  const record = { ...read, rule: read.rule ?? assumed };
  const end = await earlyEnd(app, record);
  if (end) end.node.children.length = 0;
  check();
  openRecord(app, record);
  const lines = warnings.map(({ warning }) => warning);
  if (guessedEncoding) lines.push(message('files.encoding', { encoding: guessedEncoding }));
  if (!read.rule) lines.push(message('files.assumed', { rule: message(`rule.${assumed}`) }));
  if (end) lines.push(cutText(end));
  const otherwise = { rule: before, open: () => openGame(app, what, number, before) };
  return {
    warnings: lines,
    game: number,
    games,
    open: (other) => openGame(app, what, other, assumed),
    ...(read.rule || before === assumed ? {} : { otherwise }),
  };
}

/**
 * Where a game was over, if moves of its main line follow: no question could be asked about them.
 * @param {App} app @param {GameRecord} game
 */
async function earlyEnd({ referee }, { rule, size, root }) {
  const facts = (/** @type {Node} */ node) => referee.facts({ rule, size }, positionAt(node, size)).catch(() => null);
  const line = [root, ...path(endOf(root))];
  // The last position that is not refused, and the first one that is.
  let [last, refused] = [0, line.length];
  for (let at = line.length - 1; last + 1 < refused; at = (last + refused) >> 1) {
    if (await facts(line[at])) last = at;
    else refused = at;
  }
  const over = refused < line.length && (await facts(line[last]))?.over;
  return over ? { node: line[last], over } : null;
}

/** @param {App} app @param {GameRecord} record @param {boolean} [own] whether it holds a person's own work */
function openRecord(app, record, own = false) {
  begin(app);
  app.game.reset({ ...record, opened: true, own });
  app.game.end();
}

/** Makes room for another game. @param {App} app */
function begin(app) {
  app.setMode('analyse');
  app.clearNotice();
  setAside(app.game);
}

/** Opens a game that this device keeps. @param {App} app @param {import('./kept-games.js').KeptGame} kept @returns {Promise<Opened>} */
export async function openKept(app, kept) {
  const record = readTree(kept.tree);
  openRecord(app, { ...record, rule: record.rule ?? 'freestyle' }, isOwn(kept));
  return { warnings: [], game: 1, games: 1, open: () => openKept(app, kept) };
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

/** @param {Blob} file @returns {Promise<Query>} */
const asBytes = async (file) => ({ bytes: await base64(file) });

/** @param {Blob} file @returns {Promise<string>} */
function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(new Error(message('files.unreadable'))));
    reader.readAsDataURL(file);
  });
}
