// The syntax of SGF: nodes with properties, in a tree.

/**
 * @typedef {object} SgfNode
 * @property {[string, string[]][]} written its properties, one after another
 * @property {Map<string, string[]>} properties the same by name, all values of a name together
 * @property {SgfNode[]} children
 */

const LONGEST = 4 * 1024 * 1024;

/**
 * Reads the first tree of a file.
 * @param {string} text
 * @returns {{top: SgfNode, end: number}} its first node, and the place after the tree
 * @throws {Error} with line and column of what is wrong
 */
export function parseNodes(text) {
  if (text.length > LONGEST) throw new Error('The file is too large: 4 MiB at most');
  const begin = text.indexOf('(');
  if (begin < 0) throw new Error('This is no SGF file: there is no game, which begins with (');
  const above = createNode();
  let node = above;
  /** @type {SgfNode[]} */
  const forks = [];
  const token = /\s+|([();])|([A-Za-z]+)\s*(?=\[)|\[((?:[^\\\]]|\\[\s\S])*)\]/y;
  /** Where the next value belongs. @type {string[][]} */
  let values = [];
  token.lastIndex = begin;
  for (;;) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) throw new Error(`${place(text, at)}: ${isCut(text.slice(at)) ? 'the game does not end' : 'no SGF'}`);
    const [, sign, name, value] = match;
    if (sign === '(') forks.push(node);
    else if (sign === ')') node = forks.pop() ?? above;
    else if (sign === ';') {
      const next = createNode();
      node.children.push(next);
      node = next;
    } else if (name !== undefined) {
      // Old files spell names out, `Black`; only the capitals count.
      values = valuesOf(node, name.replace(/[a-z]/g, ''));
    } else if (value !== undefined) {
      if (values.length === 0) throw new Error(`${place(text, at)}: a value without a property`);
      for (const list of values) list.push(unescape(value));
    }
    if (sign) values = [];
    if (sign === ')' && forks.length === 0) break;
  }
  if (above.children.length === 0) throw new Error('The SGF file has no node');
  return { top: above.children[0], end: token.lastIndex };
}

/** Whether the rest of a text is nothing, or a value without its end. @param {string} rest */
const isCut = (rest) => rest === '' || /^\[(?:[^\\\]]|\\[\s\S])*\\?$/.test(rest);

/** @returns {SgfNode} */
const createNode = () => ({ written: [], properties: new Map(), children: [] });

/** The lists that the values of the next property belong to. @param {SgfNode} node @param {string} name */
function valuesOf({ written, properties }, name) {
  const all = properties.get(name) ?? [];
  properties.set(name, all);
  /** @type {string[]} */
  const own = [];
  written.push([name, own]);
  return [all, own];
}

/** @param {string} value */
const unescape = (value) => value.replace(/\\(\r\n|\n|\r)/g, '').replace(/\\([\s\S])/g, '$1');

/** @param {string} text @param {number} at */
function place(text, at) {
  const before = text.slice(0, at).split('\n');
  return `Line ${before.length}, column ${before[before.length - 1].length + 1}`;
}
