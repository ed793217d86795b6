// What this browser keeps: settings, the last game, puzzles. Without storage, or where it is full, the
// page works and forgets.

const PREFIX = 'shisan.';

/**
 * @template T
 * @param {string} key @param {T} otherwise
 * @returns {T}
 */
export function load(key, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
export function save(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows may forbid storage; the game goes on without it.
  }
}
