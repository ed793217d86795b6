// The last game, kept at each move: it comes back after a reload, a closed tab or a server that ended, in the mode
// that had it. A tab keeps its own for its reloads; a new tab and a browser that was started again go on with
// the one that changed last.

import { isAbort } from '../engine/engine.js';
import { readTree, writeTree } from '../game/record.js';
import { branchesTo, follow, path } from '../game/tree.js';
import { message } from '../messages.js';
import { STARTED, fragmentOf, positionOf } from '../ui/address.js';
import { openAddress, openStarted } from '../ui/files.js';
import { LAST_TREE, LIKE_TREE, keepGame } from '../ui/kept-games.js';
import { fits, isKept, load, save, shaped } from '../ui/storage.js';
import { Opening } from './opening.js';

/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./play.js').Play} Play */
/** @typedef {import('./clock.js').BothLeft} BothLeft */
/** `lefts` are what the moves before left on both clocks. `stamp` tells states of games apart, and ties a game to its tree. @typedef {{at: number[], info: import('../game/record.js').Info, ended: string, left: BothLeft, lefts?: (BothLeft | null)[], stamp?: number, mode?: import('../ui/app.js').ModeName, opened?: boolean, own?: boolean, setup?: import('./setup.js').Setup, opening?: import('./setup.js').OpeningSetup}} Kept */
/** @typedef {import('../engine/types.js').GameTree & {stamp?: number}} KeptTree */

const KEY = 'last-game';
/** The place of this tab, and the shared one. @type {import('../ui/storage.js').Place[]} */
const PLACES = ['sessionStorage', 'localStorage'];
const LIKE_LEFT = { black: { ms: 0 }, white: { ms: 0 } };
/** What a kept game has. */
const LIKE = { at: [0], info: {}, ended: '', left: LIKE_LEFT };
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
  let version = -1;
  let size = 0;
  let waiting = 0;
  /** Of the last game in the shared place that this tab has gone on with or written. */
  let stamp = 0;
  let mode = null;
  try {
    const kept = restore(app, play);
    if (kept) [version, stamp] = [game.version, kept.stamp ?? 0];
    mode = open(app, play, kept);
  } catch (error) {
    app.fail(error);
  }

  const write = () => {
    clearTimeout(waiting);
    waiting = 0;
    if (app.modeName === 'puzzles') return;
    const { stamp: shared = 0, own } = load(KEY, /** @type {Partial<Kept>} */ ({}));
    const isChanged = version !== game.version;
    // Where another tab has written, this one takes the place with a change of its own game.
    const places = PLACES.slice(0, shared === stamp || isChanged ? 2 : 1);
    if (isChanged) {
      if (shared !== stamp) setAsideShared({ stamp: shared, own }, stamp);
      version = game.version;
      stamp = Math.random();
      const tree = writeTree(game);
      size = tree.nodes.length;
      // The tree has a place of its own: it is written when it changes, a large one after a while.
      const wereKept = places.every((place) => isKept(LAST_TREE, place));
      const areKept = places.map((place) => save(LAST_TREE, { ...tree, stamp }, place));
      if (wereKept && !areKept.every(Boolean) && game.own) app.notice(message('page.unkept'));
    }
    /** @type {Kept} */
    const kept = {
      at: branchesTo(game.current),
      info: game.info,
      ended: play.ended,
      left: play.clock.both,
      lefts: path(game.current).map(({ left }) => left),
      stamp,
      mode: app.modeName,
      opened: game.opened,
      own: game.own,
      setup: play.setup,
      opening: play.opening?.kept,
    };
    for (const place of places) save(KEY, kept, place);
  };
  const keep = () => {
    if (size < LARGE || version === game.version) write();
    else waiting ||= setTimeout(write, WAIT_MS);
  };
  for (const type of ['change', 'notes']) game.addEventListener(type, keep);
  play.addEventListener('change', keep);
  app.addEventListener('mode', keep);
  app.addEventListener('leave', () => waiting && write());
  addEventListener('pagehide', write);
  return mode;
}

/** Opens the position of the address, unless the last game has it. @param {App} app @param {Play} play @param {Kept | null} kept */
function open(app, play, kept) {
  if (location.hash === STARTED) {
    play.opening?.cancel();
    openStarted(app).catch((error) => isAbort(error) || app.fail(error));
    return 'analyse';
  }
  const position = positionOf(location.hash);
  const isKept = position && kept && fragmentOf({ ...position, position }) === fragmentOf(app.game);
  if (!position || isKept) return kept && (kept.mode ?? 'play');
  play.opening?.cancel();
  openAddress(app, position);
  // A position that somebody sent is looked at first.
  return 'analyse';
}

/** Keeps the game of another tab that is in the shared place. @param {{stamp: number, own?: boolean}} shared @param {number} outdated the stamp of this tab's game: what the other tab has kept of it goes */
function setAsideShared({ stamp, own }, outdated) {
  const kept = load(LAST_TREE, /** @type {KeptTree | null} */ (null));
  if (kept?.stamp !== stamp) return;
  const { stamp: _, ...tree } = kept;
  keepGame({ tree, stamp, own }, outdated);
}

/** The last game of this tab, or else of all, whose tree could be kept. @returns {{kept: Kept, tree: KeptTree} | undefined} */
function find() {
  for (const place of PLACES) {
    const kept = load(KEY, /** @type {Kept | null} */ (null), place);
    const tree = load(LAST_TREE, /** @type {KeptTree | null} */ (null), place);
    if (kept && tree && kept.stamp === tree.stamp && fits(kept, LIKE) && fits(tree, LIKE_TREE)) return { kept, tree };
  }
}

/** @param {App} app @param {Play} play */
function restore(app, play) {
  const { game } = app;
  const { kept, tree } = find() ?? {};
  if (!kept || !tree) return null;
  // A new tab has it to itself from now on.
  save(LAST_TREE, tree, 'sessionStorage');
  const { rule, size, root } = readTree(tree);
  game.reset({ rule: rule ?? 'freestyle', size, root, info: kept.info, opened: kept.opened, own: kept.own });
  game.goTo(follow(root, kept.at));
  path(game.current).forEach((node, i) => {
    const left = kept.lefts?.[i];
    node.left = left && fits(left, LIKE_LEFT) ? left : null;
  });
  play.setup = shaped(kept.setup, play.setup);
  play.ended = kept.ended;
  play.clock.reset(play.setup.control);
  play.clock.restore(kept.left);
  play.hold();
  if (kept.opening) play.opening = new Opening(app, play, kept.opening);
  return kept;
}
