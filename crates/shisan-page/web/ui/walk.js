// The ways through the game, or through the line that is shown: buttons and slider below the board, arrow
// keys, and the wheel over the board.

import { button, byId, input, isShortcut, say } from '../dom.js';
import { message } from '../messages.js';
import { moveText } from './describe.js';

/** @typedef {import('./app.js').App} App */

/** The wheel makes a step with this many pixels. */
const WHEEL = 50;

/** Goes elsewhere; a search for the old position ends. @param {App} app @param {() => void} go */
export function walk(app, go) {
  const { game } = app;
  const from = game.current;
  app.dispatchEvent(new Event('walk'));
  app.clearNotice();
  go();
  if (game.current !== from) say(placeText(app));
}

/** @param {App} app */
function placeText({ game, settings }) {
  const { current, size } = game;
  if (current.ply === 0) return message('walk.at-start');
  const move = [current.side && message(`side.${current.side}`), moveText(current, size, settings.coordsOf(game))];
  return message('walk.move', { number: current.ply, move: move.filter(Boolean).join(' ') });
}

/** @param {App} app */
export function showWalk(app) {
  const { game, line, settings } = app;
  const { grid } = app.board;

  const ways = {
    start: () => (line.isShown ? line.goTo(0) : walk(app, () => game.start())),
    back: () => (line.isShown ? line.goTo(line.shown - 1) : walk(app, () => game.back())),
    forward: () => (line.isShown ? line.goTo(line.shown + 1) : walk(app, () => game.forward())),
    end: () => (line.isShown ? line.goTo(Infinity) : walk(app, () => game.end())),
  };
  /** A puzzle is gone through by its solution alone. */
  const mayGo = () => line.isShown || app.modeName !== 'puzzles';

  function show() {
    const slider = input('go-slider');
    const [at, end] = line.isShown ? [line.shown, line.cells.length] : [game.current.ply, game.line.length];
    slider.max = String(end);
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', message(line.isShown ? 'walk.at-line' : 'walk.at', { at, end }));
    button('go-back').disabled = button('go-start').disabled = at === 0;
    button('go-forward').disabled = button('go-end').disabled = line.isShown ? at === end : game.current.children.length === 0;
    byId('walk').classList.toggle('idle', !mayGo());
    byId('walk').classList.toggle('of-line', line.isShown);
  }

  game.addEventListener('change', show);
  line.addEventListener('change', show);
  settings.addEventListener('change', show);
  app.addEventListener('mode', show);
  button('go-start').addEventListener('click', ways.start);
  button('go-back').addEventListener('click', ways.back);
  button('go-forward').addEventListener('click', ways.forward);
  button('go-end').addEventListener('click', ways.end);
  input('go-slider').addEventListener('input', () => {
    const at = Number(input('go-slider').value);
    if (line.isShown) line.goTo(at);
    else walk(app, () => game.goTo(game.line[at - 1] ?? game.root));
  });

  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: ways.back, ArrowRight: ways.forward, Home: ways.start, End: ways.end };
  addEventListener('keydown', (event) => {
    const way = keys[event.key];
    if (!way || event.defaultPrevented || !mayGo() || hasOwnArrows(event)) return;
    event.preventDefault();
    way();
  });
  grid.element.addEventListener('keydown', (event) => {
    if (isShortcut(event) || !mayGo()) return;
    if (event.key === ',') ways.back();
    if (event.key === '.') ways.forward();
  });
  let turned = 0;
  byId('board').addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey || !mayGo()) return;
      event.preventDefault();
      // In pixels; some mice count lines.
      turned += event.deltaY * (event.deltaMode === 0 ? 1 : WHEEL);
      if (Math.abs(turned) < WHEEL) return;
      (turned > 0 ? ways.forward : ways.back)();
      turned = 0;
    },
    { passive: false },
  );
  show();
}

/** Whether what has the focus, or a dialog, needs the arrows itself. @param {KeyboardEvent} event */
function hasOwnArrows(event) {
  if (isShortcut(event) || event.shiftKey || document.querySelector('dialog[open]')) return true;
  const { target } = event;
  return target instanceof Element && target.closest('input, select, textarea, [role="tab"]') !== null;
}
