// What this browser keeps: settings, the last game, puzzles. Without storage, or where it is full, the
// page works, and forgets when it is closed.

const PREFIX = 'shisan.';
/** What could not be kept. @type {Map<string, string>} */
const unkept = new Map();

/** Where: what all tabs share, or what a tab has to itself until it is closed. @typedef {'localStorage' | 'sessionStorage'} Place */

/**
 * What is kept, as far as it has the shape of `otherwise`: fields that are missing or of another type are taken
 * from there. Where that is null, the caller checks.
 * @template T
 * @param {string} key @param {T} otherwise @param {Place} [place]
 * @returns {T}
 */
export function load(key, otherwise, place = 'localStorage') {
  try {
    return shaped(JSON.parse(unkept.get(`${place} ${key}`) ?? globalThis[place].getItem(PREFIX + key) ?? 'null'), otherwise);
  } catch {
    return shaped(null, otherwise);
  }
}

/** @param {string} key @param {unknown} value @param {Place} [place] @returns {boolean} whether there was room for it */
export function save(key, value, place = 'localStorage') {
  const text = JSON.stringify(value);
  try {
    globalThis[place].setItem(PREFIX + key, text);
    unkept.delete(`${place} ${key}`);
  } catch {
    // Private windows may forbid storage; the game goes on without it.
    unkept.set(`${place} ${key}`, text);
  }
  return isKept(key, place);
}

/** Whether there was room for what was saved last. @param {string} key @param {Place} [place] */
export const isKept = (key, place = 'localStorage') => !unkept.has(`${place} ${key}`);

/** Saves some fields of what is kept, beside those that other tabs have saved. @param {string} key @param {object} fields */
export const saveFields = (key, fields) => save(key, { ...load(key, {}), ...fields });

/**
 * `value` in the shape of `otherwise`, with what is missing or of another type taken from there.
 * @template T
 * @param {any} value @param {T} otherwise
 * @returns {T}
 */
export function shaped(value, otherwise) {
  if (otherwise === null) return value ?? null;
  if (!isObject(otherwise)) return fits(value, otherwise) ? value : otherwise;
  const given = isObject(value) ? value : {};
  const fields = Object.entries(otherwise).map(([name, part]) => [name, shaped(given[name], part)]);
  return /** @type {T} */ ({ ...given, ...Object.fromEntries(fields) });
}

/**
 * Whether `value` has all fields of `like` with values of their types; each item of a list is like the first one there.
 * @param {any} value @param {unknown} like
 * @returns {boolean}
 */
export function fits(value, like) {
  if (Array.isArray(like)) return Array.isArray(value) && (like.length === 0 || value.every((item) => fits(item, like[0])));
  if (!isObject(like)) return typeof value === typeof like;
  return isObject(value) && Object.entries(like).every(([name, part]) => fits(value[name], part));
}

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
