// The clocks of a game: a time for each move, or one for the whole game.

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {{kind: 'none' | 'move' | 'game', seconds: number}} TimeControl */

export class Clock {
  /** @type {TimeControl} */ control = { kind: 'none', seconds: 0 };
  /** Milliseconds left, by side. @type {{black: number, white: number}} */
  left = { black: 0, white: 0 };
  /** @type {Side | null} */ #running = null;
  #since = 0;

  /** @param {TimeControl} control */
  reset(control) {
    this.control = control;
    this.#running = null;
    this.left = { black: control.seconds * 1000, white: control.seconds * 1000 };
  }

  /** Milliseconds left of `side` now. @param {Side} side */
  now(side) {
    const used = this.#running === side ? performance.now() - this.#since : 0;
    return Math.max(0, this.left[side] - used);
  }

  /** Starts the clock of `side` for a new move. @param {Side} side */
  start(side) {
    this.stop();
    if (this.control.kind === 'move') this.left[side] = this.control.seconds * 1000;
    this.resume(side);
  }

  /** Goes on with a move that was begun before. @param {Side} side */
  resume(side) {
    if (this.control.kind === 'none') return;
    this.stop();
    this.#running = side;
    this.#since = performance.now();
  }

  stop() {
    if (this.#running) this.left[this.#running] = this.now(this.#running);
    this.#running = null;
  }

  get running() {
    return this.#running;
  }

  /** The side whose time is up. @returns {Side | null} */
  get flag() {
    return this.#running && this.now(this.#running) === 0 ? this.#running : null;
  }
}

/** Time as people read it: 4:05, and 0:09.3 in the last seconds. @param {number} ms */
export function clockText(ms) {
  const seconds = ms < 10_000 ? ms / 1000 : Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  return `${minutes}:${ms < 10_000 ? rest.toFixed(1).padStart(4, '0') : String(rest).padStart(2, '0')}`;
}

/**
 * Milliseconds that the engine may take for a move.
 * @param {TimeControl} control @param {number} left milliseconds on its clock
 * @param {number} moveSeconds the time for a move without a clock
 */
export function engineTime(control, left, moveSeconds) {
  if (control.kind === 'none') return moveSeconds * 1000;
  const reserve = 150;
  const wanted = control.kind === 'move' ? left * 0.8 : left / 20;
  return Math.max(10, Math.round(Math.min(wanted, left - reserve)));
}
