// The moves of the game, with variations in rows of their own. Of a large tree only the rows in sight are made.

import { button, byId, h, input, isShortcut } from '../dom.js';
import { parseCell, sizeName } from '../game/cells.js';
import { count, isMain } from '../game/tree.js';
import { message } from '../messages.js';
import { moveText } from './describe.js';
import { rowsOf } from './move-rows.js';
import { walk } from './walk.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('./app.js').App} App */

/** The height of a row and the width of a move, in rem; on wide boards names are longer. */
const ROW = 2;
const MOVE = 5.25;
const LONG_MOVE = 6.25;
const INDENT = 0.75;
/** Rows that are made above and below those in sight. */
const BEYOND = 12;

/** @param {App} app */
export function showMoves(app) {
  const { game, settings } = app;
  const list = byId('moves');
  const inside = h('div', { class: 'moves-rows' });
  /** @type {import('./move-rows.js').Rows} */
  let rows = { list: [], places: new Map() };
  /** What the rows were made for. */
  let known = '';
  /** @type {WeakMap<Element, Node>} */
  const nodes = new WeakMap();

  const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

  /** @param {Node} node */
  function moveButton(node) {
    const glyph = app.classes.glyph(node);
    const made = h(
      'button',
      { type: 'button', class: `move ${node.side ?? ''}`, tabindex: node === game.current ? 0 : -1 },
      h('span', { class: 'move-number' }, String(node.ply)),
      ' ',
      h('span', { class: 'move-name' }, moveText(node, game.size, settings.coordsOf(game))),
      h('span', { class: 'visually-hidden' }),
      h('span', { class: 'noted', 'aria-hidden': 'true' }, '*'),
    );
    if (glyph) made.append(h('span', { class: `glyph ${glyph.name}`, 'aria-hidden': 'true' }, glyph.sign));
    if (node === game.current) made.setAttribute('aria-current', 'true');
    nodes.set(made, node);
    describe(made, node);
    return made;
  }

  /** Says what is known of a move beside its name. @param {Element} made @param {Node} node */
  function describe(made, node) {
    const { comment } = node.notes;
    const more = [node.side && message(`cell.${node.side}`), app.classes.glyph(node)?.text, comment && message('moves.commented')].filter(Boolean).join(', ');
    const spoken = made.querySelector('.visually-hidden');
    if (spoken) spoken.textContent = more && `, ${more}`;
    made.querySelector('.noted')?.toggleAttribute('hidden', !comment);
  }

  /** Shows which moves have comments; the buttons stay, since one of them may be pressed just now. */
  function showComments() {
    for (const made of inside.querySelectorAll('button')) {
      const node = nodes.get(made);
      if (node) describe(made, node);
    }
  }

  /** Divides the tree into rows, if it or the room has changed. */
  function arrange() {
    const width = (game.size.width > 26 ? LONG_MOVE : MOVE) * rem();
    const room = list.clientWidth - 0.75 * rem();
    const key = `${game.version} ${room}`;
    if (known === key) return;
    known = key;
    rows = rowsOf(game.root, (depth) => Math.floor((room - depth * INDENT * rem()) / width));
    inside.style.height = `${rows.list.length * ROW}rem`;
  }

  /** Makes the rows in sight. */
  function draw() {
    const hadFocus = inside.contains(document.activeElement);
    const height = ROW * rem();
    const first = Math.max(0, Math.floor(list.scrollTop / height) - BEYOND);
    const last = Math.ceil((list.scrollTop + list.clientHeight) / height) + BEYOND;
    inside.replaceChildren(
      ...rows.list.slice(first, last).map(({ depth, moves }, i) => {
        const row = h('div', { class: `moves-row${depth > 0 ? ' variation' : ''}` }, ...moves.map(moveButton));
        row.style.top = `${(first + i) * ROW}rem`;
        row.style.paddingLeft = `${depth * INDENT}rem`;
        return row;
      }),
    );
    if (hadFocus) focus();
  }

  /** Gives the focus to the move that is shown, or at the start to the list. */
  function focus() {
    const current = inside.querySelector('[aria-current]');
    if (current instanceof HTMLElement) current.focus({ preventScroll: true });
    else list.focus({ preventScroll: true });
  }

  function show() {
    arrange();
    const place = rows.places.get(game.current) ?? 0;
    const [top, bottom] = [place * ROW * rem(), (place + 1) * ROW * rem()];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
    draw();
    byId('moves-empty').hidden = rows.list.length > 0;
    button('cut').disabled = game.current.ply === 0;
    button('promote').hidden = isMain(game.current);
    about();
  }

  const about = () => (byId('game-about').textContent = aboutText(game));

  list.append(inside);
  game.addEventListener('change', show);
  game.addEventListener('notes', () => (showComments(), about()));
  settings.addEventListener('change', show);
  app.addEventListener('classes', draw);
  app.addEventListener('mode', show);
  new ResizeObserver(show).observe(list);
  list.addEventListener('scroll', draw);
  list.addEventListener('click', ({ target }) => {
    const made = target instanceof Element ? target.closest('button') : null;
    const node = made && nodes.get(made);
    if (!node) return;
    walk(app, () => game.goTo(node));
    focus();
  });
  list.addEventListener('keydown', (event) => {
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowLeft: () => game.back(),
      ArrowRight: () => game.forward(),
      ArrowUp: () => game.beside(-1),
      ArrowDown: () => game.beside(1),
      Home: () => game.start(),
      End: () => game.end(),
    };
    const act = acts[event.key];
    if (!act || isShortcut(event) || event.shiftKey) return;
    event.preventDefault();
    walk(app, act);
    focus();
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
    app.notice(message('moves.deleted', { count: moves }), { actions: [{ name: message('button.undo'), act }] });
  }
  button('cut').addEventListener('click', () => walk(app, cut));
  button('promote').addEventListener('click', () => game.promote());
  app.board.grid.element.addEventListener('keydown', (event) => {
    if (isShortcut(event)) return;
    if (event.key === 'u') app.mode?.undo?.();
    if (event.key === 'h') app.mode?.hint?.();
  });
  byId('typed', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    const field = input('typed-move');
    const cell = parseCell(field.value, game.size, settings.textCoordsOf(game));
    if (cell === null) return app.notice(message('refuse.cell', { text: field.value }), { tone: 'bad' });
    field.value = '';
    app.press(cell);
  });
  show();
}

/** Rule, board, players, event and result. @param {import('../game/game.js').Game} game */
function aboutText({ rule, size, info }) {
  const { black, white, event, round, place, date, result } = info;
  const names = black || white ? `${black || '?'} – ${white || '?'}` : '';
  const played = [event, round && message('moves.round', { round }), place, date].filter(Boolean).join(', ');
  return [`${message(`rule.${rule}`)} ${sizeName(size).replace('x', ' × ')}`, names, played, result].filter(Boolean).join(' · ');
}
