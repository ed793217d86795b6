// The last game, kept at each move: it comes back after a reload, a closed tab or a server that ended, in the tab that had it.

import { parsePos, posString } from '../game/cells.js';
import { parseSgf, writeSgf } from '../game/sgf.js';
import { follow } from '../game/tree.js';
import { fragmentOf, openPosition, positionOf } from '../ui/address.js';
import { setAside } from '../ui/files.js';
import { load, save } from '../ui/storage.js';
import { Swap2 } from './swap2.js';

/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./play.js').Play} Play */
/** @typedef {{sgf: string, at: string, ended: string, left: {black: number, white: number}, mode?: import('../ui/app.js').ModeName, opened?: boolean, setup?: import('./play.js').Setup, opening?: import('./play.js').OpeningSetup}} Kept */

const KEY = 'game';

/**
 * Opens the game of the address or else the last one, and keeps each change from then on. Puzzles are
 * no game to keep.
 * @param {App} app @param {Play} play
 * @returns {import('../ui/app.js').ModeName | null} the tab that had the last game, if it is that
 */
export function keepLastGame(app, play) {
  const { game } = app;
  const mode = open(app, play);
  const keep = () => {
    if (app.modeName === 'puzzles') return;
    /** @type {Kept} */
    const kept = {
      sgf: writeSgf(game),
      at: posString(game.moves, game.size),
      ended: play.ended,
      left: { black: play.clock.now('black'), white: play.clock.now('white') },
      mode: app.modeName,
      opened: game.opened,
      setup: play.setup,
      opening: play.opening?.kept,
    };
    save(KEY, kept);
  };
  game.addEventListener('change', keep);
  play.addEventListener('change', keep);
  app.addEventListener('mode', keep);
  addEventListener('pagehide', keep);
  return mode;
}

/** @param {App} app @param {Play} play */
function open(app, play) {
  try {
    const restored = restore(app, play);
    const position = positionOf(location.hash);
    if (!position || (restored && location.hash === fragmentOf(app.game))) return restored;
    play.opening?.cancel();
    setAside(app.game);
    openPosition(app.game, position);
    // A position that somebody sent is looked at first.
    return 'analyse';
  } catch (error) {
    app.fail(error);
  }
  return null;
}

/** The tab that had the last game, if there is one. @param {App} app @param {Play} play */
function restore(app, play) {
  const { game } = app;
  const kept = load(KEY, /** @type {Kept | null} */ (null));
  if (!kept) return null;
  const { rule, size, root, info } = parseSgf(kept.sgf);
  game.reset({ rule: rule ?? 'freestyle', size, root, info, opened: kept.opened });
  game.goTo(follow(root, parsePos(kept.at, size)));
  if (kept.setup) play.setup = { ...play.setup, ...kept.setup };
  play.ended = kept.ended;
  play.clock.reset(play.setup.control);
  play.clock.left = kept.left;
  play.hold();
  if (kept.opening) play.opening = new Swap2(app, play, kept.opening);
  return kept.mode ?? 'play';
}
