// Review: the whole game is analysed in the background, move by move.

import { ask, report } from '../engine/engine.js';
import { cellName, parseCell } from '../game/cells.js';
import { positionQuery } from '../game/game.js';
import { moverOf, movesTo, opponent, toMove } from '../game/tree.js';
import { judge } from './judge.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../engine/types.js').Proof} Proof */
/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../ui/app.js').App} App */

/** Nodes for the solver, for each question. */
const SOLVER_NODES = 100_000;
/** A closer look has CLOSER times the nodes of a search, and at least CLOSER_NODES. */
const CLOSER = 4;
const CLOSER_NODES = 200_000;

/** Says `change` with each step. */
export class Review extends EventTarget {
  #app;
  /** Positions that are done, and all of them. */
  progress = { done: 0, total: 0 };
  /** Verified wins of the side to move. @type {Map<Node, Proof>} */
  wins = new Map();
  /** The best move that was found, by position. @type {Map<Node, number>} */
  best = new Map();
  /** The moves that are judged. @type {Node[]} */
  line = [];
  /** The rule and the board of the game under review; another may be on the board. */
  position;
  /** Takes presses while a better move is to be guessed. @type {((cell: number) => void) | null} */
  guess = null;
  /** @type {AbortController | null} */ #running = null;

  /** @param {App} app */
  constructor(app) {
    super();
    this.#app = app;
    this.position = positionIn(app);
    app.modes.set('review', this);
  }

  get running() {
    return this.#running !== null;
  }

  /** @param {number} cell */
  press(cell) {
    return this.guess ? this.guess(cell) : this.#app.put(cell);
  }

  undo() {
    this.#app.game.back();
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
    this.#changed();
  }

  /** Forgets a review of another game. */
  clear() {
    this.stop();
    this.line = [];
    this.wins.clear();
    this.best.clear();
    this.#app.classes.judged.clear();
    this.progress = { done: 0, total: 0 };
    this.#app.dispatchEvent(new Event('classes'));
    this.#changed();
  }

  /** Reviews the line that is shown. @param {number} nodes for each position */
  async run(nodes) {
    this.clear();
    const search = new AbortController();
    this.#running = search;
    const { game } = this.#app;
    this.line = game.line;
    this.position = positionIn(this.#app);
    const positions = [game.root, ...this.line];
    this.progress = { done: 0, total: positions.length };
    this.#changed();
    try {
      for (const node of positions) {
        await this.#study(node, nodes, search.signal);
        await this.#settle(node, Math.max(CLOSER * nodes, CLOSER_NODES), search.signal);
        this.progress.done++;
        this.#changed();
      }
    } catch (error) {
      this.#app.fail(error);
    } finally {
      if (this.#running === search) this.#running = null;
      this.#changed();
    }
  }

  /** Values one position, and looks for a win of the side to move. @param {Node} node @param {number} maxNodes @param {AbortSignal} signal */
  async #study(node, maxNodes, signal) {
    const { values, referee } = this.#app;
    const facts = await referee.facts(this.position, movesTo(node));
    const answer = await this.#search(node, maxNodes, signal);
    if (facts.over || answer.status !== 'ok') return;
    const best = parseCell(answer.best ?? '', this.position.size);
    if (best !== null) this.best.set(node, best);
    const proof = await this.#solve(node, signal);
    if (!proof) return;
    this.wins.set(node, proof);
    values.prove(node, toMove(node), proof.plies ?? 0);
  }

  /** Searches one position, and keeps its value. @param {Node} node @param {number} maxNodes @param {AbortSignal} signal */
  async #search(node, maxNodes, signal) {
    const { engine, values } = this.#app;
    const answer = await ask(engine, positionQuery(this.position, movesTo(node), { maxNodes, lines: 1 }), signal);
    this.#app.recovered();
    values.keep(node, answer);
    return answer;
  }

  /** A verified win of the side to move, if the solver finds one. @param {Node} node @param {AbortSignal} signal */
  async #solve(node, signal) {
    const query = positionQuery(this.position, movesTo(node), { action: 'solve', verify: true, maxNodes: SOLVER_NODES });
    const { proof } = await report(this.#app.engine, query, signal);
    return proof?.result === 'mate' ? proof : null;
  }

  /**
   * Judges the move that led to `node`, and those before it that a proof puts in another light.
   * @param {Node} node @param {number} maxNodes for a closer look @param {AbortSignal} signal
   */
  async #settle(node, maxNodes, signal) {
    for (let at = node; at.parent; at = at.parent) {
      const isNews = await this.#carry(at, at.parent, maxNodes, signal);
      this.#judge(at, at.parent);
      if (!isNews) return;
    }
  }

  /**
   * Carries what is proved from `before` to `node` and back: who is lost is lost after every move, and who
   * wins after a move wins before it. Where only a search can tell, it looks closer.
   * @param {Node} node @param {Node} before @param {number} maxNodes @param {AbortSignal} signal
   * @returns {Promise<boolean>} whether that settles `before`
   */
  async #carry(node, before, maxNodes, signal) {
    const { values } = this.#app;
    const mover = moverOf(node);
    const [from, to] = [values.get(before), values.get(node)];
    if (from?.winner && !to?.winner) {
      const isKept = from.winner !== mover || this.#isProved(node, before);
      if (isKept) values.prove(node, from.winner, from.plies - 1);
      else await this.#search(node, maxNodes, signal);
    } else if (to?.winner && !from?.winner) {
      if (to.winner === mover) values.prove(before, mover, to.plies + 1);
      else await this.#search(before, maxNodes, signal);
      return Boolean(values.get(before)?.winner);
    }
    return false;
  }

  /** Whether `node` is the first move of the win that is proved before it. @param {Node} node @param {Node} before */
  #isProved(node, before) {
    return this.wins.get(before)?.line?.[0] === cellName(node.cell, this.position.size);
  }

  /** Judges the move from `before` to `node`. @param {Node} node @param {Node} before */
  #judge(node, before) {
    const { values, classes } = this.#app;
    const [from, to] = [values.get(before), values.get(node)];
    if (!from || !to) return;
    const mover = moverOf(node);
    classes.judged.set(
      node,
      judge({
        mover,
        from,
        to,
        best: this.best.get(before) ?? null,
        played: node.cell,
        missed: to.winner === mover ? null : this.#cells(this.wins.get(before)),
        allowed: from.winner === opponent(mover) ? null : this.#cells(this.wins.get(node)),
      }),
    );
    this.#app.dispatchEvent(new Event('classes'));
  }

  /** @param {Proof | undefined} proof */
  #cells(proof) {
    return proof ? (proof.line ?? []).map((name) => parseCell(name, this.position.size) ?? 0) : null;
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** @param {App} app */
const positionIn = ({ game: { rule, size } }) => ({ rule, size });
