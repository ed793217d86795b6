// Review: the whole game is analysed in the background, move by move.

import { cellName, parseCell } from './cells.js';
import { ask, positionQuery } from './engine.js';
import { judge } from './judge.js';
import { moverOf, movesTo, opponent, toMove } from './tree.js';
import { put } from './put.js';

/** @typedef {import('./types.js').Side} Side */
/** @typedef {import('./types.js').Proof} Proof */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./app.js').App} App */

/** Nodes for the solver, for each question. */
const SOLVER_NODES = 100_000;

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
  /** @type {AbortController | null} */ #search = null;

  /** @param {App} app */
  constructor(app) {
    super();
    this.#app = app;
    this.position = positionIn(app);
    app.modes.set('review', this);
  }

  get running() {
    return this.#search !== null;
  }

  /** @param {number} cell */
  press(cell) {
    return this.guess ? this.guess(cell) : put(this.#app, cell);
  }

  undo() {
    this.#app.game.back();
  }

  stop() {
    this.#search?.abort();
    this.#search = null;
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
    this.#search = search;
    const { game } = this.#app;
    this.line = game.line;
    this.position = positionIn(this.#app);
    const positions = [game.root, ...this.line];
    this.progress = { done: 0, total: positions.length };
    this.#changed();
    try {
      for (const node of positions) {
        await this.#study(node, nodes, search.signal);
        if (node.parent) await this.#judge(node, search.signal);
        this.progress.done++;
        this.#changed();
      }
    } catch (error) {
      this.#app.fail(error);
    } finally {
      if (this.#search === search) this.#search = null;
      this.#changed();
    }
  }

  /** Values one position, and looks for a win of the side to move. @param {Node} node @param {number} maxNodes @param {AbortSignal} signal */
  async #study(node, maxNodes, signal) {
    const { engine, values, referee } = this.#app;
    const moves = movesTo(node);
    const facts = await referee.facts(this.position, moves);
    const answer = await ask(engine, { ...positionQuery(this.position, moves), maxNodes, lines: 1 }, signal);
    this.#app.recovered();
    values.keep(node, answer);
    if (facts.over) return;
    const best = parseCell(answer.best ?? '', this.position.size);
    if (best !== null) this.best.set(node, best);
    const proof = await this.#solve(node, toMove(node), signal);
    if (proof) this.wins.set(node, proof);
  }

  /** A verified win of `attacker`, if the solver finds one. @param {Node} node @param {Side} attacker @param {AbortSignal} signal */
  async #solve(node, attacker, signal) {
    const query = { ...positionQuery(this.position, movesTo(node)), action: 'solve', attacker, verify: true, maxNodes: SOLVER_NODES };
    const { proof } = await ask(this.#app.engine, query, signal);
    return proof?.result === 'mate' ? proof : null;
  }

  /** Judges the move that led to `node`. @param {Node} node @param {AbortSignal} signal */
  async #judge(node, signal) {
    const { values, classes } = this.#app;
    const before = node.parent;
    const [from, to] = [before && values.get(before), values.get(node)];
    if (!before || !from || !to) return;
    const mover = moverOf(node);
    const missed = this.wins.get(before);
    const kept = !missed || to.winner === mover || missed.line?.[0] === cellName(node.cell, this.position.size);
    const stillWins = kept || (await this.#solve(node, mover, signal)) !== null;
    classes.judged.set(
      node,
      judge({
        mover,
        from,
        to,
        best: this.best.get(before) ?? null,
        played: node.cell,
        missed: stillWins ? null : this.#cells(missed),
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
