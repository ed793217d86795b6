// SGF, with all its variations. Deep trees are no recursion here.

import { MAX_SIDE, MIN_SIDE, parsePos, sizeName } from './cells.js';
import { RULES } from './game.js';
import { parseNodes } from './sgf-syntax.js';
import { child, createRoot, moverOf, toMove } from './tree.js';

/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('./cells.js').Size} Size */
/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./sgf-syntax.js').SgfNode} SgfNode */
/** @typedef {{black: string, white: string, result: string}} Info */
/** @typedef {{rule: Rule | null, size: Size, root: Node, info: Info, warnings: string[]}} SgfGame */

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** @type {Record<Rule, string>} */
const GOMOCUP_NUMBERS = { freestyle: '0', standard: '1', renju: '4', caro: '9', 'caro-overline': '8' };

/**
 * Reads the first game of an SGF file. Stones that are set up become moves, Black and White in turn.
 * @param {string} text
 * @returns {SgfGame} the rule is null where the file names none that we know; the warnings name what holds
 *   cells and is left out
 * @throws {Error} where the text is not SGF, or no game on a board like ours
 */
export function parseSgf(text) {
  const { top } = parseNodes(text);
  const value = (/** @type {string} */ name) => (top.properties.get(name)?.[0] ?? '').trim();
  if (top.properties.has('GM') && value('GM') !== '4') {
    throw new Error('This SGF file holds another game: GM is not 4, gomoku and renju');
  }
  const size = sizeOf(value('SZ') || '15');
  const root = createRoot();
  /** @type {Set<string>} */
  const unknown = new Set();
  /** @type {[SgfNode, Node][]} */
  const open = [[top, root]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [from, at] = next;
    const end = playNode(from, at, size);
    for (const [name, values] of from.properties) if (!KNOWN.has(name) && holdCells(values, size)) unknown.add(name);
    const comment = (from.properties.get('C') ?? []).join('\n').trim();
    if (comment) end.comment = end.comment ? `${end.comment}\n${comment}` : comment;
    // The last in is the first out: the main line is played first.
    for (const below of [...from.children].reverse()) open.push([below, end]);
  }
  const rule = value('RU').toLowerCase();
  return {
    rule: RULES.find((known) => known === rule || GOMOCUP_NUMBERS[known] === rule) ?? null,
    size,
    root,
    info: { black: value('PB'), white: value('PW'), result: value('RE') },
    warnings: [...unknown].map((name) => `Property ${name} holds cells and was left out`),
  };
}

/**
 * Whether the other game that the text may hold begins behind its first.
 * @param {string} text
 */
export function isWholeGame(text) {
  const rest = text.slice(parseNodes(text).end).trim();
  return rest === '' || rest.startsWith('(');
}

/** @param {string} text @returns {Size} */
function sizeOf(text) {
  const [width, height = width] = text.split(':').map(Number);
  const fits = (/** @type {number} */ side) => Number.isInteger(side) && side >= MIN_SIDE && side <= MAX_SIDE;
  if (fits(width) && fits(height)) return { width, height };
  throw new Error(`A board of ${text.slice(0, 12)}: sides are from ${MIN_SIDE} to ${MAX_SIDE}`);
}

/**
 * Plays what one node of the file says.
 * @param {SgfNode} node @param {Node} at @param {Size} size
 * @returns {Node}
 */
function playNode({ properties, written }, at, size) {
  for (const cell of setUp(properties, at, size)) at = child(at, cell);
  for (const [name, values] of written) {
    if (OPENING.has(name)) at = open(values, at, size);
    const side = SIDES[/** @type {'B' | 'W'} */ (name)];
    if (!side) continue;
    const [value] = values;
    const cell = cellOf(value, size);
    if (values.length > 1) throw new Error(`Move ${at.ply + 1}, ${values.join(' ')}: one cell for a move`);
    if (isRepeated(at, cell, side)) continue;
    if (toMove(at) !== side) throw new Error(`${side} moves twice after move ${at.ply}: moves are made in turn`);
    if (isTaken(at, cell)) throw new Error(`Move ${at.ply + 1}, ${value}: the cell is taken`);
    at = child(at, cell);
  }
  return at;
}

/** @type {Record<'B' | 'W', Side>} */
const SIDES = { B: 'black', W: 'white' };

/** The properties of GomokuQuest that hold the stones of an opening, `gg,gh,if`, in turn. */
const OPENING = new Set(['QPR', 'QSLB', 'QSLW']);

/** The nodes of such openings: GomokuQuest may repeat their stones as moves. @type {WeakSet<Node>} */
const opened = new WeakSet();

/** @param {string[]} values @param {Node} at @param {Size} size */
function open(values, at, size) {
  for (const letters of values.flatMap((value) => value.split(',')).filter((letters) => letters.trim())) {
    const cell = cellOf(letters, size);
    if (lineTo(at).some((node) => opened.has(node) && node.cell === cell)) continue;
    if (isTaken(at, cell)) throw new Error(`Move ${at.ply + 1}, ${letters}: the cell is taken`);
    at = child(at, cell);
    opened.add(at);
  }
  return at;
}

/** @param {Node} at @param {number} cell @param {Side} side */
const isRepeated = (at, cell, side) =>
  lineTo(at).some((node) => opened.has(node) && node.cell === cell && moverOf(node) === side);

/** The properties of SGF that hold no stones or are read: the others may hold cells that we do not know. */
const KNOWN = new Set(
  `AB AE AN AP AR AS AW B BL BM BR BS BT C CA CH CP CR DD DI DM DO DT EL EV EX FF FG GB GC GE GM GN GW HA HO
  ID IP IT IY KM KO L LB LN LT M MA MN N OB OH OM ON OP OT OV OW PB PC PL PM PW QPR QSLB QSLW RE RG RO RU SC
  SE SI SL SO SQ ST SU SZ TB TC TE TM TR TW UC US V VW W WL WO WR WS WT`.split(/\s+/),
);

/** @param {string[]} values @param {Size} size */
function holdCells(values, size) {
  const words = values.flatMap((value) => value.split(/[\s,;:]+/)).filter((word) => word);
  const isCell = (/** @type {string} */ word) => {
    try {
      return /^([a-z]+\d+)+$/i.test(word) ? parsePos(word, size).length > 0 : cellOf(word, size) >= 0;
    } catch {
      return false;
    }
  };
  return words.length > 0 && words.every(isCell);
}

/** @param {Map<string, string[]>} properties @param {Node} at @param {Size} size */
function setUp(properties, at, size) {
  if (properties.has('AE')) throw new Error('Stones are removed (AE), which no move does');
  const cells = (/** @type {string} */ name) => (properties.get(name) ?? []).flatMap((value) => rectangle(value, size));
  const [black, white] = [cells('AB'), cells('AW')];
  if (black.length + white.length === 0) return [];
  const surplus = black.length - white.length;
  if (at.ply > 0 || surplus < 0 || surplus > 1) {
    throw new Error('The stones that are set up are none that Black and White put in turn');
  }
  return black.flatMap((cell, i) => (i < white.length ? [cell, white[i]] : [cell]));
}

/** A cell, or all of a rectangle `aa:cc`. @param {string} value @param {Size} size */
function rectangle(value, size) {
  const [from, to = from] = value.split(':').map((corner) => cellOf(corner, size));
  const { width } = size;
  const cells = [];
  for (let y = Math.floor(from / width); y <= Math.floor(to / width); y++) {
    for (let x = from % width; x <= to % width; x++) cells.push(y * width + x);
  }
  return cells;
}

/** @param {string} value @param {Size} size */
function cellOf(value, size) {
  const [x, y, ...more] = [...value.trim()].map((letter) => LETTERS.indexOf(letter));
  const fits = more.length === 0 && x >= 0 && x < size.width && y >= 0 && y < size.height;
  if (!fits) throw new Error(`“${value.slice(0, 12)}” is no cell of the ${sizeName(size)} board`);
  return y * size.width + x;
}

/** @param {Node} node @param {number} cell */
const isTaken = (node, cell) => lineTo(node).some((at) => at.cell === cell);

/** The nodes of the moves up to this one, the last one first. @param {Node} node */
function lineTo(node) {
  const line = [];
  for (let at = node; at.parent; at = at.parent) line.push(at);
  return line;
}

/**
 * Writes a game with all its variations.
 * @param {{rule: Rule, size: Size, root: Node, info: Info}} game
 */
export function writeSgf({ rule, size, root, info }) {
  const sides = size.width === size.height ? `${size.width}` : `${size.width}:${size.height}`;
  let text = `(;FF[4]GM[4]CA[UTF-8]AP[Shisan]SZ[${sides}]RU[${rule}]`;
  const about = [['PB', info.black], ['PW', info.white], ['RE', info.result], ['C', root.comment]];
  for (const [name, value] of about) if (value) text += `${name}[${escape(value)}]`;
  /** @type {(Node | ')')[]} */
  const open = [')'];
  const descend = (/** @type {Node} */ node) => {
    const fork = node.children.length > 1;
    for (const next of [...node.children].reverse()) open.push(...(fork ? /** @type {const} */ ([')', next]) : [next]));
  };
  descend(root);
  for (let next = open.pop(); next; next = open.pop()) {
    if (next === ')') {
      text += ')';
      continue;
    }
    if ((next.parent?.children.length ?? 0) > 1) text += '\n(';
    text += `;${moverOf(next) === 'black' ? 'B' : 'W'}[${LETTERS[next.cell % size.width]}${LETTERS[Math.floor(next.cell / size.width)]}]`;
    if (next.comment) text += `C[${escape(next.comment)}]`;
    descend(next);
  }
  return `${text}\n`;
}

/** @param {string} value */
const escape = (value) => value.replace(/[\\\]]/g, '\\$&');
