// Draws the game on the board after each change, and labels its cells.

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
    const { stones } = game;
    const last = game.current.cell;
    const coords = settings.coordsOf(game);
    /** @type {Mark[]} */
    const marks = [];
    if (facts && !facts.over && game.toMove === 'black') {
      for (const cell of facts.forbidden.keys()) marks.push({ type: 'cross', cell });
    }
    if (facts?.over?.line.length) marks.push({ type: 'five', cells: facts.over.line });
    board.setMarks('rules', marks);
    const hasNotes = app.modeName !== 'puzzles' && Boolean(game.current.notes.marks ?? game.current.notes.labels);
    board.grid.label((cell) =>
      cellLabel(cell, {
        size: game.size,
        coords,
        stone: stones.get(cell),
        last: cell === last,
        facts,
        notes: [...(app.mode?.notes?.(cell) ?? []), ...(hasNotes ? notesAt(game, cell) : [])],
      }),
    );
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
  app.addEventListener('labels', drawFacts);
  draw();
  ask();
}
