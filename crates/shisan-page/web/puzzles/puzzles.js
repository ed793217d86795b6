// Puzzles: positions where exactly one move wins, and the win is proved, of the set to begin with or of reviewed games.

import { BACKGROUND, answers } from '../engine/engine.js';
import { posString } from '../game/cells.js';
import { RULES, positionQuery } from '../game/game.js';
import { message } from '../messages.js';
import { fits, load, save } from '../ui/storage.js';
import { Progress } from './progress.js';
import { dailyIndex, dayOf, loadSet, ofDifficulty } from './set.js';

/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('../review/review.js').Review} Review */
/** @typedef {import('./puzzle.js').Puzzle} Puzzle */

/** Where puzzles come from: the set of a rule, or the games of this browser. @typedef {{source: Rule | 'own', difficulty: import('./set.js').Difficulty}} Choice */

const KEY = 'puzzles';
/** Nodes of each search for a second winning move. */
const NODES = 100_000;
/** Progress is reported so often. */
const REPORT_EVERY_MS = 200;
/** The oldest go beyond this many. */
const MOST = 200;
/** What a kept puzzle has. */
const LIKE = { rule: '', size: { width: 0, height: 0 }, moves: '', side: '', line: [''], state: '' };

/** Those that this browser keeps, of reviewed games. @returns {Puzzle[]} */
const keptPuzzles = () => load(KEY, /** @type {Puzzle[]} */ ([])).filter((puzzle) => fits(puzzle, LIKE) && isRule(puzzle.rule));

/** @param {Puzzle} one @param {Puzzle} other */
const isSame = (one, other) =>
  one.rule === other.rule && one.size.width === other.size.width && one.size.height === other.size.height && one.moves === other.moves;

/** @param {string} name */
const isRule = (name) => RULES.some((rule) => rule === name);

/** What was chosen last. @returns {Choice} */
function lastChoice() {
  const otherwise = /** @type {Choice} */ ({ source: 'freestyle', difficulty: 'any' });
  const kept = load('puzzle-choice', otherwise);
  return kept.source === 'own' || isRule(kept.source) ? kept : otherwise;
}

/** Says `change` when there are others. */
export class Puzzles extends EventTarget {
  /** What is shown: those that are chosen. @type {readonly Puzzle[]} */ all = [];
  choice = lastChoice();
  progress = new Progress();
  /** The puzzles of days that were asked for, and the day of each: it may be solved on a later one. @type {Map<Puzzle, number>} */ #days = new Map();
  /** @type {Puzzle[]} */ #own = keptPuzzles();
  /** @type {Map<Rule, Promise<Puzzle[]>>} */ #sets = new Map();
  /** What the search is doing, or nothing. */
  state = '';
  #app;
  #review;
  /** @type {AbortController | null} */ #search = null;

  /** @param {App} app @param {Review} review */
  constructor(app, review) {
    super();
    this.#app = app;
    this.#review = review;
  }

  /** Shows the puzzles of a choice. @param {Partial<Choice>} change */
  async choose(change) {
    const before = this.choice;
    const choice = (this.choice = { ...before, ...change });
    try {
      const all = choice.source === 'own' ? (this.#own = this.#latest()) : ofDifficulty(await this.#setOf(choice.source), choice.difficulty);
      if (choice !== this.choice) return;
      this.all = all;
      // Without a change this shows the last choice again, and another tab may have chosen since.
      if (Object.keys(change).length > 0) save('puzzle-choice', choice);
    } catch (error) {
      if (choice === this.choice) this.choice = before;
      throw error;
    } finally {
      this.#changed();
    }
  }

  /** The puzzle of today, under the rule that is chosen; of freestyle, where none is. */
  async daily() {
    const rule = this.choice.source === 'own' ? 'freestyle' : this.choice.source;
    if (rule !== this.choice.source) await this.choose({ source: rule });
    const set = await this.#setOf(rule);
    const day = dayOf(new Date());
    const puzzle = set[dailyIndex(day, set.length)];
    this.#days.set(puzzle, day);
    return puzzle;
  }

  /** @param {Rule} rule */
  #setOf(rule) {
    const loaded = this.#sets.get(rule) ?? loadSet(rule).then((set) => set.map((puzzle) => ({ ...puzzle, state: this.progress.stateOf(puzzle) })));
    this.#sets.set(rule, loaded);
    loaded.catch(() => this.#sets.delete(rule));
    return loaded;
  }

  /** Forgets what was solved, and the rating. @returns {() => void} brings them back */
  reset() {
    const restore = this.progress.reset();
    const show = async () => {
      for (const set of await Promise.all(this.#sets.values())) for (const puzzle of set) puzzle.state = this.progress.stateOf(puzzle);
      this.#changed();
    };
    show();
    return () => (restore(), show());
  }

  get searching() {
    return this.#search !== null;
  }

  stop() {
    this.#search?.abort();
    this.#search = null;
    this.state = '';
    this.#changed();
  }

  /** Looks for puzzles in the game that was reviewed. @returns {Promise<number>} how many are new */
  async find() {
    const search = new AbortController();
    this.#search = search;
    const { position, base, line } = this.#review;
    const moves = line.map(({ cell }) => cell);
    const options = { maxNodes: NODES, reportEveryMs: REPORT_EVERY_MS, priority: BACKGROUND };
    const query = positionQuery(position, { base, moves }, { action: 'puzzles', ...options });
    let [seen, found] = [0, 0];
    try {
      for await (const answer of answers(this.#app.engine, query, search.signal)) {
        if (answer.status !== 'found') continue;
        for (const { turn, side, proof } of answer.puzzles.slice(seen)) {
          // A puzzle is kept as moves.
          if (base) continue;
          const puzzle = { ...position, moves: posString(moves.slice(0, turn), position.size), side, line: proof.line };
          if (this.#add({ ...puzzle, state: 'new' })) found++;
        }
        seen = answer.puzzles.length;
        this.state = message('review.running', { done: answer.done, total: answer.total });
        this.#changed();
      }
    } finally {
      if (this.#search === search) this.stop();
    }
    return found;
  }

  /** The own puzzles with what other tabs have changed; those that are known here stay the same objects. */
  #latest() {
    return keptPuzzles().map((kept) => Object.assign(this.#own.find((known) => isSame(known, kept)) ?? kept, kept));
  }

  /** @param {Puzzle} puzzle @returns {boolean} whether it is new */
  #add(puzzle) {
    const own = this.#latest();
    if (own.some((known) => isSame(known, puzzle))) return false;
    this.#keep([puzzle, ...own]);
    return true;
  }

  /** @param {Puzzle} puzzle @param {Puzzle['state']} state */
  mark(puzzle, state) {
    if (puzzle.rating === undefined) {
      const own = this.#latest();
      if (puzzle.state !== 'solved') puzzle.state = state;
      return this.#keep(own);
    }
    this.progress.mark(puzzle, state, this.#days.get(puzzle) ?? null);
    puzzle.state = this.progress.stateOf(puzzle);
    this.#changed();
  }

  /** @param {Puzzle} puzzle @returns {() => void} puts it back, beside those that were found meanwhile */
  remove(puzzle) {
    const before = this.#latest();
    const at = before.indexOf(puzzle);
    this.#keep(before.filter((other) => other !== puzzle));
    return () => {
      const own = this.#latest();
      if (at < 0 || own.some((known) => isSame(known, puzzle))) return;
      // New ones come before all others: its place is counted from the end.
      own.splice(Math.max(0, own.length - (before.length - 1 - at)), 0, puzzle);
      this.#keep(own);
    };
  }

  /** @param {Puzzle[]} own */
  #keep(own) {
    this.#own = own.slice(0, MOST);
    save(KEY, this.#own);
    if (this.choice.source === 'own') this.all = this.#own;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
