// A game on the board turned or mirrored, or with other names for the same cells.

import { cellName, parseCell } from './cells.js';

/** @typedef {import('../engine/types.js').GameTree} GameTree */
/** @typedef {import('../engine/types.js').Coords} Coords */
/** @typedef {import('./cells.js').Size} Size */

/** A quarter turn to the right. @param {GameTree} tree */
export const rotated = (tree) => {
  const [width, height] = tree.size;
  return transformed(tree, { width: height, height: width }, (x, y) => [height - 1 - y, x]);
};

/** Left and right change places. @param {GameTree} tree */
export const flipped = (tree) => {
  const [width, height] = tree.size;
  return transformed(tree, { width, height }, (x, y) => [width - 1 - x, y]);
};

/** The same game, its cells named otherwise. @param {GameTree} tree @param {Coords} from @param {Coords} to */
export const renamed = (tree, from, to) => {
  const [width, height] = tree.size;
  return transformed(tree, { width, height }, (x, y) => [x, y], from, to);
};

/**
 * @param {GameTree} tree @param {Size} size of the new board @param {(x: number, y: number) => [number, number]} map
 * @param {Coords} [from] how the cells are named @param {Coords} [to]
 * @returns {GameTree}
 */
function transformed(tree, size, map, from = 'top', to = 'top') {
  const [width, height] = tree.size;
  const corner = (/** @type {string} */ name) => {
    const cell = parseCell(name, { width, height }, from) ?? 0;
    return map(cell % width, Math.floor(cell / width));
  };
  /** A cell, or a rectangle by its upper left and lower right cells. @param {string} text */
  const cells = (text) => {
    const corners = text.split(':').map(corner);
    const at = (/** @type {(...all: number[]) => number} */ least) =>
      cellName(least(...corners.map(([, y]) => y)) * size.width + least(...corners.map(([x]) => x)), size, to);
    return corners.length > 1 ? `${at(Math.min)}:${at(Math.max)}` : at(Math.min);
  };
  const nodes = tree.nodes.map(({ move, setup, marks, labels, ...rest }) => ({
    ...rest,
    ...(move ? { move: /** @type {typeof move} */ ([move[0], move[1] === 'pass' ? 'pass' : cells(move[1])]) } : {}),
    ...(setup ? { setup: setup.map(([content, at]) => /** @type {(typeof setup)[0]} */ ([content, cells(at)])) } : {}),
    ...(marks ? { marks: marks.map(([sign, at]) => /** @type {(typeof marks)[0]} */ ([sign, cells(at)])) } : {}),
    ...(labels ? { labels: labels.map(([at, text]) => /** @type {[string, string]} */ ([cells(at), text])) } : {}),
  }));
  return { ...tree, size: [size.width, size.height], nodes };
}
