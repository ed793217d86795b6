// The panel of the analysis: go and stop, the lines, and what is drawn on the board.

import { button, byId, h, input, select } from '../dom.js';
import { parseCell } from '../game/cells.js';
import { valueOf } from '../game/values.js';
import { balanceText, capital, spoken, valueText } from '../ui/describe.js';
import { analysisMarks, variationMarks } from './marks.js';

/** @typedef {import('../engine/types.js').Line} Line */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./analysis.js').Analysis} Analysis */

/** @param {App} app @param {Analysis} analysis */
export function showAnalysis(app, analysis) {
  const { game, board, settings } = app;
  const list = byId('lines');
  /** The line that is played out: its first cell, or -1. */
  let previewed = -1;

  const name = (/** @type {string} */ cell) => spoken(parseCell(cell, game.size) ?? 0, game.size, settings.values.coords);

  let wasSearching = false;

  function show() {
    const active = app.modeName === 'analyse';
    const { answer, report, options, searching, running } = analysis;
    button('analysis-go').textContent = running ? 'Stop' : 'Go';
    byId('analysis-state').textContent = stateText(report?.depth, report?.nodes, searching);
    const value = answer && valueOf(answer);
    byId('balance-text').textContent = value ? balanceText(value) : '–';
    byId('balance').style.setProperty('--black', `${(value?.black ?? 0.5) * 100}%`);
    if (active) {
      showLines(report?.lines ?? []);
      drawMarks();
    } else {
      board.setMarks('analysis', []);
      board.setMarks('variation', []);
    }
    byId('shown-about').textContent = ABOUT[options.shown] ?? '';
    if (wasSearching && !searching) app.dispatchEvent(new Event('labels'));
    wasSearching = searching;
  }

  function drawMarks() {
    const { report, options } = analysis;
    const variation = previewed >= 0 ? analysis.variation(previewed) : [];
    board.setMarks('analysis', variation.length > 0 ? [] : analysisMarks(game, options.shown, report, app.referee.peek(game)));
    board.setMarks('variation', variationMarks(game, variation));
  }

  /** Fills the list; its buttons stay, so that focus and pointer do. @param {Line[]} lines */
  function showLines(lines) {
    while (list.childElementCount > lines.length) list.lastElementChild?.remove();
    while (list.childElementCount < lines.length) list.append(h('li', {}, lineButton()));
    lines.forEach((line, i) => {
      const made = list.children[i].firstElementChild;
      if (!(made instanceof HTMLButtonElement)) return;
      made.dataset.cell = String(parseCell(line.move, game.size));
      const parts = [String(i + 1), valueText(line), line.pv.map(name).join(' ')];
      parts.forEach((part, j) => {
        if (made.children[j].textContent !== part) made.children[j].textContent = part;
      });
    });
    byId('lines-empty').hidden = lines.length > 0;
    byId('lines-empty').textContent = analysis.answer?.status === 'over' ? 'The game is over here.' : NO_LINES;
    byId('lines-caption').textContent = lines.length > 0 ? `${capital(game.toMove)} to move: what ${game.toMove} may expect` : '';
  }

  function lineButton() {
    const made = h('button', { type: 'button' }, h('span', { class: 'line-rank' }), h('span', { class: 'line-value' }), h('span', { class: 'line-moves' }));
    const preview = () => point(Number(made.dataset.cell));
    const end = () => point(-1);
    made.addEventListener('pointerenter', preview);
    made.addEventListener('pointerleave', end);
    made.addEventListener('focus', preview);
    made.addEventListener('blur', end);
    made.addEventListener('click', () => {
      end();
      analysis.press(Number(made.dataset.cell));
    });
    return made;
  }

  /** Plays the line from `cell` out, or none. @param {number} cell */
  function point(cell) {
    if (cell === previewed) return;
    previewed = cell;
    drawMarks();
  }

  analysis.point = (cell) => point(cell ?? -1);
  analysis.addEventListener('change', show);
  app.addEventListener('mode', show);
  settings.addEventListener('change', show);
  game.addEventListener('change', async () => {
    previewed = -1;
    show();
    await app.facts().catch(() => {});
    show();
  });
  button('analysis-go').addEventListener('click', () => (analysis.running ? analysis.stop() : analysis.go()));
  select('effort').value = String(analysis.options.nodes);
  select('effort').addEventListener('change', () => analysis.set({ nodes: Number(select('effort').value) }));
  input('line-count').value = String(analysis.options.lines);
  input('line-count').addEventListener('change', () => {
    const lines = Math.min(10, Math.max(1, Math.round(Number(input('line-count').value)) || 1));
    input('line-count').value = String(lines);
    analysis.set({ lines });
  });
  select('shown').value = analysis.options.shown;
  select('shown').addEventListener('change', () => {
    analysis.set({ shown: /** @type {import('./analysis.js').Shown} */ (select('shown').value) });
    app.dispatchEvent(new Event('labels'));
  });
  // Labels change more slowly than the board: a screen reader reads them when it gets there.
  setInterval(() => app.modeName === 'analyse' && analysis.searching && app.dispatchEvent(new Event('labels')), 1500);
  show();
}

const NO_LINES = 'The best lines appear here. Point at one to play it out on the board.';

/** @type {Partial<Record<import('./analysis.js').Shown, string>>} */
const ABOUT = {
  policy: 'The chance of a move to be played, before any search, in percent. Larger squares are likelier.',
  loss: 'How much of the chance to win a move gives away, in percent. Larger squares are better.',
  black: 'Where Black can make a three or more: 3, 4, 5, and two at once. Squares are Black’s.',
  white: 'Where White can make a three or more: 3, 4, 5, and two at once. Round signs are White’s.',
  both: 'Squares are Black’s threats, round signs White’s: 3, 4, 5, and two at once.',
};

/** @param {number | undefined} depth @param {number | undefined} nodes @param {boolean} searching */
function stateText(depth, nodes, searching) {
  if (nodes === undefined) return searching ? 'Searching …' : '';
  const count = nodes >= 1e6 ? `${(nodes / 1e6).toFixed(1)} M` : nodes >= 1e4 ? `${Math.round(nodes / 1e3)} k` : String(nodes);
  return `${searching ? 'Searching: ' : ''}depth ${depth ?? 0}, ${count} nodes`;
}
