// Two lines compared by the positions at their ends: one is kept, the other is on the board.

import { button, byId } from '../dom.js';
import { rootOf } from '../game/tree.js';
import { balanceText, moveText, percent } from '../ui/describe.js';
import { walk } from '../ui/walk.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../ui/app.js').App} App */

/** @param {App} app */
export function showComparison(app) {
  const { game, values, settings } = app;
  /** The end of the line that is kept. @type {Node | null} */
  let kept = null;

  /** @param {Node} node */
  function text(node) {
    const value = values.get(node);
    const name = node.parent ? `${node.ply} ${moveText(node, game.size, settings.values.coords)}` : 'start';
    return `${name}: ${value ? balanceText(value) : 'not analysed'}`;
  }

  function show() {
    if (kept && rootOf(kept) !== game.root) kept = null;
    button('compare').textContent = kept ? 'End the comparison' : 'Compare with …';
    button('compare-go').hidden = byId('comparison').hidden = !kept;
    if (!kept) return;
    button('compare-go').textContent = `Go to ${text(kept)}`;
    button('compare-go').disabled = kept === game.current;
    const [one, other] = [values.get(kept), values.get(game.current)];
    const gain = one && other ? other.black - one.black : 0;
    const better = one && other && kept !== game.current ? `. Black has ${percent(Math.abs(gain))} ${gain < 0 ? 'less' : 'more'} here` : '';
    byId('comparison').textContent = kept === game.current ? 'Go to the position to compare this one with.' : `${text(game.current)}${better}`;
  }

  button('compare').addEventListener('click', () => {
    kept = kept ? null : game.current;
    show();
  });
  // Where it was kept comes back for the one on the board: the two change places.
  button('compare-go').addEventListener('click', () => {
    const to = kept;
    if (!to) return;
    kept = game.current;
    walk(app, () => game.goTo(to));
  });
  game.addEventListener('change', show);
  values.addEventListener('change', show);
  settings.addEventListener('change', show);
  show();
}
