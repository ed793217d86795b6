// Finding and making elements.

import { message } from './messages.js';

/**
 * The element of `id`; the page without it is broken.
 * @template {Element} [T=HTMLElement]
 * @param {string} id @param {new () => T} [type]
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (!found || (type && !(found instanceof type))) throw new Error(`the page has no ${id}`);
  return /** @type {T} */ (/** @type {unknown} */ (found));
}

/** @param {string} id */
export const button = (id) => byId(id, HTMLButtonElement);
/** @param {string} id */
export const input = (id) => byId(id, HTMLInputElement);
/** @param {string} id */
export const select = (id) => byId(id, HTMLSelectElement);
/** @param {string} id */
export const dialog = (id) => byId(id, HTMLDialogElement);

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, string | number | boolean>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  setAll(made, attributes);
  made.append(...children);
  return made;
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, string | number | boolean>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAll(made, attributes);
  made.append(...children);
  return made;
}

/** Writes a text, unless it stands there already. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Names an element for screen readers, unless that is its name already. @param {Element} element @param {string} text */
export function label(element, text) {
  if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
}

/** @param {Element} element @param {Record<string, string | number | boolean>} attributes */
function setAll(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** An option of a list, with a text that changes with the language. @param {string} value @param {import('./messages.js').Key} key */
export const option = (value, key) => h('option', { value, 'data-message': key }, message(key));

/** The value of the chosen radio button of a group. @param {string} name */
export function chosen(name) {
  const found = document.querySelector(`input[name="${name}"]:checked`);
  return found instanceof HTMLInputElement ? found.value : '';
}

/** Chooses a radio button. @param {string} name @param {string} value */
export function choose(name, value) {
  for (const found of document.querySelectorAll(`input[name="${name}"]`)) {
    if (found instanceof HTMLInputElement) found.checked = found.value === value;
  }
}

/** Whether a key belongs to the browser or the system, such as Alt+Left. @param {KeyboardEvent} event */
export const isShortcut = ({ altKey, ctrlKey, metaKey }) => altKey || ctrlKey || metaKey;

/** Says `text` to screen readers, after what is still being said. @param {string} text */
export function say(text) {
  const live = byId('live');
  live.append(h('p', {}, text));
  while (live.childElementCount > 3) live.firstElementChild?.remove();
}
