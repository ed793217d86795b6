// How the page looks and behaves, as the user likes it.

import { button, dialog, h, select } from '../dom.js';
import { message } from '../messages.js';
import { LANGUAGES, nameOf } from './languages.js';
import { load, saveFields } from './storage.js';
import { translate } from './translate.js';

/** @typedef {import('../game/cells.js').Coords} Coords */

/**
 * @typedef {object} Values
 * @property {string} language a tag of BCP 47, or `auto`
 * @property {Coords | 'auto'} coords `auto` is the habit of the rule: rows from the bottom in renju, from the top elsewhere
 * @property {'none' | 'last' | 'all'} numbers
 * @property {'auto' | 'always' | 'never'} confirm whether a tap is confirmed before it is a move
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {'auto' | 'wood' | 'slate' | 'paper'} board what the board is made of: `auto` is wood in the light and slate in the dark
 * @property {'off' | 'on'} sound of stones
 */

/** @type {Values} */
const DEFAULTS = { language: 'auto', coords: 'auto', numbers: 'last', confirm: 'auto', theme: 'auto', board: 'auto', sound: 'off' };
const SMALL = '(pointer: coarse), (max-width: 520px)';

/** Says `change` after each change, also when the page is in another language. */
export class Settings extends EventTarget {
  /** @type {Values} */ values = load('settings', DEFAULTS);

  /** @param {Partial<Values>} values */
  set(values) {
    Object.assign(this.values, values);
    saveFields('settings', values);
    this.dispatchEvent(new Event('change'));
  }

  /** How the cells of a game are named. @param {Pick<import('../game/game.js').Game, 'rule'>} game @returns {Coords} */
  coordsOf({ rule }) {
    const { coords } = this.values;
    if (coords !== 'auto') return coords;
    return rule === 'renju' ? 'bottom' : 'top';
  }

  /** The same in texts: from the top where the board has no names. @param {Pick<import('../game/game.js').Game, 'rule'>} game */
  textCoordsOf(game) {
    const coords = this.coordsOf(game);
    return coords === 'off' ? 'top' : coords;
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

/** Shows the settings in their dialog, and the switch between light and dark. @param {Settings} settings @param {(error: unknown) => void} fail */
export function showSettings(settings, fail) {
  const languages = LANGUAGES.map((tag) => h('option', { value: tag, lang: tag }));
  select('language').append(...languages);
  /** @type {[string, keyof Values][]} */
  const fields = [
    ['coords', 'coords'],
    ['numbers', 'numbers'],
    ['confirm-moves', 'confirm'],
    ['theme-choice', 'theme'],
    ['board-choice', 'board'],
    ['sound', 'sound'],
  ];
  for (const [id, name] of fields) {
    select(id).addEventListener('change', () => settings.set({ [name]: select(id).value }));
  }
  select('language').addEventListener('change', async () => {
    const language = select('language').value;
    try {
      await translate(language);
      settings.set({ language });
    } catch {
      dialog('settings').close();
      show();
      fail(new Error(message('settings.no-language')));
    }
  });
  button('open-settings').addEventListener('click', () => {
    // A browser takes long to find the first of these names: the page begins without them.
    for (const option of languages) option.textContent ||= nameOf(option.lang);
    dialog('settings').showModal();
  });
  button('theme').addEventListener('click', () => settings.set({ theme: settings.theme === 'dark' ? 'light' : 'dark' }));

  function show() {
    for (const [id, name] of fields) select(id).value = settings.values[name];
    select('language').value = settings.values.language;
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.board = settings.values.board;
    button('theme').setAttribute('aria-pressed', String(settings.theme === 'dark'));
  }
  settings.addEventListener('change', show);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
}
