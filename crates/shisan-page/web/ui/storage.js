// What this browser keeps: settings, the last game, puzzles. Without storage, or where it is full, the
// page works and forgets.

const PREFIX = 'shisan.';

/** Where: what all tabs share, or what a tab has to itself until it is closed. @typedef {'localStorage' | 'sessionStorage'} Place */

/**
 * @template T
 * @param {string} key @param {T} otherwise @param {Place} [place]
 * @returns {T}
 */
export function load(key, otherwise, place = 'localStorage') {
  try {
    const text = globalThis[place].getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value @param {Place} [place] */
export function save(key, value, place = 'localStorage') {
  try {
    globalThis[place].setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows may forbid storage; the game goes on without it.
  }
}
