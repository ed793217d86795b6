// Editing: marks, labels and stones by presses of the board, the side to move, turning the board, who played.

import { button, byId, input, option, select } from '../dom.js';
import { readTree, writeTree } from '../game/record.js';
import { flipped, rotated } from '../game/symmetry.js';
import { all, branchesTo, follow, isIn, opponent } from '../game/tree.js';
import { giveTurn, toggleLabel, toggleMark, toggleStone } from '../game/edit.js';
import { message } from '../messages.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../engine/types.js').Mark} Sign */
/** @typedef {import('../game/tree.js').Node} Node */

/** What a press of the board does, instead of making moves. */
const TOOLS = /** @type {const} */ (['black', 'white', 'label', 'triangle', 'square', 'circle', 'cross']);

/**
 * @param {App} app
 * @param {(turned: (cell: string) => string, moved: (node: Node) => Node | null) => void} turnWith turns what else names
 *   cells of the board or knows nodes of the tree
 */
export function showEditing(app, turnWith) {
  const { game, settings } = app;
  const panel = byId('edit-panel', HTMLDetailsElement);
  const fields = [...byId('game-fields').querySelectorAll('input')];
  /** What is known of the game that a field is about. @param {HTMLInputElement} field */
  const nameOf = (field) => /** @type {'black' | 'white' | 'event' | 'date'} */ (field.dataset.info);
  select('tool').append(option('', 'edit.move'), ...TOOLS.map((value) => option(value, `edit.${value}`)));

  function show() {
    const { stones, toMove } = game;
    const count = (/** @type {string} */ side) => [...stones.values()].filter((stone) => stone.side === side).length;
    byId('stone-count').textContent = message('edit.stones', { black: count('black'), white: count('white') });
    button('to-move').textContent = message(`turn.${toMove}`);
    input('label-text').hidden = select('tool').value !== 'label';
    for (const field of fields) {
      const text = game.info[nameOf(field)] ?? '';
      // What is being typed stays as it is.
      if (field.value.trim() !== text.trim()) field.value = text;
    }
  }

  /** @param {number} cell */
  function press(cell) {
    const tool = select('tool').value;
    if (tool === 'label') {
      const text = input('label-text').value.trim() || 'A';
      if (toggleLabel(game, cell, text)) input('label-text').value = next(text);
      game.annotated();
    } else if (tool === 'black' || tool === 'white') {
      app.clearNotice();
      toggleStone(game, cell, tool);
    } else {
      toggleMark(game, cell, /** @type {Sign} */ (tool));
      game.annotated();
    }
  }

  /** Takes the presses of the board while a tool is chosen and the panel is open. */
  function take() {
    const isOffered = app.modeName === 'analyse' || app.modeName === 'review';
    if (!isOffered) panel.open = false;
    if (!panel.open) select('tool').value = '';
    app.tool = select('tool').value === '' ? null : press;
    show();
  }

  /** @param {typeof rotated} turn */
  function turn(turn) {
    const { rule, opened } = game;
    const tree = writeTree(game);
    const { size, root, info } = readTree(turn(tree));
    // What the clocks had is not written in a tree.
    const lefts = [...all(game.root)].map(({ left }) => left);
    [...all(root)].forEach((node, i) => (node.left = lefts[i]));
    app.clearNotice();
    const moved = (/** @type {Node} */ node) => (isIn(node, game.root) ? follow(root, branchesTo(node)) : null);
    turnWith((cell) => turn({ ...tree, nodes: [{ labels: [[cell, '']] }] }).nodes[0].labels?.[0][0] ?? cell, moved);
    const current = moved(game.current) ?? root;
    game.reset({ rule, size, root, info, opened });
    game.goTo(current);
  }

  for (const field of fields) {
    field.addEventListener('input', () => {
      game.info[nameOf(field)] = field.value.trim();
      game.annotated();
    });
  }
  select('tool').addEventListener('change', take);
  panel.addEventListener('toggle', take);
  app.addEventListener('mode', take);
  game.addEventListener('change', show);
  settings.addEventListener('change', show);
  button('to-move').addEventListener('click', () => {
    app.clearNotice();
    giveTurn(game, opponent(game.toMove));
  });
  button('rotate').addEventListener('click', () => turn(rotated));
  button('flip').addEventListener('click', () => turn(flipped));
  take();
}

/** The label after this one: `B` after `A`, `10` after `9`. @param {string} text */
function next(text) {
  if (/^\d+$/.test(text)) return String(Number(text) + 1);
  return /^[A-Ya-y]$/.test(text) ? String.fromCharCode(text.charCodeAt(0) + 1) : text;
}
