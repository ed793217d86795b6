// The clocks of a game: a time for each move, or one for the game, with an increment or byoyomi.

/** @typedef {import('../engine/types.js').Color} Side */
/**
 * How much time there is.
 * @typedef {object} TimeControl
 * @property {'none' | 'move' | 'game'} kind
 * @property {number} seconds for a move or the game
 * @property {number} [increment] seconds that a move adds to the time for the game
 * @property {number} [periods] of byoyomi after the time for the game: a move within a period gives it back
 * @property {number} [periodSeconds]
 */
/** @typedef {import('../game/tree.js').Left} Left */
/** @typedef {import('../game/tree.js').BothLeft} BothLeft */

export class Clock {
  #time;
  /** @type {TimeControl} */ control = { kind: 'none', seconds: 0 };
  /** What both had when the running clock was started. @type {BothLeft} */
  #left = { black: fullTime(this.control), white: fullTime(this.control) };
  /** @type {Side | null} */ #running = null;
  #since = 0;

  /** @param {() => number} [time] milliseconds */
  constructor(time = () => performance.now()) {
    this.#time = time;
  }

  /** @param {TimeControl} control */
  reset(control) {
    this.control = control;
    this.#running = null;
    this.#left = { black: fullTime(control), white: fullTime(control) };
  }

  /** What `side` has left now. @param {Side} side @returns {Left} */
  left(side) {
    let { ms, periods, inPeriod } = this.#left[side];
    ms -= this.#running === side ? this.#time() - this.#since : 0;
    while (ms <= 0 && periods > 0) {
      ms += 1000 * (this.control.periodSeconds ?? 0);
      periods--;
      inPeriod = true;
    }
    return { ms: Math.max(0, ms), periods, inPeriod };
  }

  /** What both have left, to be given back. @returns {BothLeft} */
  get both() {
    return { black: this.left('black'), white: this.left('white') };
  }

  /** Gives both what they had, with the clocks stopped. @param {BothLeft} both */
  restore({ black, white }) {
    this.#running = null;
    this.#left = { black: { ...black }, white: { ...white } };
  }

  /** Milliseconds left of `side` now. @param {Side} side */
  now(side) {
    return this.left(side).ms;
  }

  /** Starts the clock of `side` for a new move. @param {Side} side */
  start(side) {
    this.stop();
    if (this.control.kind === 'move') this.#left[side] = fullTime(this.control);
    this.resume(side);
  }

  /** Goes on with a move that was begun before. @param {Side} side */
  resume(side) {
    if (this.control.kind === 'none') return;
    this.stop();
    this.#running = side;
    this.#since = this.#time();
  }

  stop() {
    if (this.#running) this.#left[this.#running] = this.left(this.#running);
    this.#running = null;
  }

  /** Stops after a move of `side`: it gets its increment, or its period back. @param {Side} side */
  press(side) {
    this.stop();
    if (this.control.kind !== 'game') return;
    const left = this.#left[side];
    if (left.inPeriod) left.ms = 1000 * (this.control.periodSeconds ?? 0);
    else left.ms += 1000 * (this.control.increment ?? 0);
  }

  get running() {
    return this.#running;
  }

  /** The side whose time is up. @returns {Side | null} */
  get flag() {
    return this.#running && this.now(this.#running) === 0 ? this.#running : null;
  }
}

/** @param {TimeControl} control @returns {Left} */
function fullTime({ kind, seconds, periods = 0 }) {
  return { ms: seconds * 1000, periods: kind === 'game' ? periods : 0, inPeriod: false };
}

/** Time as people read it: 4:05, and 0:09.3 in the last seconds; with the periods that follow, 0:30 +3. @param {Left} left */
export function clockText({ ms, periods }) {
  const seconds = ms < 10_000 ? ms / 1000 : Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  const text = `${minutes}:${ms < 10_000 ? rest.toFixed(1).padStart(4, '0') : String(rest).padStart(2, '0')}`;
  return periods > 0 ? `${text} +${periods}` : text;
}

/**
 * Milliseconds that the engine may take for a move.
 * @param {TimeControl} control @param {Left} left on its clock
 * @param {number} moveSeconds the time for a move without a clock
 */
export function engineTime({ kind, increment = 0, periods = 0, periodSeconds = 0 }, { ms, inPeriod }, moveSeconds) {
  if (kind === 'none') return moveSeconds * 1000;
  const reserve = 150;
  const isForMove = kind === 'move' || inPeriod;
  // A period is given back, but no increment comes in it: the time for the game may be used up where a period is worth more.
  const period = !isForMove && periods > 0 && periodSeconds > increment ? periodSeconds * 800 : 0;
  const wanted = isForMove ? ms * 0.8 : ms / 20 + increment * 800 + period / 2;
  return Math.max(10, Math.round(Math.min(wanted, ms + period - reserve)));
}
