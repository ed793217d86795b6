// Elements enough for the panels of the page, without a browser.

class Element extends EventTarget {
  attributes = new Map();
  children = [];
  classList = { toggle() {}, add() {}, remove() {} };
  dataset = {};
  style = { setProperty() {} };
  hidden = false;
  disabled = false;
  value = '';
  textContent = '';

  get childElementCount() {
    return this.children.length;
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  append(...children) {
    for (const child of children) if (child instanceof Element) child.parent = this;
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }
  querySelectorAll() {
    return [];
  }
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }
  remove() {
    this.parent.children = this.parent.children.filter((other) => other !== this);
  }
  focus() {}
  click() {
    this.dispatchEvent(new Event('click'));
  }
}

/** Puts a document up whose elements are there once they are asked for. */
export function putUp() {
  const elements = new Map();
  const made = () => new Element();
  for (const name of ['Button', 'Input', 'Select', 'Details', 'Dialog', 'Form', 'Progress']) globalThis[`HTML${name}Element`] = Element;
  globalThis.document = Object.assign(new EventTarget(), {
    hidden: false,
    createElement: made,
    getElementById: (id) => elements.get(id) ?? elements.set(id, made()).get(id),
  });
  return (id) => document.getElementById(id);
}
