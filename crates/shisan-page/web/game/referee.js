// What the rules say about a position. The engine's referee says it; answers are kept, so that going
// through a game asks once for each position.

import { ask } from '../engine/engine.js';
import { parseCell } from './cells.js';
import { positionQuery } from './game.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../engine/types.js').ForbiddenPoint} ForbiddenPoint */
/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('./tree.js').Position} Position */

/** How a game ended. @typedef {{winner: Side | null, reason: string, line: number[]}} Over */
/**
 * @typedef {object} Facts
 * @property {Over | null} over
 * @property {Map<number, ForbiddenPoint>} forbidden points that renju forbids Black, with either side to move
 * @property {{black: Map<number, string>, white: Map<number, string>}} threats kinds, by cell
 */

/** Positions that are kept. */
const KEPT = 2000;

export class Referee {
  #engine;
  /** @type {Map<string, Promise<Facts>>} */ #known = new Map();
  /** @type {Map<string, Facts>} */ #settled = new Map();

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * What is known already, without a question.
   * @param {import('./game.js').Game} game @returns {Facts | undefined}
   */
  peek(game) {
    return this.#settled.get(keyOf(game, game.position));
  }

  /**
   * The facts about a position.
   * @param {Pick<import('./game.js').Game, 'rule' | 'size'>} game @param {Position} position
   * @returns {Promise<Facts>}
   */
  facts(game, position) {
    const key = keyOf(game, position);
    let facts = this.#known.get(key);
    if (!facts) {
      facts = this.#ask(game, position);
      this.#known.set(key, facts);
      facts.then(
        (found) => this.#keep(key, found),
        () => this.#known.delete(key),
      );
    }
    return facts;
  }

  /** @param {string} key @param {Facts} facts */
  #keep(key, facts) {
    this.#settled.set(key, facts);
    if (this.#settled.size <= KEPT) return;
    const [oldest] = this.#settled.keys();
    this.#settled.delete(oldest);
    this.#known.delete(oldest);
  }

  /**
   * @param {Pick<import('./game.js').Game, 'rule' | 'size'>} game @param {Position} position
   * @returns {Promise<Facts>}
   */
  async #ask(game, position) {
    const cell = (/** @type {string} */ name) => parseCell(name, game.size) ?? -1;
    const query = positionQuery(game, position, { maxNodes: 1, include: ['threats', 'forbidden'], priority: 10 });
    const answer = await ask(this.#engine, query);
    const report = answer.status === 'ok' ? answer : undefined;
    const threats = (/** @type {Side} */ side) =>
      new Map((report?.threats?.[side] ?? []).map((threat) => [cell(threat.cell), threat.kind]));
    return {
      over: answer.status === 'over' ? { winner: answer.winner ?? null, reason: answer.reason, line: answer.line.map(cell) } : null,
      forbidden: new Map((report?.forbidden ?? []).map((point) => [cell(point.cell), point])),
      threats: { black: threats('black'), white: threats('white') },
    };
  }
}

/** @param {Pick<import('./game.js').Game, 'rule' | 'size'>} game @param {Position} position */
const keyOf = ({ rule, size }, { base, moves }) =>
  `${rule} ${size.width} ${size.height} ${base ? `${base.black} / ${base.white} / ${base.toMove} / ` : ''}${moves.join(' ')}`;
