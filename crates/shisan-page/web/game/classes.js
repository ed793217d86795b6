// Classes of moves, by how much of the chance to win they give away, and what the solver proved.

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'} ClassName */

/**
 * What a review found about a move.
 * @typedef {object} Judgement
 * @property {ClassName} name
 * @property {number} loss of the chance to win, 0 to 1
 * @property {number | null} best the cell of the best move
 * @property {'missed win' | 'losing move' | null} proved what the solver proved
 * @property {number[]} proof the moves of the win that was missed, or that the move allows
 */

/** The least loss of each class but the first. @type {[ClassName, number][]} */
const LOSSES = [
  ['blunder', 0.25],
  ['mistake', 0.12],
  ['inaccuracy', 0.05],
  ['good', 0.01],
];

/** @type {Record<ClassName, string>} */
export const SIGNS = { best: '', good: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** The class of a loss. @param {number} loss @returns {ClassName} */
export function classOf(loss) {
  return LOSSES.find(([, least]) => loss >= least)?.[0] ?? 'best';
}

/** Whether a move is one to stop at. @param {Judgement} judgement */
export const isMistake = ({ name, proved }) => proved !== null || name === 'mistake' || name === 'blunder';

/** A judgement in words. @param {Judgement} judgement */
export function judgementText({ name, loss, proved }) {
  const lost = loss >= 0.01 ? ` (−${Math.round(loss * 100)} %)` : '';
  return proved ? `${proved}, proved` : `${name}${lost}`;
}

/** The judgements of the game under review. */
export class Classes {
  /** @type {Map<Node, Judgement>} */ judged = new Map();

  /** The sign of a move, where it has one. @param {Node} node */
  glyph(node) {
    const judgement = this.judged.get(node);
    if (!judgement) return null;
    const sign = judgement.proved ? '✕' : SIGNS[judgement.name];
    return sign ? { sign, name: judgement.proved ? 'blunder' : judgement.name, text: judgementText(judgement) } : null;
  }
}
