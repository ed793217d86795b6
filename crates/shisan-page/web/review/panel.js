// The panel of the review: progress, a summary by class, the way from mistake to mistake, and guessing.

import { button, byId, h, input, select } from '../dom.js';
import { parseCell } from '../game/cells.js';
import { SIGNS, isMistake, judgementText } from '../game/classes.js';
import { isIn, opponent, rootOf } from '../game/tree.js';
import { TENTHS, message, number } from '../messages.js';
import { capital, spoken } from '../ui/describe.js';
import { Guess } from './guess.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../engine/types.js').Judgement} Judgement */
/** @typedef {import('../engine/types.js').SideReview} SideReview */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./review.js').Review} Review */

/** The rows of the summary, and where the counts of a side stand. @type {[Judgement, keyof SideReview][]} */
const ROWS = [
  ['best', 'best'],
  ['good', 'good'],
  ['inaccuracy', 'inaccuracy'],
  ['mistake', 'mistake'],
  ['blunder', 'blunder'],
  ['missed-win', 'missedWin'],
  ['losing-move', 'losingMove'],
];

/** @param {App} app @param {Review} review */
export function showReview(app, review) {
  const { game, board, classes, settings } = app;
  const guess = new Guess(app, review, nodes);

  function nodes() {
    return Number(select('review-effort').value);
  }

  function show() {
    const { done, total } = review.progress;
    button('review-start').textContent = message(review.running ? 'button.stop' : total > 0 ? 'review.again' : 'review.start');
    button('review-start').disabled = !review.running && !game.line.some(({ side }) => side);
    const progress = byId('review-progress', HTMLProgressElement);
    progress.max = Math.max(1, total);
    progress.value = done;
    progress.hidden = byId('review-state').hidden = total === 0;
    const state = review.running ? 'review.running' : done === total ? 'review.done' : 'review.stopped';
    byId('review-state').textContent = message(state, { done, total, count: total });
    byId('review-results').hidden = total === 0;
    byId('review-empty').hidden = total > 0;
    summary();
    steps();
    current();
  }

  function summary() {
    const { found } = review;
    const row = (/** @type {string} */ name, /** @type {(side: SideReview) => string} */ text) => {
      const cells = [found?.black, found?.white].map((side) => h('td', {}, side ? text(side) : '–'));
      return h('tr', {}, h('th', { scope: 'row' }, name), ...cells);
    };
    byId('review-counts').replaceChildren(
      ...ROWS.map(([name, count]) => row(`${capital(message(`class.${name}`))} ${SIGNS[name]}`.trim(), (side) => String(side[count]))),
      row(message('review.accuracy'), ({ accuracy }) => (typeof accuracy === 'number' ? number(accuracy / 100, TENTHS) : '–')),
    );
  }

  /** The next mistake of the line after the position that is shown, or the last one before it. @param {1 | -1} direction */
  function mistake(direction) {
    const ply = game.current.ply + (guess.node ? 1 : 0);
    const mistakes = review.line.filter((node) => {
      const move = classes.judged.get(node);
      return move && isMistake(move) && (direction > 0 ? node.ply > ply : node.ply < ply) && isIn(node, game.root);
    });
    return direction > 0 ? mistakes[0] : mistakes[mistakes.length - 1];
  }

  function steps() {
    button('next-mistake').disabled = !mistake(1);
    button('previous-mistake').disabled = !mistake(-1);
  }

  /** @param {1 | -1} direction */
  function go(direction) {
    const node = mistake(direction);
    if (!node) return;
    guess.end();
    app.clearNotice();
    if (input('guess-first').checked && node.parent) {
      game.goTo(node.parent);
      guess.begin(node);
    } else {
      game.goTo(node);
    }
  }

  const name = (/** @type {number} */ cell) => spoken(cell, game.size, settings.coordsOf(game));

  /** What the review says about the move that is shown. */
  function current() {
    if (app.modeName !== 'review') {
      board.setMarks('review', []);
      return;
    }
    const move = guess.node ? undefined : classes.judged.get(game.current);
    byId('reveal').hidden = !guess.node;
    byId('judgement-empty').hidden = Boolean(move);
    byId('judgement-about').hidden = !move;
    if (!move) return board.setMarks('review', []);
    const { judgement, proof } = move;
    const best = cells(move.best ? [move.best] : [])[0] ?? game.current.cell;
    byId('judgement-title').textContent = `${game.current.ply} ${name(game.current.cell)}: ${judgementText(move)}`;
    const isBest = best === game.current.cell;
    byId('judgement-better').textContent = isBest ? '' : message('review.better', { cell: name(best) });
    button('show-proof').hidden = !proof;
    button('show-proof').textContent = message(judgement === 'missed-win' ? 'review.missed-win' : `review.win-${opponent(move.side)}`);
    board.setMarks('review', [
      ...(isBest ? [] : [{ type: /** @type {const} */ ('ring'), cell: best, tone: /** @type {const} */ ('good') }]),
      ...(isMistake(move) ? [{ type: /** @type {const} */ ('ring'), cell: game.current.cell, tone: /** @type {const} */ ('bad') }] : []),
    ]);
  }

  const cells = (/** @type {string[]} */ names) => names.map((cell) => parseCell(cell, game.size) ?? 0);

  /** Shows the proof on the board: a missed win from the position before the move. */
  function showProof() {
    const node = game.current;
    const { judgement, proof } = classes.judged.get(node) ?? {};
    if (!proof) return;
    if (judgement === 'missed-win' && node.parent) game.goTo(node.parent);
    board.setMarks('review', []);
    app.notice(message(`line.wins-${game.toMove}`, { cells: cells(proof.line).map(name).join(' ') }), { lines: [message('line.steps')], tone: 'good' });
    app.line.show(proof.line, 1);
  }

  review.addEventListener('change', show);
  settings.addEventListener('change', show);
  app.addEventListener('mode', () => {
    guess.end();
    show();
  });
  game.addEventListener('change', () => {
    if (review.line.length > 0 && rootOf(review.line[0]) !== game.root && app.modeName !== 'puzzles') review.clear();
    guess.leave();
    steps();
    current();
    if (!review.running) show();
  });
  app.addEventListener('guess', () => (steps(), current()));
  button('review-start').addEventListener('click', () => (review.running ? review.stop() : review.run(nodes())));
  app.addEventListener('review', () => {
    if (!review.running) review.run(nodes());
  });
  button('next-mistake').addEventListener('click', () => go(1));
  button('previous-mistake').addEventListener('click', () => go(-1));
  button('reveal').addEventListener('click', () => guess.reveal());
  button('show-proof').addEventListener('click', showProof);
  show();
}
