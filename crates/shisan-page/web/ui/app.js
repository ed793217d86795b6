// What the features share: the game, the board, the engine, and which feature has the board.

import { byId, h, say } from '../dom.js';
import { Board } from '../board/board.js';
import { BrowserEngine } from '../engine/browser.js';
import { EngineLost, isAbort } from '../engine/engine.js';
import { ServerEngine } from '../engine/server.js';
import { parseCell } from '../game/cells.js';
import { Classes } from '../game/classes.js';
import { Game } from '../game/game.js';
import { Referee } from '../game/referee.js';
import { Values } from '../game/values.js';
import { message } from '../messages.js';
import { foulText } from './describe.js';
import { Resources } from './resources.js';
import { Settings } from './settings.js';
import { ShownLine } from './shown-line.js';

/** @typedef {import('../engine/types.js').ForbiddenPoint} ForbiddenPoint */
/** @typedef {'play' | 'analyse' | 'review' | 'puzzles'} ModeName */

/**
 * A feature that can have the board.
 * @typedef {object} Mode
 * @property {(cell: number) => void} press a cell is chosen
 * @property {() => void} [enter]
 * @property {() => void} [leave]
 * @property {() => void} [undo]
 * @property {() => void} [hint]
 * @property {() => void} [cancel] gives the board up
 * @property {(cell: number | null) => void} [point] a cell is pointed at
 * @property {() => Map<number, string[]>} [notes] what to add to the labels of cells
 */

/** Says `leave` before another feature gets the board, `mode` after it got it. */
export class App extends EventTarget {
  engine = connect();
  resources = new Resources(this.engine);
  referee = new Referee(this.engine);
  game = new Game();
  settings = new Settings();
  values = new Values();
  /** The classes of reviewed moves. */ classes = new Classes();
  board = new Board(byId('board'));
  line = new ShownLine(this.game, this.board, this.settings);
  /** @type {Map<ModeName, Mode>} */ modes = new Map();
  /** @type {ModeName} */ modeName = 'play';
  /** What takes the presses of the board from the feature that has it. @type {((cell: number) => void) | null} */
  tool = null;
  /** What helps when the engine is back. @type {() => void} */
  retry = () => {};

  get mode() {
    return this.modes.get(this.modeName);
  }

  /** @param {ModeName} name */
  setMode(name) {
    if (name === this.modeName) return;
    this.dispatchEvent(new Event('leave'));
    this.mode?.leave?.();
    this.clearNotice();
    this.line.clear();
    this.modeName = name;
    this.mode?.enter?.();
    this.dispatchEvent(new Event('mode'));
  }

  /** A cell is chosen. @param {number} cell */
  press(cell) {
    if (this.tool) this.tool(cell);
    else this.mode?.press(cell);
  }

  /** The facts about the position on the board. */
  facts() {
    return this.referee.facts(this.game, this.game.position);
  }

  /**
   * Shows a message and says it.
   * @param {string} title
   * @param {{lines?: string[], tone?: 'plain' | 'bad' | 'good', actions?: {name: string, act: () => void}[]}} [more] `actions` are buttons
   */
  notice(title, { lines = [], tone = 'plain', actions = [] } = {}) {
    this.board.setMarks('foul', []);
    const notice = byId('notice');
    notice.className = `notice ${tone}`;
    notice.replaceChildren(h('p', { class: 'notice-title' }, title));
    if (lines.length > 0) notice.append(h('ul', {}, ...lines.map((line) => h('li', {}, line))));
    for (const { name, act } of actions) {
      const made = h('button', { type: 'button', class: 'quiet' }, name);
      made.addEventListener('click', act);
      notice.append(made);
    }
    notice.hidden = false;
    say([title, ...lines].join('. '));
  }

  clearNotice() {
    byId('notice').hidden = true;
    this.board.setMarks('foul', []);
  }

  /** Clears why a move was refused, once it is out of date; other messages stay until a person acts. */
  clearRefusal() {
    if (byId('notice').classList.contains('bad')) this.clearNotice();
  }

  /** Draws why a point is forbidden, and says it. @param {ForbiddenPoint} point */
  explainFoul(point) {
    const { size } = this.game;
    const { title, lines } = foulText(point, size, this.settings.coordsOf(this.game));
    this.notice(title, { lines, tone: 'bad' });
    const cells = (/** @type {string[]} */ names) => names.map((name) => parseCell(name, size) ?? 0);
    this.board.setMarks('foul', [
      ...point.lines.map((line, order) => {
        const [stones, completes] = [cells(line.stones), cells(line.completedBy)];
        return { type: /** @type {const} */ ('foul'), cells: stones, completes, order };
      }),
      { type: 'cross', cell: cells([point.cell])[0] },
    ]);
  }

  /**
   * Shows what went wrong; a search that was stopped on purpose is none.
   * @param {unknown} error
   */
  fail(error) {
    if (isAbort(error)) return;
    if (error instanceof EngineLost) {
      byId('banner-text').textContent = error.message;
      byId('banner').hidden = false;
    } else {
      this.notice(error instanceof Error ? error.message : String(error), { tone: 'bad' });
    }
  }

  /** The engine has answered again. Each report says so: a banner that is hidden is left alone. */
  recovered() {
    const banner = byId('banner');
    if (!banner.hidden) banner.hidden = true;
  }

  /** @returns {() => boolean} whether the board shows another position than now, or serves another mode: for what waits */
  leaving() {
    const { game: { current }, modeName } = this;
    return () => this.game.current !== current || this.modeName !== modeName;
  }

  /** Plays at `cell` if the rules allow it, with either side to move; else says why not. @param {number} cell */
  async put(cell) {
    const isLeft = this.leaving();
    try {
      if (!(await this.mayPut(cell)) || isLeft()) return;
      this.clearNotice();
      this.game.play(cell);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Whether the rules allow a move at `cell`; says why not. @param {number} cell */
  async mayPut(cell) {
    const { game } = this;
    const facts = await this.facts();
    const foul = facts.forbidden.get(cell);
    if (foul && game.toMove === 'black') this.explainFoul(foul);
    else if (game.stones.has(cell)) this.notice(message('refuse.taken'), { tone: 'bad' });
    else if (facts.over) this.notice(message('refuse.over'), { tone: 'bad' });
    else return true;
    return false;
  }
}

/** The engine of this page: the server that the token in its address belongs to, else a worker. */
function connect() {
  const token = new URLSearchParams(location.search).get('token');
  return token === null ? new BrowserEngine() : new ServerEngine(token);
}
