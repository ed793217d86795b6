// The board: a picture, and the grid of cells over it.

import { svg } from '../dom.js';
import { Grid } from './grid.js';
import { Layer } from './layer.js';
import { drawMark, isUnder } from './marks.js';
import { drawStone, stoneDefs } from './stones.js';
import { drawSurface, isDense, viewBox } from './surface.js';

/** @typedef {import('../game/cells.js').Size} Size */
/** @typedef {import('../game/cells.js').Coords} Coords */
/** @typedef {import('../game/game.js').Stone} Stone */
/** @typedef {import('./marks.js').Mark} Mark */
/** @typedef {{cell: number, side: import('../engine/types.js').Color, isLast: boolean, label?: string}} DrawnStone */

export class Board {
  grid = new Grid();
  #element;
  #under = new Layer((/** @type {Mark} */ mark) => drawMark(mark, this.#size));
  #stones = new Layer((/** @type {DrawnStone} */ { cell, side, ...look }) => drawStone(cell, side, this.#size, look));
  #over = new Layer((/** @type {Mark} */ mark) => drawMark(mark, this.#size));
  /** @type {Size} */ #size = { width: 0, height: 0 };
  /** @type {Coords} */ #coords = 'top';
  /** Marks by the feature that made them. @type {Map<string, Mark[]>} */
  #marks = new Map();
  #waiting = false;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  get size() {
    return this.#size;
  }

  /** @param {Size} size @param {Coords} coords */
  resize(size, coords) {
    const resized = size.width !== this.#size.width || size.height !== this.#size.height;
    if (!resized && coords === this.#coords) return;
    this.#size = size;
    this.#coords = coords;
    if (resized) {
      this.grid.resize(size);
      for (const layer of [this.#under, this.#stones, this.#over]) layer.clear();
    }
    const picture = svg(
      'svg',
      { class: 'picture', viewBox: viewBox(size), 'aria-hidden': 'true' },
      stoneDefs(),
      this.#under.element,
      this.#stones.element,
      this.#over.element,
    );
    this.#element.style.setProperty('--columns', String(size.width));
    this.#element.style.setProperty('--rows', String(size.height));
    this.#element.classList.toggle('dense', isDense(size));
    this.#element.replaceChildren(drawSurface(size, coords), picture, this.grid.element);
  }

  /**
   * @param {Map<number, Stone>} stones @param {number} last the cell of the last move, or -1
   * @param {'none' | 'last' | 'all'} numbers
   */
  setStones(stones, last, numbers) {
    this.#stones.show(
      [...stones].map(([cell, { side, number }]) => {
        const isLast = cell === last;
        const numbered = numbers === 'all' || (numbers === 'last' && isLast);
        return { cell, side, isLast, label: numbered ? String(number) : undefined };
      }),
    );
  }

  /** Replaces the marks of one feature. @param {string} feature @param {Mark[]} marks */
  setMarks(feature, marks) {
    if (marks.length === 0 && !this.#marks.has(feature)) return;
    if (marks.length === 0) this.#marks.delete(feature);
    else this.#marks.set(feature, marks);
    if (this.#waiting) return;
    this.#waiting = true;
    queueMicrotask(() => this.#draw());
  }

  #draw() {
    this.#waiting = false;
    const all = [...this.#marks.values()].flat();
    this.#under.show(all.filter(isUnder));
    this.#over.show(all.filter((mark) => !isUnder(mark)));
  }
}
