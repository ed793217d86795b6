// A hint: the move of full strength, on the board and in words.

import { report } from '../engine/engine.js';
import { parseCell } from '../game/cells.js';
import { positionQuery } from '../game/game.js';
import { message } from '../messages.js';
import { spoken, valueText } from '../ui/describe.js';

/** It takes no longer. */
const MS = 1500;

export class Hint {
  #app;
  /** Of the hint that is looked for or shown. @type {AbortController | null} */
  #search = null;

  /** @param {import('../ui/app.js').App} app */
  constructor(app) {
    this.#app = app;
  }

  async show() {
    const { game, engine, resources, settings, board } = this.#app;
    this.drop();
    const { signal } = (this.#search = new AbortController());
    this.#app.notice(message('play.hint-search'));
    try {
      const answer = await report(engine, positionQuery(game, game.position, { maxTimeMs: MS, lines: 1, ...resources.query }), signal);
      this.#app.recovered();
      if (signal.aborted) return;
      const cell = answer.best ? parseCell(answer.best, game.size) : null;
      if (cell === null) return this.#app.notice(message('play.hint-over'));
      board.setMarks('hint', [{ type: 'ring', cell, tone: 'hint' }]);
      this.#app.notice(message('play.hint-move', { cell: spoken(cell, game.size, settings.coordsOf(game)), value: valueText(answer) }));
    } catch (error) {
      this.#app.fail(error);
    }
  }

  /** Takes the hint away, or ends the search for it, behind which a move would wait. */
  drop() {
    if (!this.#search) return;
    this.#search.abort();
    this.#search = null;
    this.#app.board.setMarks('hint', []);
    this.#app.clearNotice();
  }
}
