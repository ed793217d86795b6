// A tree of positions. The first child of a node is its main line.

import { cellsOf } from './cells.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../engine/types.js').TreeNode} TreeNode */
/** @typedef {import('./cells.js').Size} Size */
/** What is written at a position, as the engine has it. @typedef {Omit<TreeNode, 'move' | 'parent'>} Notes */

/**
 * A position: the move that led to it, or stones that are set up.
 * @typedef {object} Node
 * @property {number} cell of the move; -1 of a pass and where there is none
 * @property {Side | null} side who made the move; null where there is none
 * @property {Side} toMove
 * @property {number} ply nodes between it and the root
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {Notes} notes
 * @property {BothLeft | null} left on both clocks after the move
 */

/**
 * What a side has left on its clock.
 * @typedef {object} Left
 * @property {number} ms of the time for the game or the move, or of the period that runs
 * @property {number} periods that follow
 * @property {boolean} inPeriod whether a period runs
 */
/** @typedef {{black: Left, white: Left}} BothLeft */

/** A stone; its number is 0 where it was set up. @typedef {{side: Side, number: number}} Stone */
/** Stones in no order, and who moves next. @typedef {{black: number[], white: number[], toMove: Side}} Base */
/** A base, or an empty board, and the moves in turn after it. @typedef {{base: Base | null, moves: readonly number[]}} Position */

/** @param {Notes} [notes] @returns {Node} */
export function createRoot(notes = {}) {
  return { cell: -1, side: null, toMove: notes.toMove ?? 'black', ply: 0, parent: null, children: [], notes, left: null };
}

/** Adds a node. @param {Node} parent @param {number} cell @param {Side | null} side @param {Notes} [notes] @returns {Node} */
export function add(parent, cell, side, notes = {}) {
  const toMove = notes.toMove ?? (side ? opponent(side) : parent.toMove);
  /** @type {Node} */
  const made = { cell, side, toMove, ply: parent.ply + 1, parent, children: [], notes, left: null };
  parent.children.push(made);
  return made;
}

/** The child of `node` by a move at `cell`, made if it is new. @param {Node} node @param {number} cell */
export function child(node, cell) {
  return node.children.find((next) => next.cell === cell && next.side === node.toMove && !next.notes.setup) ?? add(node, cell, node.toMove);
}

/** The nodes from the one after the root to `node`. @param {Node} node @returns {Node[]} */
export function path(node) {
  /** @type {Node[]} */
  const nodes = [];
  for (let at = node; at.parent; at = at.parent) nodes.push(at);
  return nodes.reverse();
}

/** The root of the tree of `node`. @param {Node} node */
export function rootOf(node) {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}

/** Whether `node` is in the tree of `root`: what was cut off still knows its parent. @param {Node} node @param {Node} root */
export function isIn(node, root) {
  let at = node;
  while (at.parent?.children.includes(at)) at = at.parent;
  return at === root;
}

/**
 * The position of `node`, and its stones by cell. What no moves in turn lead to is a base: set-up stones,
 * a pass, two moves of one side.
 * @param {Node} node @param {Size} size @returns {Position & {stones: Map<number, Stone>}}
 */
export function positionAt(node, size) {
  /** @type {Map<number, Stone>} */
  const stones = new Map();
  /** @type {Position['base']} */
  let base = null;
  /** @type {number[]} */
  let moves = [];
  /** @type {Side} */
  let turn = 'black';
  for (const at of [rootOf(node), ...path(node)]) {
    const { cell, side, toMove, notes } = at;
    for (const [content, cells] of notes.setup ?? []) {
      for (const cell of cellsOf(cells, size)) {
        if (content === 'empty') stones.delete(cell);
        else stones.set(cell, { side: content, number: 0 });
      }
    }
    const isFree = !stones.has(cell);
    if (side && cell >= 0 && isFree) stones.set(cell, { side, number: at.ply });
    const isInTurn = side === turn && cell >= 0 && isFree && toMove === opponent(side);
    if (!notes.setup && isInTurn) moves.push(cell);
    else if (notes.setup || side || toMove !== turn) {
      const of = (/** @type {Side} */ wanted) => [...stones].flatMap(([cell, stone]) => (stone.side === wanted ? [cell] : []));
      base = { black: of('black'), white: of('white'), toMove };
      moves = [];
    }
    turn = toMove;
  }
  return { base, moves, stones };
}

/** Gives the turn after stones that are set up before the first move, where it is not stated, to the side with fewer. @param {Node} node @param {Size} size */
export function settleTurn(node, size) {
  if (!node.notes.setup || node.notes.toMove || [node, ...path(node)].some(({ side }) => side)) return;
  const { stones } = positionAt(node, size);
  const black = [...stones.values()].filter(({ side }) => side === 'black').length;
  node.toMove = 2 * black > stones.size ? 'white' : 'black';
}

/** The last node of the main line below `node`. @param {Node} node */
export function endOf(node) {
  let at = node;
  while (at.children.length > 0) at = at.children[0];
  return at;
}

/** Makes the line to `node` the main one. @param {Node} node */
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const siblings = at.parent.children;
    siblings.splice(siblings.indexOf(at), 1);
    siblings.unshift(at);
  }
}

/** Whether `node` is on the main line. @param {Node} node */
export function isMain(node) {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
  return true;
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

/** A new leaf in the place of `leaf`: what is known of a position is kept by its node. @param {Node} leaf @returns {Node} */
export function renew(leaf) {
  const made = { ...leaf, children: [] };
  const siblings = leaf.parent?.children;
  siblings?.splice(siblings.indexOf(leaf), 1, made);
  return made;
}

/** Puts back what was cut off. @param {Cut} cut */
export function restore({ node, parent, index }) {
  parent.children.splice(index, 0, node);
}

/** `node` and all below it, each before its children. @param {Node} node */
export function* all(node) {
  const open = [node];
  for (let at = open.pop(); at; at = open.pop()) {
    yield at;
    for (let i = at.children.length - 1; i >= 0; i--) open.push(at.children[i]);
  }
}

/** How many nodes `node` and the tree below it are. @param {Node} node */
export function count(node) {
  let nodes = 0;
  for (const _ of all(node)) nodes++;
  return nodes;
}

/** Which child leads from node to node, from the root to `node`. @param {Node} node */
export const branchesTo = (node) => path(node).map((at) => at.parent?.children.indexOf(at) ?? 0);

/** Follows `branches` from `root` as far as the tree has them. @param {Node} root @param {readonly number[]} branches */
export function follow(root, branches) {
  let at = root;
  for (const branch of branches) {
    const next = at.children[branch];
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
