// Cells are numbers, row by row from the upper left: y * width + x. The engine is always spoken to in
// names whose rows count from the top; `coords` is about what people read and type.

import { message } from '../messages.js';

/** @typedef {{width: number, height: number}} Size */
/** How cells are named on the board. @typedef {import('../engine/types.js').Coords | 'off'} Coords */

export const MIN_SIDE = 5;
export const MAX_SIDE = 32;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const GTP_LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** @param {Coords} coords */
const letters = (coords) => (coords === 'gtp' ? GTP_LETTERS : LETTERS);

/** The name of column `x`. @param {number} x @param {Coords} [coords] */
export function columnName(x, coords = 'top') {
  const all = letters(coords);
  return (x < all.length ? '' : all[0]) + all[x % all.length];
}

/** The number of row `y`, from the top. @param {number} y @param {Size} size @param {Coords} [coords] */
export function rowName(y, size, coords = 'top') {
  return coords === 'bottom' || coords === 'gtp' ? size.height - y : y + 1;
}

/** The cell in the middle. @param {Size} size */
export const centreOf = ({ width, height }) => Math.floor(height / 2) * width + Math.floor(width / 2);

/** @param {number} cell @param {Size} size @param {Coords} [coords] */
export function cellName(cell, size, coords = 'top') {
  const x = cell % size.width;
  const y = Math.floor(cell / size.width);
  return columnName(x, coords) + rowName(y, size, coords);
}

/**
 * Reads the name of a cell, in small or capital letters.
 * @param {string} text @param {Size} size @param {Coords} [coords]
 * @returns {number | null} nothing where no such cell is
 */
export function parseCell(text, size, coords = 'top') {
  const match = /^([a-z]{1,2})(\d{1,2})$/i.exec(text.trim());
  if (!match) return null;
  const all = letters(coords).toLowerCase();
  const name = match[1].toLowerCase();
  if (name.length === 2 && name[0] !== 'a') return null;
  const index = all.indexOf(name[name.length - 1]);
  const x = index < 0 ? -1 : index + (name.length === 2 ? all.length : 0);
  const row = Number(match[2]);
  const y = coords === 'bottom' || coords === 'gtp' ? size.height - row : row - 1;
  return x >= 0 && x < size.width && y >= 0 && y < size.height ? y * size.width + x : null;
}

/**
 * Reads a pos string such as `h8i9`; blanks and commas may separate the names.
 * @param {string} text @param {Size} size
 * @returns {number[]}
 * @throws {Error} where something is no cell of the board or comes twice
 */
export function parsePos(text, size) {
  /** @type {number[]} */
  const cells = [];
  for (const name of text.match(/[a-z]+\d+|[^\s,]+/gi) ?? []) {
    const cell = parseCell(name, size);
    if (cell === null) throw new Error(message('address.cell', { cell: name.slice(0, 24), size: sizeName(size) }));
    if (cells.includes(cell)) throw new Error(message('address.taken', { cell: name }));
    cells.push(cell);
  }
  return cells;
}

/**
 * The cells of `h8`, or of a rectangle `h8:j10`; none where a corner is no cell of the board.
 * @param {string} text @param {Size} size @returns {number[]}
 */
export function cellsOf(text, size) {
  const [from, to = from] = text.split(':').map((name) => parseCell(name, size));
  if (from === null || to === null) return [];
  const { width } = size;
  const cells = [];
  for (let y = Math.floor(from / width); y <= Math.floor(to / width); y++) {
    for (let x = from % width; x <= to % width; x++) cells.push(y * width + x);
  }
  return cells;
}

/** @param {readonly number[]} cells @param {Size} size */
export const posString = (cells, size) => cells.map((cell) => cellName(cell, size)).join('');

/** @param {Size} size */
export const sizeName = (size) => `${size.width}x${size.height}`;

/**
 * Reads `15` or `20x15`.
 * @param {string} text @returns {Size | null}
 */
export function parseSize(text) {
  const match = /^(\d{1,2})(?:x(\d{1,2}))?$/i.exec(text.trim());
  if (!match) return null;
  const size = { width: Number(match[1]), height: Number(match[2] ?? match[1]) };
  const fits = (/** @type {number} */ side) => side >= MIN_SIDE && side <= MAX_SIDE;
  return fits(size.width) && fits(size.height) ? size : null;
}
