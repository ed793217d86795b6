// The board for hands and ears: a grid of cells over the picture, one of them in the tab order. Arrow
// keys move the focus, Enter or Space presses the cell, and so does a click.

import { h, label } from '../dom.js';
import { MAX_SIDE, centreOf } from '../game/cells.js';
import { message } from '../messages.js';
import { MARGIN } from './surface.js';

/** @typedef {import('../game/cells.js').Size} Size */

/** Says `press`, with the cell and whether a pointer did it, and `point`, with the cell or null. */
export class Grid extends EventTarget {
  element = h('div', { role: 'grid', class: 'grid', 'data-label': 'page.board', 'aria-label': message('page.board') });
  /** @type {HTMLElement[]} */ #cells = [];
  /** @type {Size} */ #size = { width: 0, height: 0 };
  #focused = 0;
  /** Whether a key brought the focus to its cell. */ #isMarked = false;

  constructor() {
    super();
    const { element } = this;
    // A click without a pointer, as screen readers make it, has no detail.
    element.addEventListener('click', (event) => this.#press(cellOf(event.target), event.detail > 0));
    element.addEventListener('keydown', (event) => this.#key(event));
    let isHeld = false;
    element.addEventListener('pointerdown', () => {
      isHeld = true;
      this.#isMarked = false;
    });
    element.addEventListener('click', () => (isHeld = false));
    element.addEventListener('focusin', (event) => {
      this.#isMarked = !isHeld;
      this.#focus(cellOf(event.target));
    });
    element.addEventListener('focusout', () => this.#point(null));
    element.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'mouse') this.#point(cellOf(event.target));
    });
    element.addEventListener('pointerleave', () => this.#point(null));
  }

  /** @param {Size} size */
  resize(size) {
    const { width, height } = size;
    this.#size = size;
    this.#cells = [];
    const rows = [];
    for (let y = 0; y < height; y++) {
      const row = h('div', { role: 'row' });
      for (let x = 0; x < width; x++) {
        const cell = h('div', { role: 'gridcell', tabindex: -1, 'data-cell': y * width + x });
        this.#cells.push(cell);
        row.append(cell);
      }
      rows.push(row);
    }
    this.element.replaceChildren(...rows);
    const across = width - 1 + 2 * MARGIN;
    const down = height - 1 + 2 * MARGIN;
    const { style } = this.element;
    style.setProperty('left', `${(100 * (MARGIN - 0.5)) / across}%`);
    style.setProperty('right', `${(100 * (MARGIN - 0.5)) / across}%`);
    style.setProperty('top', `${(100 * (MARGIN - 0.5)) / down}%`);
    style.setProperty('bottom', `${(100 * (MARGIN - 0.5)) / down}%`);
    this.#setTabStop(centreOf(size));
  }

  /** Labels these cells, or all. @param {(cell: number) => string} textOf @param {Iterable<number>} [cells] */
  label(textOf, cells = this.#cells.keys()) {
    for (const cell of cells) label(this.#cells[cell], textOf(cell));
  }

  get focused() {
    return this.#focused;
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** @param {number} cell */
  focus(cell) {
    this.#cells[cell]?.focus({ preventScroll: true });
  }

  /** The cell `x` columns and `y` rows from `cell`, at most at the edge. @param {number} cell @param {number} x @param {number} y */
  step(cell, x, y) {
    const { width, height } = this.#size;
    const clamp = (/** @type {number} */ at, /** @type {number} */ end) => Math.min(Math.max(at, 0), end - 1);
    return clamp(Math.floor(cell / width) + y, height) * width + clamp((cell % width) + x, width);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.metaKey) return;
    const at = cellOf(event.target);
    if (at === null) return;
    const far = MAX_SIDE;
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      Home: [-far, event.ctrlKey ? -far : 0],
      End: [far, event.ctrlKey ? far : 0],
      PageUp: [0, -5],
      PageDown: [0, 5],
    };
    const step = steps[event.key];
    // After a click no cell is marked: left and right then go through the game.
    if (step && (this.#isMarked || step[1] !== 0)) this.focus(this.step(at, ...step));
    else if (event.key === 'Enter' || event.key === ' ') this.#press(at, false);
    else return;
    event.preventDefault();
  }

  /** @param {number | null} cell */
  #focus(cell) {
    if (cell === null) return;
    this.#setTabStop(cell);
    if (this.#isMarked) this.#point(cell);
  }

  /** @param {number} cell */
  #setTabStop(cell) {
    this.#cells[this.#focused]?.setAttribute('tabindex', '-1');
    this.#focused = cell;
    this.#cells[cell].setAttribute('tabindex', '0');
  }

  /** @param {number | null} cell @param {boolean} byPointer */
  #press(cell, byPointer) {
    if (cell !== null) this.dispatchEvent(new CustomEvent('press', { detail: { cell, byPointer } }));
  }

  /** @param {number | null} cell */
  #point(cell) {
    this.dispatchEvent(new CustomEvent('point', { detail: cell }));
  }
}

/** @param {EventTarget | null} target */
function cellOf(target) {
  const cell = target instanceof Element ? target.closest('[data-cell]') : null;
  return cell instanceof HTMLElement ? Number(cell.dataset.cell) : null;
}
