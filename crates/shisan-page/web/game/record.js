// Games as the engine reads and writes them: a list of nodes, each after the one that it follows.

import { cellName, parseCell } from './cells.js';
import { add, all, createRoot, settleTurn } from './tree.js';

/** @typedef {import('../engine/types.js').GameTree} GameTree */
/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('./cells.js').Size} Size */
/** @typedef {import('./tree.js').Node} Node */
/** What is known about a game as a whole. @typedef {{black: string, white: string, result: string} & Pick<GameTree, 'date' | 'event' | 'round' | 'place' | 'comment'>} Info */
/** @typedef {{rule: Rule | null, size: Size, root: Node, info: Info}} Record */

/** @param {GameTree} tree @returns {Record} the rule is null where none is stated */
export function readTree({ rule, size: [width, height], nodes, ...info }) {
  const size = { width, height };
  /** @type {Node[]} */
  const read = [];
  nodes.forEach(({ parent, move, ...notes }, i) => {
    const isRoot = i === 0 && !move;
    const above = i === 0 ? createRoot(isRoot ? notes : { properties: notes.properties }) : read[parent ?? i - 1];
    if (i === 0 && !isRoot) delete notes.properties;
    const node = isRoot ? above : add(above, move ? (parseCell(move[1], size) ?? -1) : -1, move?.[0] ?? null, notes);
    settleTurn(node, size);
    read.push(node);
  });
  const [first = createRoot()] = read;
  return { rule: rule ?? null, size, root: first.parent ?? first, info: { black: '', white: '', result: '', ...info } };
}

/** @param {{rule: Rule, size: Size, root: Node, info: Info}} game @returns {GameTree} */
export function writeTree({ rule, size, root, info }) {
  /** @type {Map<Node, number>} */
  const places = new Map();
  const nodes = [...all(root)].map((node, i) => {
    places.set(node, i);
    const parent = node.parent ? (places.get(node.parent) ?? 0) : i - 1;
    return {
      ...(parent === i - 1 ? {} : { parent }),
      ...(node.side ? { move: /** @type {[import('./tree.js').Node['toMove'], string]} */ ([node.side, node.cell < 0 ? 'pass' : cellName(node.cell, size)]) } : {}),
      ...node.notes,
    };
  });
  const known = Object.fromEntries(Object.entries(info).filter(([, text]) => text));
  return { rule, size: [size.width, size.height], ...known, nodes };
}
