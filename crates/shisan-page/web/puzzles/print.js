// A sheet of puzzles to print: boards with their tasks, and the answers on a page of their own.

import { byId, h, svg } from '../dom.js';
import { drawStone } from '../board/stones.js';
import { drawCoords, drawLines, viewBox } from '../board/surface.js';
import { cellName, parseCell } from '../game/cells.js';
import { stonesOf } from '../game/game.js';
import { message } from '../messages.js';
import { movesOf, taskOf } from './puzzle.js';

/** @typedef {import('../ui/settings.js').Settings} Settings */
/** @typedef {import('./puzzle.js').Puzzle} Puzzle */

/** A sheet has at most this many. */
const MOST = 24;

/** Prints the next puzzles from the one on the board on, those that are solved last. @param {readonly Puzzle[]} all @param {Puzzle | null} first @param {Settings} settings */
export function printSheet(all, first, settings) {
  // The puzzle of the day may be of another difficulty.
  const from = first && !all.includes(first) ? [first, ...all] : all;
  const at = first ? from.indexOf(first) : 0;
  const turned = [...from.slice(at), ...from.slice(0, at)];
  const isSolved = (/** @type {Puzzle} */ { state }) => state === 'solved';
  const puzzles = [...turned.filter((puzzle) => !isSolved(puzzle)), ...turned.filter(isSolved)].slice(0, MOST);
  const sheet = byId('print-sheet');
  sheet.replaceChildren(
    h('h2', {}, message('puzzles.sheet-title')),
    h('div', { class: 'print-boards' }, ...puzzles.map((puzzle, i) => figure(puzzle, i, settings))),
    h('h2', { class: 'print-answers' }, message('puzzles.answers')),
    h('ol', {}, ...puzzles.map((puzzle) => h('li', {}, answer(puzzle, settings)))),
  );
  sheet.hidden = false;
  addEventListener(
    'afterprint',
    () => {
      sheet.hidden = true;
      sheet.replaceChildren();
    },
    { once: true },
  );
  print();
}

/** The winning line, its cells named as on the board. @param {Puzzle} puzzle @param {Settings} settings */
function answer(puzzle, settings) {
  const { line, size } = puzzle;
  const coords = settings.textCoordsOf(puzzle);
  return line.map((cell) => cellName(parseCell(cell, size) ?? 0, size, coords)).join(' ');
}

/** @param {Puzzle} puzzle @param {number} i @param {Settings} settings */
function figure(puzzle, i, settings) {
  const { size } = puzzle;
  const stones = [...stonesOf(movesOf(puzzle))].map(([cell, { side }]) => drawStone(cell, side, size));
  return h(
    'figure',
    {},
    svg('svg', { viewBox: viewBox(size), class: 'picture', 'aria-hidden': 'true' }, drawLines(size), drawCoords(size, settings.textCoordsOf(puzzle)), ...stones),
    h('figcaption', {}, `${i + 1}. ${taskOf(puzzle)}`),
  );
}
