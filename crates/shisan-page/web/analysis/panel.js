// The panel of the analysis: go and stop, the lines, and what is drawn on the board.

import { button, byId, h, input, select, write } from '../dom.js';
import { parseCell } from '../game/cells.js';
import { valueOf } from '../game/values.js';
import { SHORT, message, number } from '../messages.js';
import { balanceText, spoken, valueText } from '../ui/describe.js';
import { showComparison } from './compare.js';
import { analysisMarks } from './marks.js';

/** @typedef {import('../engine/types.js').Line} Line */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./analysis.js').Analysis} Analysis */

/** The moves of a line that are shown when it is pointed at; the arrows show the others. */
const PREVIEWED = 9;

/** @param {App} app @param {Analysis} analysis */
export function showAnalysis(app, analysis) {
  const { game, board, settings } = app;
  const list = byId('lines');
  /** The line that is played out: its first cell, or -1. */
  let previewed = -1;

  const name = (/** @type {string} */ cell) => spoken(parseCell(cell, game.size) ?? 0, game.size, settings.coordsOf(game));

  let wasSearching = false;

  function show() {
    const active = app.modeName === 'analyse';
    const { answer, report, options, searching } = analysis;
    write(button('analysis-go'), message(searching ? 'button.stop' : analysis.finished ? 'analysis.deeper' : 'analysis.go'));
    write(byId('analysis-state'), stateText(report, searching));
    const value = answer && valueOf(answer);
    write(byId('balance-text'), value ? balanceText(value) : '–');
    byId('balance').classList.toggle('unknown', !value);
    byId('balance').style.setProperty('--black', `${(value?.black ?? 0.5) * 100}%`);
    if (active) {
      showLines(report?.lines ?? []);
      drawMarks();
    } else {
      board.setMarks('analysis', []);
    }
    const { shown } = options;
    write(byId('shown-about'), shown === 'moves' || shown === 'nothing' ? '' : message(`shown.about-${shown}`));
    if (wasSearching && !searching) app.dispatchEvent(new Event('labels'));
    wasSearching = searching;
  }

  function drawMarks() {
    const { report, options } = analysis;
    board.setMarks('analysis', app.line.isShown ? [] : analysisMarks(game, options.shown, report, app.referee.peek(game)));
  }

  /** Fills the list; its buttons stay, so that focus and pointer do. @param {Line[]} lines */
  function showLines(lines) {
    while (list.childElementCount > lines.length) list.lastElementChild?.remove();
    while (list.childElementCount < lines.length) list.append(h('li', {}, lineButton()));
    lines.forEach((line, i) => {
      const made = list.children[i].firstElementChild;
      if (!(made instanceof HTMLButtonElement)) return;
      const cell = String(parseCell(line.move, game.size));
      if (made.dataset.cell !== cell) made.dataset.cell = cell;
      const parts = [String(i + 1), valueText(line), line.pv.map(name).join(' ')];
      parts.forEach((part, j) => write(made.children[j], part));
    });
    byId('lines-room').style.setProperty('--lines', String(analysis.options.lines));
    byId('lines-empty').hidden = lines.length > 0;
    write(byId('lines-empty'), message(analysis.answer?.status === 'over' ? 'refuse.over' : 'analysis.none'));
    write(byId('lines-caption'), lines.length > 0 ? message(`analysis.expect-${game.toMove}`) : '');
  }

  function lineButton() {
    const made = h('button', { type: 'button' }, h('span', { class: 'line-rank' }), h('span', { class: 'line-value' }), h('span', { class: 'line-moves' }));
    const preview = () => point(Number(made.dataset.cell));
    const end = () => point(-1);
    const isMouse = (/** @type {PointerEvent} */ { pointerType }) => pointerType === 'mouse';
    made.addEventListener('pointerenter', (event) => isMouse(event) && preview());
    made.addEventListener('pointerleave', (event) => isMouse(event) && end());
    made.addEventListener('focus', preview);
    made.addEventListener('blur', end);
    // A finger points before it plays: the first tap plays the line out, the second one makes its move.
    let isPointedAt = false;
    made.addEventListener('pointerdown', () => (isPointedAt = previewed === Number(made.dataset.cell)));
    made.addEventListener('click', (event) => {
      const byFinger = event instanceof PointerEvent && event.pointerType === 'touch';
      if (byFinger && !isPointedAt) {
        for (const other of list.querySelectorAll('.tapped')) other.classList.remove('tapped');
        made.classList.add('tapped');
        return preview();
      }
      made.classList.remove('tapped');
      end();
      analysis.press(Number(made.dataset.cell));
    });
    return made;
  }

  /** Plays the line from `cell` out, or none. @param {number} cell */
  function point(cell) {
    if (cell === previewed) return;
    previewed = cell;
    app.line.show(cell < 0 ? [] : analysis.variation(cell), PREVIEWED);
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
  button('analysis-go').addEventListener('click', () => (analysis.searching ? analysis.stop() : analysis.go()));
  select('effort').value = String(analysis.options.nodes);
  select('effort').addEventListener('change', () => analysis.set({ nodes: Number(select('effort').value) }));
  input('line-count').value = String(analysis.options.lines);
  input('line-count').addEventListener('change', () => {
    const lines = Math.min(10, Math.max(1, Math.round(Number(input('line-count').value)) || 1));
    input('line-count').value = String(lines);
    analysis.set({ lines });
  });
  select('wanted').value = analysis.options.wanted;
  select('wanted').addEventListener('change', () => {
    analysis.set({ wanted: /** @type {'best' | 'balanced'} */ (select('wanted').value) });
  });
  showRestriction(app, analysis);
  showComparison(app);
  showResources(app);
  select('shown').value = analysis.options.shown;
  select('shown').addEventListener('change', () => {
    analysis.set({ shown: /** @type {import('./analysis.js').Shown} */ (select('shown').value) });
    app.dispatchEvent(new Event('labels'));
  });
  // Labels change more slowly than the board: a screen reader reads them when it gets there.
  setInterval(() => app.modeName === 'analyse' && analysis.searching && app.dispatchEvent(new Event('labels')), 1500);
  show();
}

/** The moves that are considered. @param {App} app @param {Analysis} analysis */
function showRestriction(app, analysis) {
  function show() {
    select('restrict').value = analysis.options.restrict;
    input('restricted').hidden = analysis.options.restrict === '';
  }
  select('restrict').addEventListener('change', () => {
    app.clearRefusal();
    analysis.set({ restrict: /** @type {import('./analysis.js').Options['restrict']} */ (select('restrict').value) });
    show();
  });
  input('restricted').addEventListener('change', () => {
    app.clearRefusal();
    analysis.restrictTo(input('restricted').value);
  });
  show();
}

/** The threads and the table of the engine. @param {App} app */
function showResources({ resources, settings }) {
  function show() {
    const { threads, hashMiB, most } = resources;
    byId('resources-about').textContent = message('resources.about', { count: threads, table: `${hashMiB} MiB` });
    input('threads').max = String(most);
    input('threads').value = String(threads);
    input('threads').disabled = most === 1;
    select('hash').value = String(hashMiB);
  }
  input('threads').addEventListener('change', () => {
    const threads = Math.min(resources.most, Math.max(1, Math.round(Number(input('threads').value)) || 1));
    resources.set({ threads: threads === resources.most ? null : threads });
  });
  select('hash').addEventListener('change', () => resources.set({ hashMiB: Number(select('hash').value) }));
  resources.addEventListener('change', show);
  settings.addEventListener('change', show);
  show();
}

/** @param {import('../engine/types.js').Report | undefined} report @param {boolean} searching */
function stateText(report, searching) {
  if (report?.nodes === undefined || report.nodes === null) return searching ? message('analysis.begins') : '';
  const depth = message('analysis.state', { depth: report.depth ?? 0, nodes: number(report.nodes, SHORT) });
  const state = report.nps ? `${depth}, ${message('analysis.speed', { nodes: number(report.nps, SHORT) })}` : depth;
  return searching ? message('analysis.searching', { state }) : state;
}
