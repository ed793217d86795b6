// A move that anybody may make, outside a game: the rules decide alone.

/** @typedef {import('./app.js').App} App */

/**
 * Plays at `cell` if the rules allow it; else says why not.
 * @param {App} app @param {number} cell
 */
export async function put(app, cell) {
  try {
    if (await mayPut(app, cell)) {
      app.clearNotice();
      app.game.play(cell);
    }
  } catch (error) {
    app.fail(error);
  }
}

/** Whether the rules allow a move at `cell`; says why not. @param {App} app @param {number} cell */
export async function mayPut(app, cell) {
  const { game } = app;
  const facts = await app.facts();
  const foul = facts.forbidden.get(cell);
  if (foul && game.toMove === 'black') app.explainFoul(foul);
  else if (game.stones.has(cell)) app.notice('This cell is taken.', { tone: 'bad' });
  else if (facts.over) app.notice('The game is over here.', { tone: 'bad' });
  else return true;
  return false;
}
