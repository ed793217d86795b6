// The panel of the puzzles: finding them, the one on the board, and the list of all.

import { button, byId, h, option, select } from '../dom.js';
import { RULES } from '../game/game.js';
import { message, number } from '../messages.js';
import { printSheet } from './print.js';
import { taskOf } from './puzzle.js';
import { dayOf } from './set.js';

/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./puzzle.js').Puzzle} Puzzle */
/** @typedef {import('./puzzles.js').Puzzles} Puzzles */
/** @typedef {import('./solving.js').Solving} Solving */
/** @typedef {import('../review/review.js').Review} Review */

/** @param {App} app @param {Puzzles} puzzles @param {Solving} solving @param {Review} review */
export function showPuzzles(app, puzzles, solving, review) {
  const source = select('puzzle-source');
  source.append(...RULES.map((value) => option(value, `rule.${value}`)), option('own', 'puzzles.own'));

  function show() {
    const { puzzle, state } = solving;
    const isOwn = puzzles.choice.source === 'own';
    // The room is there before the set has come.
    byId('puzzle').hidden = isOwn && !puzzle;
    byId('puzzle-task').textContent = puzzle ? taskOf(puzzle) : '';
    byId('puzzle-state').textContent = state === 'busy' ? message('guess.search') : puzzle ? stateText(puzzle) : '';
    button('puzzle-reveal').disabled = state === 'busy' || !puzzle;
    button('puzzle-next').disabled = puzzles.all.length < 2;
    byId('puzzle-list').hidden = isOwn && puzzles.all.length === 0;
    button('puzzle-print').hidden = byId('puzzle-list').hidden;
    for (const name of ['puzzle-print', 'puzzle-retry']) button(name).disabled = !puzzle;
    source.value = puzzles.choice.source;
    select('puzzle-difficulty').value = puzzles.choice.difficulty;
    select('puzzle-difficulty').hidden = isOwn;
    button('puzzle-remove').hidden = !isOwn;
    byId('puzzles-empty').hidden = !isOwn || puzzles.all.length > 0;
    progress();
    find();
    list();
  }

  function progress() {
    const { rating, deviation } = puzzles.progress.rating;
    const days = puzzles.progress.streak(dayOf(new Date()));
    const texts = [
      message('puzzles.rating', { rating: Math.round(rating), error: Math.round(1.96 * deviation) }),
      message('puzzles.count', { count: puzzles.progress.solved }),
      ...(days > 0 ? [message('puzzles.days', { count: days })] : []),
    ];
    byId('puzzle-progress').textContent = texts.join(' · ');
  }

  function find() {
    const reviewed = review.found !== null && !review.running;
    button('find-puzzles').textContent = message(puzzles.searching ? 'button.stop' : 'puzzles.find');
    button('find-puzzles').disabled = !reviewed && !puzzles.searching;
    byId('find-state').textContent = puzzles.state;
  }

  function list() {
    const rows = puzzles.all.map((puzzle, i) => {
      const open = h(
        'button',
        { type: 'button', class: 'puzzle-row' },
        h('span', { class: 'line-rank' }, `${i + 1}.`),
        ' ',
        h('span', {}, taskOf(puzzle)),
        ' ',
        h('span', { class: 'hint-text' }, [stateText(puzzle), puzzle.rating && number(puzzle.rating)].filter(Boolean).join(' · ')),
      );
      if (puzzle === solving.puzzle) open.setAttribute('aria-current', 'true');
      open.addEventListener('click', () => solving.open(puzzle));
      return h('li', {}, open);
    });
    byId('puzzle-list').replaceChildren(...rows);
  }

  async function search() {
    if (puzzles.searching) return puzzles.stop();
    try {
      const found = await solving.find();
      const text = message(found === 0 ? 'puzzles.none' : 'puzzles.found', { count: found });
      app.notice(text, { tone: found > 0 ? 'good' : 'plain' });
    } catch (error) {
      app.fail(error);
    }
  }

  puzzles.addEventListener('change', show);
  solving.addEventListener('change', show);
  app.settings.addEventListener('change', show);
  review.addEventListener('change', find);
  button('find-puzzles').addEventListener('click', search);
  button('puzzle-retry').addEventListener('click', () => solving.retry());
  source.addEventListener('change', () => solving.choose({ source: /** @type {import('./puzzles.js').Choice['source']} */ (source.value) }));
  select('puzzle-difficulty').addEventListener('change', ({ currentTarget }) => {
    const { value } = /** @type {HTMLSelectElement} */ (currentTarget);
    solving.choose({ difficulty: /** @type {import('./set.js').Difficulty} */ (value) });
  });
  button('puzzle-daily').addEventListener('click', () => solving.daily());
  button('puzzle-reset').addEventListener('click', () => {
    const act = puzzles.reset();
    app.notice(message('puzzles.was-reset'), { actions: [{ name: message('button.undo'), act: () => (act(), app.clearNotice()) }] });
  });
  button('puzzle-next').addEventListener('click', () => solving.next());
  button('puzzle-reveal').addEventListener('click', () => solving.reveal());
  button('puzzle-remove').addEventListener('click', () => {
    const { puzzle } = solving;
    if (!puzzle) return;
    solving.next();
    const restore = puzzles.remove(puzzle);
    if (puzzles.all.length === 0) solving.puzzle = null;
    show();
    const act = () => {
      restore();
      solving.open(puzzle);
    };
    app.notice(message('puzzles.removed'), { actions: [{ name: message('button.undo'), act }] });
  });
  button('puzzle-print').addEventListener('click', () => printSheet(puzzles.all, solving.puzzle, app.settings));
  show();
}

/** @param {Puzzle} puzzle */
const stateText = ({ state }) => (state === 'new' ? '' : message(`puzzles.${state}`));
