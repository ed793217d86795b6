// The list of games and its filters. Rows are made as they are asked for.

import { button, byId, h, select } from '../web/dom.js';
import { kindOf, numberOf, resultOf, stonesOf } from './data.js';
import { ranked } from './tables.js';

/** @typedef {import('./data.js').Report} Report */
/** @typedef {import('./data.js').Row} Row */

/** Rows that are made at a time. */
const STEP = 100;

/** Says `open` with the place of a game among all. */
export class Games extends EventTarget {
  #report;
  /** The places of the games that pass the filters. @type {number[]} */ #found = [];
  #shown = 0;

  /** @param {Report} report */
  constructor(report) {
    super();
    this.#report = report;
    const names = /** @type {[string, string][]} */ (ranked(report).map((place) => [String(place), report.engines[place].name]));
    const kinds = [...new Set(report.endings.map(kindOf))].sort();
    fill('by-engine', 'all', names);
    fill('by-opponent', 'all', names);
    fill('by-result', 'all', [['won', 'the engine won'], ['lost', 'the engine lost'], ['', 'drawn'], ['b', 'Black won'], ['w', 'White won']]);
    fill('by-ending', 'all', kinds.map((kind) => [kind, kind]));
    fill('by-opening', 'all', report.openings.map(({ moves }, place) => [String(place), moves || 'empty board']));
    const form = byId('filters', HTMLFormElement);
    form.addEventListener('change', () => this.#filter());
    form.addEventListener('submit', (event) => event.preventDefault());
    // The form has its old values until the event is over.
    form.addEventListener('reset', () => setTimeout(() => this.#filter()));
    button('more').addEventListener('click', () => {
      const next = this.#shown;
      this.#show();
      byId('rows').children[next]?.querySelector('button')?.focus();
    });
    this.#filter();
  }

  /** Shows the games from an opening. @param {number} opening */
  ofOpening(opening) {
    byId('filters', HTMLFormElement).reset();
    setTimeout(() => {
      select('by-opening').value = String(opening);
      this.#filter();
      byId('games').scrollIntoView();
      select('by-opening').focus({ preventScroll: true });
    });
  }

  /** The game after `place`, or before it, among those that are found. @param {number} place @param {1 | -1} step */
  beside(place, step) {
    const index = this.#found.indexOf(place);
    return index < 0 ? undefined : this.#found[index + step];
  }

  #filter() {
    const { games, endings } = this.#report;
    const [engine, opponent, result, ending, opening] = ['by-engine', 'by-opponent', 'by-result', 'by-ending', 'by-opening'].map((id) => select(id).value);
    const isAll = (/** @type {string} */ value) => value === 'all';
    const one = Number(engine);
    const other = Number(opponent);
    const passes = (/** @type {Row} */ row) => {
      const [, , black, white, winner, end, start] = row;
      const asBlack = (isAll(engine) || black === one) && (isAll(opponent) || white === other);
      const asWhite = (isAll(engine) || white === one) && (isAll(opponent) || black === other);
      if (!asBlack && !asWhite) return false;
      if (!isAll(ending) && kindOf(endings[end]) !== ending) return false;
      if (!isAll(opening) && String(start) !== opening) return false;
      if (result === 'won') return isAll(engine) ? winner !== '' : winner === (black === one ? 'b' : 'w');
      if (result === 'lost') return isAll(engine) ? winner !== '' : winner === (black === one ? 'w' : 'b');
      return isAll(result) || winner === result;
    };
    this.#found = games.flatMap((row, place) => (passes(row) ? [place] : []));
    this.#shown = 0;
    byId('rows').replaceChildren();
    const all = this.#found.length === games.length;
    byId('count').textContent = all ? `${games.length} games` : `${this.#found.length} of ${games.length} games`;
    this.#show();
  }

  #show() {
    const { engines, endings, games, openings } = this.#report;
    const rows = this.#found.slice(this.#shown, this.#shown + STEP).map((place) => {
      const row = games[place];
      const open = h('button', { type: 'button', class: 'link', 'aria-label': `Open game ${numberOf(this.#report, row)}` }, numberOf(this.#report, row));
      open.addEventListener('click', () => this.dispatchEvent(new CustomEvent('open', { detail: place })));
      const name = (/** @type {number} */ engine, /** @type {string} */ side) => h('td', row[4] === side ? { class: 'winner' } : {}, engines[engine].name);
      const opening = row[6] === null ? '' : openings[row[6]].moves || 'empty board';
      return h(
        'tr',
        {},
        h('th', { scope: 'row' }, open),
        name(row[2], 'b'),
        name(row[3], 'w'),
        h('td', {}, resultOf(row)),
        h('td', {}, endings[row[5]]),
        h('td', { class: 'number' }, String(stonesOf(row))),
        h('td', {}, opening),
      );
    });
    this.#shown += rows.length;
    byId('rows').append(...rows);
    const left = this.#found.length - this.#shown;
    button('more').hidden = left === 0;
    button('more').textContent = `Show ${Math.min(STEP, left)} more of ${left}`;
  }
}

/** @param {string} id @param {string} all @param {[string, string][]} options */
function fill(id, all, options) {
  select(id).append(h('option', { value: all }, 'all'), ...options.map(([value, text]) => h('option', { value }, text)));
}
