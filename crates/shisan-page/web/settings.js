// How the page looks and behaves, as the user likes it.

import { load, save } from './storage.js';

/** @typedef {import('./types.js').Coords} Coords */

/**
 * @typedef {object} Values
 * @property {Coords} coords
 * @property {'none' | 'last' | 'all'} numbers
 * @property {'auto' | 'always' | 'never'} confirm whether a tap is confirmed before it is a move
 * @property {'auto' | 'light' | 'dark'} theme
 */

/** @type {Values} */
const DEFAULTS = { coords: 'top', numbers: 'last', confirm: 'auto', theme: 'auto' };
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
