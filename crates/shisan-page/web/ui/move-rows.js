// A tree of moves in rows: what branches off stands below the move that it replaces.

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {{depth: number, moves: Node[]}} Row */
/** @typedef {{list: Row[], places: Map<Node, number>}} Rows the rows, and in which each node is */

/** Deeper variations are not indented further. */
const DEEPEST = 6;
/** Moves of a row, at least. */
const FEWEST = 2;

/** @param {Node} root @param {(depth: number) => number} room for moves in a row at a depth @returns {Rows} */
export function rowsOf(root, room) {
  /** @type {Rows} */
  const rows = { list: [], places: new Map() };
  /** Lines to come, the next one last: each goes on after `at`, and may begin with it. @type {{at: Node, depth: number, isNew: boolean}[]} */
  const open = [{ at: root, depth: 0, isNew: false }];
  for (let line = open.pop(); line; line = open.pop()) {
    const { depth } = line;
    const most = Math.max(FEWEST, room(depth));
    /** @type {Node[]} */
    let moves = [];
    const put = (/** @type {Node} */ node) => {
      if (moves.length === 0 || moves.length === most) rows.list.push({ depth, moves: (moves = []) });
      moves.push(node);
      rows.places.set(node, rows.list.length - 1);
    };
    let { at } = line;
    if (line.isNew) put(at);
    while (at.children.length > 0) {
      const [first] = at.children;
      put(first);
      if (at.children.length > 1) {
        open.push({ at: first, depth, isNew: false });
        for (let i = at.children.length - 1; i > 0; i--) {
          open.push({ at: at.children[i], depth: Math.min(depth + 1, DEEPEST), isNew: true });
        }
        break;
      }
      at = first;
    }
  }
  return rows;
}
