// Draws the game on the board after each change, and labels its cells.

import { byId } from '../dom.js';
import { cellLabel } from './describe.js';
import { notesAt } from './notes-panel.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../board/marks.js').Mark} Mark */

/** @param {App} app */
export function showGame(app) {
  const { game, board, settings, referee } = app;

  function draw() {
    const { numbers } = settings.values;
    board.resize(game.size, settings.coordsOf(game));
    board.setStones(game.stones, game.current.cell, numbers);
    drawFacts();
  }

  /** Draws what the referee knows; cells that are forbidden are crossed while Black is to move. */
  function drawFacts() {
    const facts = referee.peek(game);
    /** @type {Mark[]} */
    const marks = [];
    if (facts && !facts.over && game.toMove === 'black') {
      for (const cell of facts.forbidden.keys()) marks.push({ type: 'cross', cell });
    }
    if (facts?.over?.line.length) marks.push({ type: 'five', cells: facts.over.line });
    board.setMarks('rules', marks);
    label();
  }

  /** What the feature that has the board says about its cells. @type {Map<number, string[]>} */
  let noted = new Map();

  /** Labels all cells. */
  function label() {
    noted = app.mode?.notes?.() ?? new Map();
    board.grid.label(labelOf());
  }

  /** Labels the cells about which there is or was something to say. */
  function labelNoted() {
    const before = noted;
    noted = app.mode?.notes?.() ?? new Map();
    board.grid.label(labelOf(), new Set([...before.keys(), ...noted.keys()]));
  }

  function labelOf() {
    const facts = referee.peek(game);
    const { size, stones, current } = game;
    const coords = settings.coordsOf(game);
    const hasNotes = app.modeName !== 'puzzles' && Boolean(current.notes.marks ?? current.notes.labels);
    return (/** @type {number} */ cell) => {
      const notes = [...(noted.get(cell) ?? []), ...(hasNotes ? notesAt(game, cell) : [])];
      return cellLabel(cell, { size, coords, stone: stones.get(cell), last: cell === current.cell, facts, notes });
    };
  }

  async function ask() {
    const at = game.current;
    try {
      await app.facts();
      app.recovered();
      if (at === game.current) drawFacts();
    } catch (error) {
      app.fail(error);
    }
  }

  game.addEventListener('change', () => {
    draw();
    ask();
  });
  settings.addEventListener('change', draw);
  game.addEventListener('notes', drawFacts);
  app.addEventListener('mode', drawFacts);
  app.addEventListener('labels', labelNoted);
  // The link itself would take the position out of the address.
  byId('skip').addEventListener('click', (event) => {
    event.preventDefault();
    board.grid.element.scrollIntoView({ block: 'nearest' });
    board.grid.focus(board.grid.focused);
  });
  draw();
  ask();
}
