// The texts of the page, and numbers, in the language of its reader.

/** @typedef {typeof import('./languages/en.json')} English */
/** @typedef {Exclude<keyof English, 'default'>} Key */
/** A text, or one for each plural form that the language has for `count`. @typedef {string | Record<string, string>} Message */

export const PERCENT = /** @type {const} */ ({ style: 'percent' });
export const TENTHS = /** @type {const} */ ({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
export const SHORT = /** @type {const} */ ({ notation: 'compact', maximumSignificantDigits: 3 });
const PLAIN = /** @type {const} */ ({ useGrouping: false });

let language = 'en';
/** @type {Partial<Record<Key, Message>>} */
let messages = {};
/** Made when a text counts. @type {Intl.PluralRules | null} */
let plurals = null;
/** By the options that made them. @type {Map<Intl.NumberFormatOptions, Intl.NumberFormat>} */
const formats = new Map();

/** Takes the texts of a language. @param {string} tag of BCP 47 @param {Partial<Record<Key, Message>>} texts */
export function use(tag, texts) {
  language = tag;
  messages = texts;
  plurals = null;
  formats.clear();
}

/**
 * A text of the page, with `{name}` replaced by the value of that name; `count` chooses the plural form.
 * @param {Key} key @param {Record<string, string | number>} [values]
 */
export function message(key, values = {}) {
  const found = messages[key] ?? key;
  const text = typeof found === 'string' ? found : found[(plurals ??= new Intl.PluralRules(language)).select(Number(values.count))];
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === 'number' ? number(value) : value;
  });
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options = PLAIN) {
  let format = formats.get(options);
  if (!format) formats.set(options, (format = new Intl.NumberFormat(language, options)));
  return format.format(value);
}

/** Day and time. @param {number} time in milliseconds since 1970 */
export const moment = (time) => new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
