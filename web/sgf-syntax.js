// The syntax of SGF: nodes with properties, in a tree.

/** @typedef {{properties: Map<string, string[]>, children: SgfNode[]}} SgfNode */

const LONGEST = 4 * 1024 * 1024;

/**
 * Reads the first tree of a file.
 * @param {string} text
 * @returns {SgfNode}
 * @throws {Error} with line and column of what is wrong
 */
export function parseNodes(text) {
  if (text.length > LONGEST) throw new Error('The file is too large: 4 MiB at most');
  const begin = text.indexOf('(');
  if (begin < 0) throw new Error('This is no SGF file: there is no game, which begins with (');
  /** @type {SgfNode} */
  const above = { properties: new Map(), children: [] };
  let node = above;
  /** @type {SgfNode[]} */
  const forks = [];
  const token = /\s+|([();])|([A-Za-z]+)\s*(?=\[)|\[((?:[^\\\]]|\\[\s\S])*)\]/y;
  /** @type {string[] | null} */
  let values = null;
  token.lastIndex = begin;
  for (;;) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) throw new Error(`${place(text, at)}: ${at >= text.length ? 'the game does not end' : 'no SGF'}`);
    const [, sign, name, value] = match;
    if (sign === '(') forks.push(node);
    else if (sign === ')') node = forks.pop() ?? above;
    else if (sign === ';') {
      /** @type {SgfNode} */
      const next = { properties: new Map(), children: [] };
      node.children.push(next);
      node = next;
    } else if (name !== undefined) {
      // Old files spell names out, `Black`; only the capitals count.
      values = valuesOf(node, name.replace(/[a-z]/g, ''));
    } else if (value !== undefined) {
      if (!values) throw new Error(`${place(text, at)}: a value without a property`);
      values.push(unescape(value));
    }
    if (sign) values = null;
    if (sign === ')' && forks.length === 0) break;
  }
  if (above.children.length === 0) throw new Error('The SGF file has no node');
  return above.children[0];
}

/** @param {SgfNode} node @param {string} name */
function valuesOf({ properties }, name) {
  const values = properties.get(name) ?? [];
  properties.set(name, values);
  return values;
}

/** @param {string} value */
const unescape = (value) => value.replace(/\\(\r\n|\n|\r)/g, '').replace(/\\([\s\S])/g, '$1');

/** @param {string} text @param {number} at */
function place(text, at) {
  const before = text.slice(0, at).split('\n');
  return `Line ${before.length}, column ${before[before.length - 1].length + 1}`;
}
