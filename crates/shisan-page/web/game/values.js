// What positions of the game are worth, as far as they were analysed: for the graph and the review.

import { opponent } from './tree.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../engine/types.js').Answer} Answer */
/** @typedef {import('./tree.js').Node} Node */

/**
 * @typedef {object} Value
 * @property {number} black the chance of Black to win, 0 to 1
 * @property {Side | null} winner who is known to win
 * @property {number} plies to the five, where a winner is known
 * @property {number} nodes that it took to know
 */

/** Says `change` when a value is another one. */
export class Values extends EventTarget {
  /** @type {WeakMap<Node, Value>} */ #values = new WeakMap();

  /** @param {Node} node */
  get(node) {
    return this.#values.get(node);
  }

  /** Keeps what the position of `node` is worth, unless more is known. @param {Node} node @param {Value | null} value */
  keep(node, value) {
    const known = this.#values.get(node);
    if (!value || (known && (known.nodes > value.nodes || (known.winner && !value.winner)))) return;
    this.#values.set(node, value);
    if (known && known.black === value.black && known.winner === value.winner && known.plies === value.plies) return;
    this.dispatchEvent(new Event('change'));
  }
}

/** @param {Answer} answer @returns {Value | null} */
export function valueOf(answer) {
  if (answer.status === 'over') {
    const winner = answer.winner ?? null;
    const black = winner === 'black' ? 1 : winner === 'white' ? 0 : 0.5;
    return { black, winner, plies: 0, nodes: Infinity };
  }
  if (answer.status !== 'ok') return null;
  const { winrate, mate, toMove, nodes } = answer;
  return winrate === null || winrate === undefined ? null : valueFor(toMove, winrate, mate, nodes);
}

/**
 * @param {Side} side @param {number} winrate its chance to win @param {number | null | undefined} mate
 * @param {number} [nodes]
 * @returns {Value}
 */
export function valueFor(side, winrate, mate, nodes = 0) {
  const blackOf = (/** @type {number} */ rate) => (side === 'black' ? rate : 1 - rate);
  if (mate === null || mate === undefined) return { black: blackOf(winrate), winner: null, plies: 0, nodes };
  // A mate of 0 plies has ended the game.
  const wins = mate > 0 || (mate === 0 && winrate > 0.5);
  return { black: blackOf(wins ? 1 : 0), winner: wins ? side : opponent(side), plies: Math.abs(mate), nodes };
}
