import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Game } from '../web/game/game.js';
import { add } from '../web/game/tree.js';
import { Clock } from '../web/play/clock.js';
import { keepLastGame } from '../web/play/last-game.js';
import { Solving } from '../web/puzzles/solving.js';
import { putUp } from './stub/elements.mjs';

putUp();
document.body = {};
const { App } = await import('../web/ui/app.js');

globalThis.location = { hash: '' };
globalThis.addEventListener = () => {};

const PUZZLE = { rule: 'renju', size: { width: 15, height: 15 }, moves: 'h8i9', side: 'black', line: ['j10'], state: 'new' };

/** What all tabs share. */
let shared;
beforeEach(() => {
  const storage = (kept) => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) });
  globalThis.localStorage = storage((shared = new Map()));
  globalThis.sessionStorage = storage(new Map());
});

/** A tab that analyses and keeps a game of so many moves. */
function tab(moves) {
  const app = Object.assign(Object.setPrototypeOf(new EventTarget(), App.prototype), {
    game: new Game(),
    modes: new Map(),
    modeName: 'analyse',
    board: { setMarks() {} },
    line: { clear() {} },
  });
  new Solving(app, { choose: async () => {}, all: [PUZZLE] });
  const play = Object.assign(new EventTarget(), { clock: new Clock(), ended: '', setup: { control: { kind: 'none', seconds: 0 } }, hold() {} });
  keepLastGame(app, play);
  for (let i = 0; i < moves; i++) add(app.game.root, i % 225, 'black');
  app.game.edited();
  return app;
}

/** What is kept under a name. */
const kept = (name) => JSON.parse(shared.get(`shisan.${name}`) ?? 'null');

test('what is written in a large tree is kept before puzzles take the board', () => {
  const app = tab(2500);
  app.game.root.notes.comment = 'mine';
  app.game.annotated();
  app.setMode('puzzles');
  assert.deepEqual([kept('last-tree').nodes.length, kept('last-tree').nodes[0].comment], [2501, 'mine']);
});

test('a game for which the browser has no room is named once', () => {
  const said = [];
  const app = tab(1);
  app.notice = (title) => said.push(title);
  const { setItem } = localStorage;
  localStorage.setItem = (key, text) => {
    if (text.length > 3000) throw new Error('full');
    setItem(key, text);
  };
  for (const letters of [1, 3000, 3001, 2, 3002]) {
    app.game.root.notes.comment = 'x'.repeat(letters);
    app.game.annotated();
  }
  assert.deepEqual(said, ['page.unkept', 'page.unkept']);
});

test('a game that comes back from puzzles unchanged takes no place of that of another tab', async () => {
  const app = tab(1);
  const { version } = app.game;
  shared.set('shisan.last-game', JSON.stringify({ ...kept('last-game'), stamp: 0.5 }));
  app.setMode('puzzles');
  await new Promise(setImmediate);
  assert.equal(app.game.rule, 'renju');
  app.setMode('analyse');
  assert.deepEqual([app.game.root.children.length, app.game.version, kept('last-game').stamp], [1, version, 0.5]);
  app.game.annotated();
  assert.notEqual(kept('last-game').stamp, 0.5);
});

test('what was left at each move comes back with the game', () => {
  const left = (ms) => ({ black: { ms, periods: 0, inPeriod: false }, white: { ms, periods: 0, inPeriod: false } });
  const { game } = tab(0);
  for (const ms of [50, 40]) {
    game.play(ms);
    game.current.left = left(ms);
  }
  game.annotated();
  const line = tab(0).game.line;
  assert.deepEqual([line.length, ...line.map((node) => node.left)], [2, left(50), left(40)]);
});
