// A tree of variations. The first child of a node is its main line.

/** @typedef {import('../engine/types.js').Color} Side */

/**
 * A position, by the move that led to it; the root has none (cell -1).
 * @typedef {object} Node
 * @property {number} cell
 * @property {number} ply moves before and including this one
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {string} comment
 * @property {{black: number, white: number} | null} left milliseconds on both clocks after the move
 */

/** @returns {Node} */
export function createRoot() {
  return { cell: -1, ply: 0, parent: null, children: [], comment: '', left: null };
}

/** The child of `node` by a move at `cell`, made if it is new. @param {Node} node @param {number} cell */
export function child(node, cell) {
  const known = node.children.find((next) => next.cell === cell);
  if (known) return known;
  /** @type {Node} */
  const made = { cell, ply: node.ply + 1, parent: node, children: [], comment: '', left: null };
  node.children.push(made);
  return made;
}

/** The nodes from the first move to `node`. @param {Node} node @returns {Node[]} */
export function path(node) {
  /** @type {Node[]} */
  const nodes = [];
  for (let at = node; at.parent; at = at.parent) nodes.push(at);
  return nodes.reverse();
}

/** @param {Node} node @returns {number[]} the moves that lead to `node` */
export const movesTo = (node) => path(node).map((step) => step.cell);

/** The last node of the main line below `node`. @param {Node} node */
export function endOf(node) {
  let at = node;
  while (at.children.length > 0) at = at.children[0];
  return at;
}

/** The side that moves in the position of `node`. @param {Node} node @returns {Side} */
export const toMove = (node) => (node.ply % 2 === 0 ? 'black' : 'white');

/** The side that made the move of `node`. @param {Node} node @returns {Side} */
export const moverOf = (node) => (node.ply % 2 === 1 ? 'black' : 'white');

/** Makes the line to `node` the main one. @param {Node} node */
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const siblings = at.parent.children;
    siblings.splice(siblings.indexOf(at), 1);
    siblings.unshift(at);
  }
}

/** What was cut off a tree, and where. @typedef {{node: Node, parent: Node, index: number}} Cut */

/** Cuts `node` and all below it off. @param {Node} node @returns {Cut | null} nothing for a root */
export function remove(node) {
  const { parent } = node;
  if (!parent) return null;
  const index = parent.children.indexOf(node);
  parent.children.splice(index, 1);
  return { node, parent, index };
}

/** Puts back what was cut off. @param {Cut} cut */
export function restore({ node, parent, index }) {
  parent.children.splice(index, 0, node);
}

/** How many moves `node` and the tree below it are. @param {Node} node */
export function count(node) {
  let moves = 0;
  const open = [node];
  for (let at = open.pop(); at; at = open.pop()) {
    moves++;
    open.push(...at.children);
  }
  return moves;
}

/** Follows `cells` from `root` as far as the tree knows them. @param {Node} root @param {readonly number[]} cells */
export function follow(root, cells) {
  let at = root;
  for (const cell of cells) {
    const next = at.children.find((node) => node.cell === cell);
    if (!next) break;
    at = next;
  }
  return at;
}

/** Plays `cells` from `root`, making what is new. @param {Node} root @param {readonly number[]} cells */
export function grow(root, cells) {
  return cells.reduce((at, cell) => child(at, cell), root);
}

/** @param {Side} side @returns {Side} */
export const opponent = (side) => (side === 'black' ? 'white' : 'black');
