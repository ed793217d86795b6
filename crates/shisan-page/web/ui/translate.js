// Puts the page into its language before anything is shown.

import { message, use } from '../messages.js';
import { languageFor } from './languages.js';
import { load } from './storage.js';

/** @typedef {import('../messages.js').Key} Key */

const { language: chosen = 'auto' } = load('settings', /** @type {{language?: string}} */ ({}));
const language = languageFor(chosen === 'auto' ? navigator.languages : [chosen]);
const response = await fetch(new URL(`../languages/${language}.json`, import.meta.url));
use(language, await response.json());

document.documentElement.lang = language;
for (const element of document.querySelectorAll('[data-message], [data-label]')) {
  if (!(element instanceof HTMLElement)) continue;
  const { message: text, label } = element.dataset;
  if (text) element.textContent = message(/** @type {Key} */ (text));
  if (label) element.setAttribute('aria-label', message(/** @type {Key} */ (label)));
}
document.body.hidden = false;
