// The last game, kept at each move: it comes back after a reload, a closed tab or a server that ended, in the tab that had it.

import { readTree, writeTree } from '../game/record.js';
import { branchesTo, follow } from '../game/tree.js';
import { fragmentOf, openPosition, positionOf } from '../ui/address.js';
import { setAside } from '../ui/kept-games.js';
import { load, save } from '../ui/storage.js';
import { Opening } from './opening.js';

/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./play.js').Play} Play */
/** @typedef {{at: number[], info: import('../game/record.js').Info, ended: string, left: import('./clock.js').BothLeft, mode?: import('../ui/app.js').ModeName, opened?: boolean, setup?: import('./play.js').Setup, opening?: import('./play.js').OpeningSetup}} Kept */

const KEY = 'last-game';
/** The tree has a place of its own: it is written when it changes, a large one after a while. */
const TREE_KEY = 'last-tree';
const LARGE = 2000;
const WAIT_MS = 1000;

/**
 * Opens the game of the address or else the last one, and keeps each change from then on. Puzzles are
 * no game to keep.
 * @param {App} app @param {Play} play
 * @returns {import('../ui/app.js').ModeName | null} the tab that had the last game, if it is that
 */
export function keepLastGame(app, play) {
  const { game } = app;
  const mode = open(app, play);
  let version = -1;
  let size = 0;
  let waiting = 0;
  const keepTree = () => {
    clearTimeout(waiting);
    waiting = 0;
    if (app.modeName === 'puzzles' || version === game.version) return;
    version = game.version;
    const tree = writeTree(game);
    size = tree.nodes.length;
    save(TREE_KEY, tree);
  };
  const keep = () => {
    if (app.modeName === 'puzzles') return;
    if (size < LARGE) keepTree();
    else if (version !== game.version) waiting ||= setTimeout(keepTree, WAIT_MS);
    /** @type {Kept} */
    const kept = {
      at: branchesTo(game.current),
      info: game.info,
      ended: play.ended,
      left: play.clock.both,
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
  addEventListener('pagehide', () => (keepTree(), keep()));
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
  const tree = load(TREE_KEY, /** @type {import('../engine/types.js').GameTree | null} */ (null));
  if (!kept || !tree) return null;
  const { rule, size, root } = readTree(tree);
  game.reset({ rule: rule ?? 'freestyle', size, root, info: kept.info, opened: kept.opened });
  game.goTo(follow(root, kept.at));
  if (kept.setup) play.setup = { ...play.setup, ...kept.setup };
  play.ended = kept.ended;
  play.clock.reset(play.setup.control);
  play.clock.restore(kept.left);
  play.hold();
  if (kept.opening) play.opening = new Opening(app, play, kept.opening);
  return kept.mode ?? 'play';
}
