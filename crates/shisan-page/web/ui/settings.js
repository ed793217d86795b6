// How the page looks and behaves, as the user likes it.

import { button, dialog, h, select } from '../dom.js';
import { LANGUAGES, nameOf } from './languages.js';
import { load, save } from './storage.js';

/** @typedef {import('../game/cells.js').Coords} Coords */

/**
 * @typedef {object} Values
 * @property {string} language a tag of BCP 47, or `auto`
 * @property {Coords} coords
 * @property {'none' | 'last' | 'all'} numbers
 * @property {'auto' | 'always' | 'never'} confirm whether a tap is confirmed before it is a move
 * @property {'auto' | 'light' | 'dark'} theme
 */

/** @type {Values} */
const DEFAULTS = { language: 'auto', coords: 'top', numbers: 'last', confirm: 'auto', theme: 'auto' };
const SMALL = '(pointer: coarse), (max-width: 520px)';

/** Says `change` after each change. */
export class Settings extends EventTarget {
  /** @type {Values} */ values = { ...DEFAULTS, ...load('settings', {}) };

  /** @param {Partial<Values>} values */
  set(values) {
    Object.assign(this.values, values);
    save('settings', this.values);
    this.dispatchEvent(new Event('change'));
  }

  /** Whether a tap waits to be confirmed. */
  get confirms() {
    const { confirm } = this.values;
    return confirm === 'always' || (confirm === 'auto' && matchMedia(SMALL).matches);
  }

  /** The theme that is shown. @returns {'light' | 'dark'} */
  get theme() {
    const { theme } = this.values;
    if (theme !== 'auto') return theme;
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
}

/** Shows the settings in their dialog, and the switch between light and dark. @param {Settings} settings */
export function showSettings(settings) {
  select('language').append(...LANGUAGES.map((tag) => h('option', { value: tag, lang: tag }, nameOf(tag))));
  /** @type {[string, keyof Values][]} */
  const fields = [
    ['language', 'language'],
    ['coords', 'coords'],
    ['numbers', 'numbers'],
    ['confirm-moves', 'confirm'],
    ['theme-choice', 'theme'],
  ];
  for (const [id, name] of fields) {
    select(id).addEventListener('change', () => settings.set({ [name]: select(id).value }));
  }
  // All that is shown is in the old language; the game comes back.
  select('language').addEventListener('change', () => location.reload());
  button('open-settings').addEventListener('click', () => dialog('settings').showModal());
  button('theme').addEventListener('click', () => settings.set({ theme: settings.theme === 'dark' ? 'light' : 'dark' }));

  function show() {
    for (const [id, name] of fields) select(id).value = settings.values[name];
    document.documentElement.dataset.theme = settings.theme;
    button('theme').setAttribute('aria-pressed', String(settings.theme === 'dark'));
  }
  settings.addEventListener('change', show);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
}
