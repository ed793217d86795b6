// The tabs of the page, one for each feature that can have the board.

import { byId, isShortcut } from '../dom.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./app.js').ModeName} ModeName */

/** @param {App} app */
export function showTabs(app) {
  const tabs = [...document.querySelectorAll('[role="tab"]')].filter((tab) => tab instanceof HTMLElement);
  const modeOf = (/** @type {HTMLElement} */ tab) => /** @type {ModeName} */ (tab.dataset.mode);

  function show() {
    for (const tab of tabs) {
      const selected = modeOf(tab) === app.modeName;
      tab.setAttribute('aria-selected', String(selected));
      tab.tabIndex = selected ? 0 : -1;
      byId(`panel-${modeOf(tab)}`).hidden = !selected;
    }
    document.body.dataset.mode = app.modeName;
  }
  tabs.forEach((tab, i) => {
    tab.addEventListener('click', () => app.setMode(modeOf(tab)));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || isShortcut(event) || event.shiftKey) return;
      const next = tabs[(i + step + tabs.length) % tabs.length];
      next.focus();
      app.setMode(modeOf(next));
    });
  });
  app.addEventListener('mode', show);
  show();
}
