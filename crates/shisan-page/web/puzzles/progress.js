// What this browser keeps of a person's puzzles: which of the set are solved, the rating, and the days.

import { load, save } from '../ui/storage.js';
import { NEW, rated } from './rating.js';

/** @typedef {import('./puzzle.js').Puzzle} Puzzle */
/** @typedef {Puzzle['state']} State */
/**
 * @typedef {object} Kept
 * @property {import('./rating.js').Rating} rating
 * @property {Record<string, State>} states of puzzles, by rule and position
 * @property {{last: number, length: number}} streak days in a row with their puzzle solved
 */

const KEY = 'puzzle-progress';

/** @param {Puzzle} puzzle */
const nameOf = ({ rule, moves }) => `${rule} ${moves}`;

export class Progress {
  /** @type {Kept} */ #kept = load(KEY, { rating: NEW, states: {}, streak: { last: 0, length: 0 } });

  get rating() {
    return this.#kept.rating;
  }

  get solved() {
    return Object.values(this.#kept.states).filter((state) => state === 'solved').length;
  }

  /** Days in a row up to today or yesterday. @param {number} today */
  streak(today) {
    const { last, length } = this.#kept.streak;
    return last >= today - 1 ? length : 0;
  }

  /** @param {Puzzle} puzzle @returns {State} */
  stateOf(puzzle) {
    return this.#kept.states[nameOf(puzzle)] ?? 'new';
  }

  /**
   * A puzzle is solved, or failed for the first time; the first try alone is rated.
   * @param {Puzzle} puzzle @param {State} state @param {number | null} day the day whose puzzle it is
   */
  mark(puzzle, state, day) {
    const { rating, states, streak } = this.#kept;
    const isFirst = this.stateOf(puzzle) === 'new' && puzzle.rating !== undefined;
    const counts = state === 'solved' && day !== null && day !== streak.last;
    this.#keep({
      rating: isFirst ? rated(rating, puzzle.rating ?? 0, state === 'solved' ? 1 : 0) : rating,
      states: { ...states, [nameOf(puzzle)]: state },
      streak: counts ? { last: day, length: this.streak(day) + 1 } : streak,
    });
  }

  /** Forgets all. @returns {() => void} brings it back */
  reset() {
    const kept = this.#kept;
    this.#keep({ rating: NEW, states: {}, streak: { last: 0, length: 0 } });
    return () => this.#keep(kept);
  }

  /** @param {Kept} kept */
  #keep(kept) {
    this.#kept = kept;
    save(KEY, kept);
  }
}
