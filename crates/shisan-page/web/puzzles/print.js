// A sheet of puzzles to print: boards with their tasks, and the answers on a page of their own.

import { byId, h, svg } from '../dom.js';
import { drawStone } from '../board/stones.js';
import { drawCoords, drawLines, viewBox } from '../board/surface.js';
import { stonesOf } from '../game/game.js';
import { message } from '../messages.js';
import { movesOf, taskOf } from './puzzle.js';

/** @typedef {import('./puzzle.js').Puzzle} Puzzle */

/** A sheet has so many at most. */
const MOST = 24;

/** Prints the next puzzles from the one on the board on, those that are solved last. @param {readonly Puzzle[]} all @param {Puzzle | null} first */
export function printSheet(all, first) {
  const at = first ? Math.max(0, all.indexOf(first)) : 0;
  const turned = [...all.slice(at), ...all.slice(0, at)];
  const isSolved = (/** @type {Puzzle} */ { state }) => state === 'solved';
  const puzzles = [...turned.filter((puzzle) => !isSolved(puzzle)), ...turned.filter(isSolved)].slice(0, MOST);
  const sheet = byId('print-sheet');
  sheet.replaceChildren(
    h('h2', {}, message('puzzles.sheet-title')),
    h('div', { class: 'print-boards' }, ...puzzles.map(figure)),
    h('h2', { class: 'print-answers' }, message('puzzles.answers')),
    h('ol', {}, ...puzzles.map(({ line }) => h('li', {}, line.join(' ')))),
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

/** @param {Puzzle} puzzle @param {number} i */
function figure(puzzle, i) {
  const { size } = puzzle;
  const stones = [...stonesOf(movesOf(puzzle))].map(([cell, { side }]) => drawStone(cell, side, size));
  return h(
    'figure',
    {},
    svg('svg', { viewBox: viewBox(size), class: 'picture', 'aria-hidden': 'true' }, drawLines(size), drawCoords(size, 'top'), ...stones),
    h('figcaption', {}, `${i + 1}. ${taskOf(puzzle)}`),
  );
}
