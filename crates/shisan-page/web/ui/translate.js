// Puts the page into its language: before anything is shown, and when another one is chosen.

import { message, use } from '../messages.js';
import { languageFor } from './languages.js';
import { load } from './storage.js';

/** @typedef {import('../messages.js').Key} Key */

/**
 * Puts what stands in the page into a language; what its features have written there they write again.
 * @param {string} chosen a tag of BCP 47, or `auto`
 * @throws {Error} where its texts cannot be loaded; the page stays as it is then
 */
export async function translate(chosen) {
  const language = languageFor(chosen === 'auto' ? navigator.languages : [chosen]);
  const response = await fetch(new URL(`../languages/${language}.json`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status}`);
  use(language, await response.json());
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-message], [data-label]')) {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) continue;
    const { message: text, label } = element.dataset;
    if (text) element.textContent = message(/** @type {Key} */ (text));
    if (label) element.setAttribute('aria-label', message(/** @type {Key} */ (label)));
  }
}

const { language } = load('settings', { language: 'auto' });
try {
  await translate(language).catch(() => translate('en'));
} catch {
  // The page has its English texts without a file of them.
}
document.body.hidden = false;
