// The settings dialog and the switch between light and dark.

import { button, dialog, select } from './dom.js';

/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {import('./settings.js').Values} Values */

/** @param {Settings} settings */
export function showSettings(settings) {
  /** @type {[string, keyof Values][]} */
  const fields = [
    ['coords', 'coords'],
    ['numbers', 'numbers'],
    ['confirm-moves', 'confirm'],
    ['theme-choice', 'theme'],
  ];
  for (const [id, name] of fields) {
    select(id).addEventListener('change', () => settings.set({ [name]: select(id).value }));
  }
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
