// One layer of the picture. Elements stay as long as what they draw does, so that a report or a pointer
// redraws what it changes and nothing else.

import { svg } from '../dom.js';

/** @template T what an element draws: plain data */
export class Layer {
  element = svg('g');
  #draw;
  /** By what they draw. @type {Map<string, SVGElement>} */
  #elements = new Map();

  /** @param {(thing: T) => SVGElement} draw */
  constructor(draw) {
    this.#draw = draw;
  }

  clear() {
    this.show([]);
  }

  /** Shows these things, the first of them lowest. @param {T[]} things */
  show(things) {
    /** @type {Map<string, SVGElement>} */
    const shown = new Map();
    for (const thing of things) {
      const key = JSON.stringify(thing);
      shown.set(key, this.#elements.get(key) ?? this.#draw(thing));
    }
    for (const [key, element] of this.#elements) if (!shown.has(key)) element.remove();
    this.#elements = shown;
    let place = this.element.firstElementChild;
    for (const element of shown.values()) {
      if (element === place) place = place.nextElementSibling;
      else this.element.insertBefore(element, place);
    }
  }
}
