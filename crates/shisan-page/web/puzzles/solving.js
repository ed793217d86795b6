// Solving a puzzle: the first move must be the one that wins, each later one must keep the win.

import { report } from '../engine/engine.js';
import { cellName, parseCell } from '../game/cells.js';
import { positionQuery } from '../game/game.js';
import { grow, opponent } from '../game/tree.js';
import { message } from '../messages.js';
import { spoken } from '../ui/describe.js';
import { movesOf } from './puzzle.js';

/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('../game/game.js').Stashed} Stashed */
/** @typedef {import('./puzzle.js').Puzzle} Puzzle */
/** @typedef {import('./puzzles.js').Puzzles} Puzzles */

/** Nodes for the defence, and to see that it loses. */
const DEFENCE_NODES = 100_000;

/** Says `change` when another puzzle or state is shown. */
export class Solving extends EventTarget {
  #app;
  #puzzles;
  /** @type {Puzzle | null} */ puzzle = null;
  /** @type {'open' | 'busy' | 'done'} */ state = 'done';
  /** The game that the puzzle replaces on the board. @type {Stashed | null} */
  #stashed = null;
  /** Ends the judging of a move. */
  #judging = new AbortController();
  /** How often a person has asked for something here, or has left. */
  #acts = 0;

  /** @param {App} app @param {Puzzles} puzzles */
  constructor(app, puzzles) {
    super();
    this.#app = app;
    this.#puzzles = puzzles;
    app.modes.set('puzzles', this);
  }

  enter() {
    this.#stashed = this.#app.game.stash();
    this.choose({});
  }

  /** @returns {() => boolean} whether something else was asked for since, or the puzzles were left: for what waits */
  #leaving() {
    const acts = this.#acts;
    return () => this.#acts !== acts;
  }

  /** A person acts: what waits for an earlier act comes to nothing, and its message is out of date. */
  #act() {
    this.#acts++;
    this.#app.clearNotice();
  }

  /** Shows the puzzles of a choice, and opens the first that is not solved. @param {Partial<import('./puzzles.js').Choice>} change */
  async choose(change) {
    this.#act();
    const isLeft = this.#leaving();
    try {
      await this.#puzzles.choose(change);
    } catch (error) {
      if (isLeft()) return;
      this.#app.fail(error);
      if (this.puzzle) return;
    }
    if (isLeft()) return;
    const first = this.#puzzles.all.find(({ state }) => state !== 'solved') ?? this.#puzzles.all[0];
    if (first) this.#show(first);
    else this.#close();
  }

  /** Opens the puzzle of today. */
  async daily() {
    this.#act();
    const isLeft = this.#leaving();
    try {
      const puzzle = await this.#puzzles.daily();
      if (!isLeft()) this.#show(puzzle);
    } catch (error) {
      if (!isLeft()) this.#app.fail(error);
    }
  }

  /** Looks for puzzles in the reviewed game, and opens the first, unless a person goes on here meanwhile. @returns {Promise<number>} how many are new */
  async find() {
    const isLeft = this.#leaving();
    const found = await this.#puzzles.find();
    if (found > 0 && !isLeft()) await this.choose({ source: 'own' });
    return found;
  }

  /** Leaves the board to no puzzle. */
  #close() {
    this.#judging.abort();
    this.puzzle = null;
    this.#app.game.reset({ rule: this.#app.game.rule, size: this.#app.game.size });
    this.#changed();
  }

  leave() {
    this.#acts++;
    this.#judging.abort();
    const stashed = this.#stashed;
    this.#stashed = null;
    this.puzzle = null;
    if (!stashed) return;
    this.#app.game.unstash(stashed);
    this.#changed();
  }

  /** Puts a puzzle on the board, unless that serves another mode. @param {Puzzle} puzzle */
  open(puzzle) {
    if (!this.#stashed) return;
    this.#act();
    this.#show(puzzle);
  }

  /** @param {Puzzle} puzzle */
  #show(puzzle) {
    const { game } = this.#app;
    this.#judging.abort();
    this.puzzle = puzzle;
    this.state = 'open';
    game.reset({ rule: puzzle.rule, size: puzzle.size });
    game.goTo(grow(game.root, movesOf(puzzle)));
    this.#changed();
  }

  retry() {
    if (this.puzzle) this.open(this.puzzle);
  }

  undo() {
    this.retry();
  }

  /** The next puzzle of the list. */
  next() {
    const { all } = this.#puzzles;
    const at = this.puzzle ? all.indexOf(this.puzzle) : -1;
    if (all.length > 0) this.open(all[(at + 1) % all.length]);
  }

  /** @param {number} cell */
  async press(cell) {
    const { puzzle } = this;
    if (!puzzle || this.state !== 'open') return;
    this.#acts++;
    this.#set('busy');
    const { signal } = (this.#judging = new AbortController());
    const { game } = this.#app;
    const at = game.current;
    try {
      const may = await this.#app.mayPut(cell);
      if (signal.aborted) return;
      if (!may) return this.#set('open');
      const wins = await this.#wins(puzzle, cell, signal);
      if (signal.aborted) return;
      if (wins) await this.#right(puzzle, cell, signal);
      else this.#wrong(puzzle, cell);
    } catch (error) {
      if (signal.aborted) return;
      game.goTo(at);
      this.#app.fail(error);
      this.#set('open');
    }
  }

  /** Whether a move keeps the win. @param {Puzzle} puzzle @param {number} cell @param {AbortSignal} signal */
  async #wins(puzzle, cell, signal) {
    const { game, engine, referee } = this.#app;
    const { base, moves } = game.position;
    const after = { base, moves: [...moves, cell] };
    if (moves.length === movesOf(puzzle).length) return cellName(cell, game.size) === puzzle.line[0];
    if ((await referee.facts(game, after)).over?.winner === puzzle.side) return true;
    const played = after.moves.slice(movesOf(puzzle).length).map((move) => cellName(move, game.size));
    if (played.every((move, i) => move === puzzle.line[i])) return true;
    // Another move than that of the proof wins if the defence is lost.
    const { mate } = await report(engine, positionQuery(game, after, { maxNodes: DEFENCE_NODES }), signal);
    return (mate ?? 0) < 0;
  }

  /** @param {Puzzle} puzzle @param {number} cell */
  #wrong(puzzle, cell) {
    if (puzzle.state === 'new') this.#puzzles.mark(puzzle, 'failed');
    this.#app.notice(message('puzzles.wrong', { cell: this.#name(cell) }), { tone: 'bad' });
    this.#set('open');
  }

  /** Plays a right move and the defence to it. @param {Puzzle} puzzle @param {number} cell @param {AbortSignal} signal */
  async #right(puzzle, cell, signal) {
    const { game, engine } = this.#app;
    this.#app.clearNotice();
    game.play(cell);
    const { over } = await this.#app.facts();
    if (signal.aborted) return;
    if (over) return this.#solved(puzzle);
    const { best } = await report(engine, positionQuery(game, game.position, { maxNodes: DEFENCE_NODES }), signal);
    const reply = best ? parseCell(best, game.size) : null;
    if (signal.aborted) return;
    if (reply === null) return this.#solved(puzzle);
    game.play(reply);
    const facts = await this.#app.facts();
    if (signal.aborted) return;
    if (facts.over) return this.#solved(puzzle);
    this.#app.notice(message(`puzzles.defends-${opponent(puzzle.side)}`, { cell: this.#name(reply) }), { tone: 'good' });
    this.#set('open');
  }

  /** @param {Puzzle} puzzle */
  #solved(puzzle) {
    this.#puzzles.mark(puzzle, 'solved');
    this.#app.notice(message('puzzles.done'), { tone: 'good' });
    this.#set('done');
  }

  /** Shows the proved win. */
  reveal() {
    const { puzzle } = this;
    if (!puzzle) return;
    this.open(puzzle);
    if (puzzle.state === 'new') this.#puzzles.mark(puzzle, 'failed');
    const cells = puzzle.line.map((name) => parseCell(name, puzzle.size) ?? 0);
    this.#app.notice(message('puzzles.win', { cells: cells.map((cell) => this.#name(cell)).join(' ') }), { lines: [message('line.steps')] });
    this.#app.line.show(puzzle.line, 1);
    this.#set('done');
  }

  /** @param {number} cell */
  #name(cell) {
    return spoken(cell, this.#app.game.size, this.#app.settings.coordsOf(this.#app.game));
  }

  /** @param {Solving['state']} state */
  #set(state) {
    this.state = state;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
