// A game on the board, with the curve of what both engines thought of it.

import { button, byId, dialog, input, svg } from '../web/dom.js';
import { cellName } from '../web/game/cells.js';
import { drawMark } from '../web/board/marks.js';
import { drawStone, stoneDefs } from '../web/board/stones.js';
import { drawSurface, isDense, viewBox } from '../web/board/surface.js';
import { movesOf, numberOf, resultOf, sizeOf, timeText } from './data.js';
import { chanceOf, fiveAt } from './position.js';

/** @typedef {import('./data.js').Report} Report */
/** @typedef {import('./data.js').Move} Move */
/** @typedef {import('./games.js').Games} Games */

const WIDTH = 400;
const HEIGHT = 160;
const EDGE = 8;

export class Replay {
  #report;
  #games;
  #place = 0;
  #ply = 0;
  /** @type {Move[]} */ #moves = [];
  #size = { width: 15, height: 15 };
  #stones = svg('g');

  /** @param {Report} report @param {Games} games */
  constructor(report, games) {
    this.#report = report;
    this.#games = games;
    const steps = /** @type {[string, () => number][]} */ ([
      ['first', () => 0],
      ['back', () => this.#ply - 1],
      ['next', () => this.#ply + 1],
      ['last', () => this.#moves.length],
    ]);
    for (const [id, to] of steps) button(id).addEventListener('click', () => this.#go(to()));
    input('slider').addEventListener('input', () => this.#go(Number(input('slider').value)));
    button('previous-game').addEventListener('click', () => this.#beside(-1));
    button('next-game').addEventListener('click', () => this.#beside(1));
    button('close').addEventListener('click', () => dialog('replay').close());
    // It is told later than it is done: the address may name another game by then.
    dialog('replay').addEventListener('close', () => {
      if (location.hash === this.#fragment) history.replaceState(null, '', '#games');
    });
    dialog('replay').addEventListener('keydown', (event) => this.#key(event));
    byId('curve', SVGSVGElement).addEventListener('click', (event) => {
      const box = byId('curve', SVGSVGElement).getBoundingClientRect();
      const share = (((event.clientX - box.left) / box.width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
      this.#go(Math.round(share * this.#moves.length));
    });
  }

  /** Shows a game at its end. @param {number} place among all games */
  open(place) {
    const report = this.#report;
    const row = report.games[place];
    const [match, , black, white, , ending, opening, , , , , , fault] = row;
    this.#place = place;
    this.#size = sizeOf(report, row);
    this.#moves = movesOf(row, this.#size);
    const names = `${report.engines[black].name} – ${report.engines[white].name}`;
    byId('replay-title').textContent = `Game ${numberOf(report, row)}: ${names} ${resultOf(row)}`;
    const game = report.matches[match].header?.config.game;
    const start = opening === null ? '' : `opening ${report.openings[opening].moves || 'empty board'}`;
    const about = [game ? `${game.rule} ${game.size}` : report.matches[match].files.join(', '), start, report.endings[ending], fault];
    byId('replay-about').textContent = about.filter((part) => part).join(', ');
    this.#drawBoard();
    input('slider').max = String(this.#moves.length);
    for (const step of /** @type {const} */ ([-1, 1])) {
      button(step < 0 ? 'previous-game' : 'next-game').disabled = this.#games.beside(place, step) === undefined;
    }
    this.#go(this.#moves.length);
    if (!dialog('replay').open) dialog('replay').showModal();
    history.replaceState(null, '', this.#fragment);
  }

  /** What names the game in the address. */
  get #fragment() {
    return `#game-${this.#place + 1}`;
  }

  /** @param {1 | -1} step */
  #beside(step) {
    const place = this.#games.beside(this.#place, step);
    if (place !== undefined) this.open(place);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === input('slider')) return;
    const to = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0, End: this.#moves.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#go(to);
  }

  #drawBoard() {
    const size = this.#size;
    const place = byId('board');
    place.style.setProperty('--columns', String(size.width));
    place.style.setProperty('--rows', String(size.height));
    const picture = svg('svg', { class: 'picture', viewBox: viewBox(size), 'aria-hidden': 'true' }, stoneDefs(), this.#stones);
    place.classList.toggle('dense', isDense(size));
    place.replaceChildren(drawSurface(size, 'top'), picture);
  }

  /** @param {number} ply */
  #go(ply) {
    const size = this.#size;
    this.#ply = Math.min(Math.max(ply, 0), this.#moves.length);
    const moves = this.#moves.slice(0, this.#ply);
    const side = (/** @type {number} */ index) => (index % 2 === 0 ? 'black' : 'white');
    const drawn = moves.map(({ cell }, index) => {
      const isLast = index === moves.length - 1;
      return drawStone(cell, side(index), size, { isLast, label: String(index + 1) });
    });
    const five = fiveAt(moves.map(({ cell }) => cell), size);
    this.#stones.replaceChildren(...drawn, ...(five ? [drawMark({ type: 'five', cells: five }, size)] : []));
    const text = this.#text();
    byId('move').textContent = text;
    byId('board').setAttribute('aria-label', `Board after ${this.#ply} of ${this.#moves.length} moves. ${text}`);
    const slider = input('slider');
    slider.value = String(this.#ply);
    slider.setAttribute('aria-valuetext', text);
    for (const id of ['first', 'back']) button(id).setAttribute('aria-disabled', String(this.#ply === 0));
    for (const id of ['next', 'last']) button(id).setAttribute('aria-disabled', String(this.#ply === this.#moves.length));
    this.#drawCurve();
  }

  /** The last move in words. */
  #text() {
    const move = this.#moves[this.#ply - 1];
    if (!move) return this.#moves.length > 0 ? 'Start of the game' : 'The moves of this game are not recorded';
    const row = this.#report.games[this.#place];
    const side = this.#ply % 2 === 1 ? 'black' : 'white';
    const words = [`${this.#ply}. ${side} ${cellName(move.cell, this.#size)}`];
    if (this.#ply <= row[7]) words.push('opening');
    if (move.score !== undefined) words.push(`score ${move.score}`);
    if (move.depth !== undefined) words.push(`depth ${move.depth}`);
    if (move.time !== undefined) words.push(timeText(Number(move.time)));
    return words.join(', ');
  }

  #drawCurve() {
    const x = (/** @type {number} */ ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, this.#moves.length);
    const y = (/** @type {number} */ black) => EDGE + (HEIGHT - 2 * EDGE) * (1 - black);
    const line = (/** @type {0 | 1} */ side) =>
      this.#moves.flatMap(({ score }, index) => {
        if (index % 2 !== side || score === undefined) return [];
        const chance = chanceOf(score);
        return [`${x(index + 1).toFixed(1)} ${y(side === 0 ? chance : 1 - chance).toFixed(1)}`];
      });
    const lines = [line(0), line(1)];
    const isKnown = lines.some((points) => points.length > 0);
    byId('curve-figure').hidden = !isKnown;
    if (!isKnown) return;
    const row = this.#report.games[this.#place];
    const seen = [row[2], row[3]].flatMap((engine, side) => {
      const stroke = side === 0 ? 'solid' : 'dashed';
      return lines[side].length > 0 ? [`${stroke} as ${this.#report.engines[engine].name} sees it`] : [];
    });
    const now = x(this.#ply);
    byId('curve', SVGSVGElement).setAttribute('aria-label', `Black's chance to win, as the engines see it, after each of ${this.#moves.length} moves`);
    byId('curve', SVGSVGElement).replaceChildren(
      svg('rect', { class: 'curve-field', width: WIDTH, height: HEIGHT, rx: 8 }),
      svg('line', { class: 'curve-middle', x1: EDGE, x2: WIDTH - EDGE, y1: y(0.5), y2: y(0.5) }),
      ...lines.flatMap((points, side) => (points.length > 0 ? [svg('path', { class: `curve-${side}`, d: `M${points.join('L')}` })] : [])),
      svg('line', { class: 'curve-now', x1: now, x2: now, y1: 2, y2: HEIGHT - 2 }),
    );
    byId('curve-text').textContent = `Black’s chance to win: ${seen.join(', ')}`;
  }
}
