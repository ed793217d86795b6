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

/** @type {Kept} */
const NOTHING = { rating: NEW, states: {}, streak: { last: 0, length: 0 } };

/** What is kept now: another tab may have changed it. */
const latest = () => load(KEY, NOTHING);

export class Progress {
  #kept = latest();

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
    this.#kept = latest();
    const { rating, states, streak } = this.#kept;
    const known = this.stateOf(puzzle);
    const isFirst = known === 'new' && puzzle.rating !== undefined;
    const counts = state === 'solved' && day !== null && day > streak.last;
    this.#keep({
      rating: isFirst ? rated(rating, puzzle.rating ?? 0, state === 'solved' ? 1 : 0) : rating,
      states: { ...states, [nameOf(puzzle)]: known === 'solved' ? known : state },
      streak: counts ? { last: day, length: this.streak(day) + 1 } : streak,
    });
  }

  /** Forgets all. @returns {() => void} brings it back, beside what was done meanwhile */
  reset() {
    const before = latest();
    this.#keep(NOTHING);
    return () => {
      const { states, streak } = latest();
      const solved = Object.fromEntries(Object.entries(states).filter(([, state]) => state === 'solved'));
      this.#keep({
        rating: before.rating,
        states: { ...states, ...before.states, ...solved },
        streak: streak.last > before.streak.last ? streak : before.streak,
      });
    };
  }

  /** @param {Kept} kept */
  #keep(kept) {
    this.#kept = kept;
    save(KEY, kept);
  }
}
