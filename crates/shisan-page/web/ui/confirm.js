// Tap, adjust, confirm: on small screens a tap only aims; a second tap or the button makes the move.

import { button, byId, say } from '../dom.js';
import { message } from '../messages.js';
import { spoken } from './describe.js';

/** @typedef {import('./app.js').App} App */

/** @param {App} app */
export function takePresses(app) {
  const { board, game, settings } = app;
  /** @type {number | null} */
  let aim = null;

  /** @param {number | null} cell */
  function show(cell) {
    aim = cell;
    byId('confirm').hidden = cell === null;
    if (cell === null) return board.setMarks('aim', []);
    const name = spoken(cell, game.size, settings.coordsOf(game));
    button('confirm-place').textContent = message('confirm.place', { cell: name });
    board.setMarks('aim', [
      { type: 'ghost', cell, side: game.toMove },
      { type: 'ring', cell, tone: 'aim' },
    ]);
  }

  function place() {
    const cell = aim;
    show(null);
    if (cell !== null) app.press(cell);
  }

  board.grid.addEventListener('press', (event) => {
    const { cell, byPointer } = /** @type {CustomEvent<{cell: number, byPointer: boolean}>} */ (event).detail;
    board.setMarks('pointer', []);
    // What is no move needs no second tap: it is explained.
    const isMove = !app.tool && !game.stones.has(cell) && !(game.toMove === 'black' && app.referee.peek(game)?.forbidden.has(cell));
    if (!byPointer || !settings.confirms || !isMove) {
      show(null);
      app.press(cell);
    } else if (cell === aim) {
      place();
    } else {
      show(cell);
      say(message('confirm.say', { cell: spoken(cell, game.size, settings.coordsOf(game)) }));
    }
  });
  board.grid.addEventListener('point', (event) => {
    const cell = /** @type {CustomEvent<number | null>} */ (event).detail;
    const empty = cell !== null && aim === null && !game.stones.has(cell);
    board.setMarks('pointer', empty && !app.referee.peek(game)?.over ? [{ type: 'ghost', cell, side: game.toMove }] : []);
    app.mode?.point?.(cell);
  });
  for (const [id, x, y] of /** @type {[string, number, number][]} */ ([
    ['confirm-left', -1, 0],
    ['confirm-up', 0, -1],
    ['confirm-down', 0, 1],
    ['confirm-right', 1, 0],
  ])) {
    button(id).addEventListener('click', () => aim !== null && show(board.grid.step(aim, x, y)));
  }
  button('confirm-place').addEventListener('click', place);
  button('confirm-cancel').addEventListener('click', () => show(null));
  game.addEventListener('change', () => show(null));
  settings.addEventListener('change', () => show(aim));
  app.addEventListener('mode', () => show(null));
}
