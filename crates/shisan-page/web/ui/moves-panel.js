// The moves of the game, with variations in blocks of their own.

import { button, byId, h, input } from '../dom.js';
import { parseCell, sizeName } from '../game/cells.js';
import { RULE_NAMES } from '../game/game.js';
import { count, moverOf } from '../game/tree.js';
import { spoken } from './describe.js';
import { walk } from './walk.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('./app.js').App} App */

/** @param {App} app */
export function showMoves(app) {
  const { game, settings } = app;
  const list = byId('moves');
  /** @type {Map<Node, HTMLButtonElement>} */
  const buttons = new Map();
  /** @type {Map<HTMLElement, Node>} */
  const nodes = new Map();

  /** @param {Node} node */
  function moveButton(node) {
    const side = moverOf(node);
    const name = spoken(node.cell, game.size, settings.values.coords);
    const glyph = app.classes.glyph(node);
    const spokenMore = [side, glyph?.text, node.comment && 'with a comment'].filter(Boolean).join(', ');
    const made = h(
      'button',
      { type: 'button', class: `move ${side}`, tabindex: -1 },
      h('span', { class: 'move-number' }, String(node.ply)),
      ' ',
      h('span', { class: 'move-name' }, name),
      h('span', { class: 'visually-hidden' }, `, ${spokenMore}`),
    );
    if (glyph) made.append(h('span', { class: `glyph ${glyph.name}`, 'aria-hidden': 'true' }, glyph.sign));
    buttons.set(node, made);
    nodes.set(made, node);
    return made;
  }

  /** Fills `list` with the moves; what branches off is put in a block after the move that it replaces. */
  function draw() {
    buttons.clear();
    nodes.clear();
    const main = h('div', { class: 'line-of-moves' });
    /** @type {[Node, HTMLElement][]} */
    const open = [[game.root, main]];
    for (let next = open.pop(); next; next = open.pop()) {
      let [at, block] = next;
      while (at.children.length > 0) {
        const [first, ...others] = at.children;
        block.append(moveButton(first));
        for (const other of others) {
          const variation = h('div', { class: 'line-of-moves variation' }, moveButton(other));
          block.append(variation);
          open.push([other, variation]);
        }
        at = first;
      }
    }
    list.replaceChildren(...(buttons.size > 0 ? [main] : [h('p', { class: 'empty' }, 'No moves yet. Click the board, or type a move.')]));
    mark();
  }

  function mark() {
    for (const [node, made] of buttons) {
      if (node === game.current) made.setAttribute('aria-current', 'true');
      else made.removeAttribute('aria-current');
      made.tabIndex = node === game.current ? 0 : -1;
    }
    const current = buttons.get(game.current);
    if (current) {
      const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
      if (top < list.scrollTop) list.scrollTop = top - 8;
      else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
    }
    button('cut').disabled = game.current.ply === 0;
    button('promote').hidden = isMain(game.current);
    byId('game-about').textContent = `${RULE_NAMES[game.rule]} ${sizeName(game.size).replace('x', ' × ')}`;
  }

  let known = '';
  function update() {
    const shape = shapeOf(game.root);
    if (shape === known && buttons.has(game.current)) return mark();
    known = shape;
    draw();
  }

  game.addEventListener('change', update);
  settings.addEventListener('change', draw);
  app.addEventListener('classes', draw);
  list.addEventListener('click', ({ target }) => {
    const made = target instanceof Element ? target.closest('button') : null;
    const node = made && nodes.get(made);
    if (node) walk(app, () => game.goTo(node));
  });
  list.addEventListener('keydown', (event) => {
    const act = { ArrowLeft: () => game.back(), ArrowRight: () => game.forward(), Home: () => game.start(), End: () => game.end() }[event.key];
    if (!act) return;
    event.preventDefault();
    walk(app, act);
    buttons.get(game.current)?.focus();
  });

  /** Deletes the move that is shown, with all that follows; as long as the message stands, it can be undone. */
  function cut() {
    const gone = game.cut();
    if (!gone) return;
    const moves = count(gone.node);
    const act = () => {
      walk(app, () => game.restore(gone));
      button('cut').focus();
    };
    app.notice(`Deleted ${moves === 1 ? '1 move' : `${moves} moves`}`, { action: { name: 'Undo', act } });
  }
  button('cut').addEventListener('click', () => walk(app, cut));
  button('promote').addEventListener('click', () => game.promote());
  app.board.grid.element.addEventListener('keydown', ({ key, ctrlKey }) => {
    if (ctrlKey) return;
    if (key === 'u') app.mode?.undo?.();
    if (key === 'h') app.mode?.hint?.();
  });
  byId('typed', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    const field = input('typed-move');
    const { coords } = settings.values;
    const cell = parseCell(field.value, game.size, coords === 'off' ? 'top' : coords);
    if (cell === null) return app.notice(`“${field.value}” is no cell of this board.`, { tone: 'bad' });
    field.value = '';
    app.mode?.press(cell);
  });
  draw();
}

/** Whether `node` is on the main line. @param {Node} node */
function isMain(node) {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
  return true;
}

/** A text that changes with the tree. @param {Node} root */
function shapeOf(root) {
  const parts = [];
  const open = [root];
  for (let at = open.pop(); at; at = open.pop()) {
    parts.push(at.cell, at.children.length, at.comment ? 'c' : '');
    open.push(...at.children);
  }
  return parts.join(' ');
}
