// Two lines compared by the positions at their ends: one is kept, the other is on the board.

import { button, byId, write } from '../dom.js';
import { isIn } from '../game/tree.js';
import { message } from '../messages.js';
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
    const name = node.parent ? `${node.ply} ${moveText(node, game.size, settings.coordsOf(game))}` : message('compare.start');
    return `${name}: ${value ? balanceText(value) : message('compare.unknown')}`;
  }

  function show() {
    if (kept && !isIn(kept, game.root)) kept = null;
    write(button('compare'), message(kept ? 'compare.end' : 'compare.keep'));
    button('compare-go').hidden = byId('comparison').hidden = !kept;
    if (!kept) return;
    button('compare-go').textContent = message('compare.go', { position: text(kept) });
    button('compare-go').disabled = kept === game.current;
    const [one, other] = [values.get(kept), values.get(game.current)];
    const gain = one && other ? other.black - one.black : 0;
    const better = one && other && kept !== game.current ? `. ${message(gain < 0 ? 'compare.less' : 'compare.more', { gain: percent(Math.abs(gain)) })}` : '';
    byId('comparison').textContent = kept === game.current ? message('compare.how') : `${text(game.current)}${better}`;
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
