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

/** Says `change` when a value is new. */
export class Values extends EventTarget {
  /** @type {WeakMap<Node, Value>} */ #values = new WeakMap();

  /** @param {Node} node */
  get(node) {
    return this.#values.get(node);
  }

  /** Keeps what `answer` says about the position of `node`. @param {Node} node @param {Answer} answer */
  keep(node, answer) {
    const value = valueOf(answer);
    if (!value) return;
    const known = this.#values.get(node);
    if (known && (known.nodes > value.nodes || (known.winner && !value.winner))) return;
    this.#set(node, value);
  }

  /** Keeps that the position of `node` is proved to be won, in `plies`. @param {Node} node @param {Side} winner @param {number} plies */
  prove(node, winner, plies) {
    const { winner: known, nodes = 0 } = this.#values.get(node) ?? {};
    if (known || nodes === Infinity) return;
    this.#set(node, { black: winner === 'black' ? 1 : 0, winner, plies, nodes });
  }

  /** @param {Node} node @param {Value} value */
  #set(node, value) {
    this.#values.set(node, value);
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
  const { winrateBlack, mate, toMove, nodes = 0 } = answer;
  if (winrateBlack === null || winrateBlack === undefined) return null;
  if (!mate) return { black: winrateBlack, winner: null, plies: 0, nodes };
  const wins = mate > 0 ? toMove : opponent(toMove);
  return { black: wins === 'black' ? 1 : 0, winner: wins, plies: Math.abs(mate), nodes };
}
