// What an analysis draws on the board.

import { parseCell } from '../game/cells.js';
import { opponent } from '../game/tree.js';
import { percent } from '../ui/describe.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../engine/types.js').Report} Report */
/** @typedef {import('../board/marks.js').Mark} Mark */
/** @typedef {import('../game/game.js').Game} Game */
/** @typedef {import('../game/referee.js').Facts} Facts */

/** A loss of this much or more is a square without a number. */
const LARGE_LOSS = 0.5;
/** The losses at which the colour of a candidate changes. */
const GRADES = [0.01, 0.05, 0.1, 0.2];
/** Moves of a lower score are left out. */
const LOW_SCORE = 0.004;

/**
 * @param {Game} game @param {import('./analysis.js').Shown} shown @param {Report | undefined} report
 * @param {Facts | undefined} facts
 * @returns {Mark[]}
 */
export function analysisMarks(game, shown, report, facts) {
  switch (shown) {
    case 'moves':
      return candidates(game, report);
    case 'policy':
      return policyMarks(report?.policy ?? []);
    case 'loss':
      return lossMarks(report?.heat ?? []);
    case 'nothing':
      return [];
    default:
      return facts ? threatMarks(facts, shown) : [];
  }
}

/** @param {Game} game @param {Report | undefined} report @returns {Mark[]} */
function candidates({ size }, report) {
  const best = report?.winrate ?? 0;
  return (report?.lines ?? []).map(({ move, winrate, mate }, i) => ({
    type: 'candidate',
    cell: parseCell(move, size) ?? 0,
    rank: i + 1,
    grade: GRADES.filter((loss) => best - (winrate ?? 0) >= loss).length,
    value: mate ? `${mate > 0 ? '' : '−'}M${Math.ceil(Math.abs(mate) / 2)}` : percent(winrate).replace(/\s*%/, ''),
  }));
}

/** @param {(number | null)[]} policy @returns {Mark[]} */
function policyMarks(policy) {
  const most = Math.max(0.01, ...policy.map((chance) => chance ?? 0));
  return policy.flatMap((chance, cell) =>
    chance && chance >= LOW_SCORE
      ? [{ type: 'heat', tone: 'policy', cell, amount: chance / most, value: chance >= 0.01 ? `${Math.round(chance * 100)}` : '' }]
      : [],
  );
}

/** @param {(number | null)[]} heat @returns {Mark[]} */
function lossMarks(heat) {
  return heat.flatMap((loss, cell) => {
    if (loss === null) return [];
    const value = loss < 0.005 ? '0' : loss < LARGE_LOSS ? `${Math.round(loss * 100)}` : '';
    return [{ type: 'heat', tone: 'loss', cell, amount: Math.max(0, 1 - loss / LARGE_LOSS), value }];
  });
}

/** @param {Facts} facts @param {'black' | 'white' | 'both'} sides @returns {Mark[]} */
function threatMarks({ threats }, sides) {
  /** @type {Mark[]} */
  const marks = [];
  for (const side of /** @type {Side[]} */ (['black', 'white'])) {
    if (sides !== 'both' && sides !== side) continue;
    for (const [cell, kind] of threats[side]) {
      marks.push({ type: 'threat', cell, side, kind, beside: sides === 'both' && threats[opponent(side)].has(cell) });
    }
  }
  return marks;
}
