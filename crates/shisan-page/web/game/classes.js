// The moves of the game under review, with their classes.

import { PERCENT, message, number } from '../messages.js';

/** @typedef {import('../engine/types.js').Judgement} Judgement */
/** @typedef {import('../engine/types.js').ReviewedMove} ReviewedMove */
/** @typedef {import('./tree.js').Node} Node */

/** @type {Record<Judgement, string>} */
export const SIGNS = {
  best: '',
  good: '',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
  'missed-win': '✕',
  'losing-move': '✕',
};

/** Whether a move is one to stop at. @param {ReviewedMove} move */
export const isMistake = ({ judgement }) => !['best', 'good', 'inaccuracy'].includes(judgement);

/** A class in words. @param {ReviewedMove} move */
export function judgementText({ judgement, loss, proof }) {
  const text = message(`class.${judgement}`);
  if (proof) return message('class.proved', { class: text });
  return loss >= 0.01 ? `${text} (−${number(loss, PERCENT)})` : text;
}

/** The reviewed moves, by the node that each leads to. */
export class Classes {
  /** @type {Map<Node, ReviewedMove>} */ judged = new Map();

  /** The sign of a move, where it has one. @param {Node} node */
  glyph(node) {
    const move = this.judged.get(node);
    if (!move || !SIGNS[move.judgement]) return null;
    const { judgement, proof } = move;
    return { sign: SIGNS[judgement], name: proof ? 'blunder' : judgement, text: judgementText(move) };
  }
}
