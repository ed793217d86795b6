import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { EngineLost, isAbort } from '../web/engine/engine.js';
import { giveTurn } from '../web/game/edit.js';
import { Game } from '../web/game/game.js';
import { add, createRoot, grow } from '../web/game/tree.js';
import { use } from '../web/messages.js';
import { Clock } from '../web/play/clock.js';
import { Opening } from '../web/play/opening.js';
import { FULL } from '../web/play/opponents.js';
import { Play } from '../web/play/play.js';
import { showEditing } from '../web/ui/edit-panel.js';
import { putUp } from './stub/elements.mjs';

// The clock would be looked at for ever.
globalThis.setInterval = () => 0;

beforeEach(() => {
  globalThis.localStorage = { getItem: () => null, setItem() {} };
  const element = { append() {}, setAttribute() {}, childElementCount: 0 };
  globalThis.document = { getElementById: () => element, createElement: () => element };
});

use('en', english);

/** A game whose engine answers by `query`. @param {Partial<import('../web/play/play.js').Setup>} setup */
function begin(setup, query) {
  const app = {
    game: new Game(),
    engine: { query },
    modes: new Map(),
    modeName: 'play',
    settings: Object.assign(new EventTarget(), { coordsOf: () => 'top' }),
    resources: { known: Promise.resolve(), query: { threads: 1, hashMiB: 1024 } },
    board: { setMarks() {}, grid: { focus() {} } },
    facts: async () => ({ over: null, forbidden: new Map() }),
    said: '',
    notice: (text) => (app.said = text),
    clearNotice: () => (app.said = ''),
    clearRefusal() {},
    recovered() {},
    setMode() {},
    leaving: () => () => false,
    fail(error) {
      if (!isAbort(error)) throw error;
    },
  };
  const play = new Play(app);
  play.begin(app.game, { ...play.setup, ...setup });
  return { app, play };
}

test('of two people the one to move resigns, also while they look back', async () => {
  const { app, play } = begin({ people: 'both' });
  for (const cell of [112, 113, 114]) await play.press(cell);
  app.game.back();
  play.resign();
  assert.equal(play.ended, 'B+R');
});

test('a game that goes on has no result', async () => {
  const { app, play } = begin({ people: 'both' });
  for (const cell of [112, 113]) await play.press(cell);
  app.facts = async () => ({ over: { winner: 'white' }, forbidden: new Map() });
  await play.resume();
  assert.equal(app.game.info.result, 'W+');
  play.undo();
  assert.deepEqual([app.game.info.result, app.game.current.ply], ['', 1]);
  app.game.end();
  await play.resume();
  assert.equal(app.game.info.result, 'W+');
  // Another move than the one that lost.
  app.game.start();
  app.facts = async () => ({ over: null, forbidden: new Map() });
  await play.press(114);
  assert.deepEqual([app.game.info.result, app.game.line.length], ['', 1]);
});

test('a result goes with the last move of the main line, and comes back with it', async () => {
  const { app, play } = begin({ people: 'both' });
  const { game } = app;
  for (const cell of [112, 113, 114]) await play.press(cell);
  play.resign();
  const states = [];
  const note = () => states.push([game.info.result, play.ended]);
  // Moves that are tried after the end, or instead of a move, are no part of it.
  game.play(115);
  game.cut();
  note();
  game.back();
  game.play(116);
  game.promote();
  note();
  game.cut();
  note();
  game.back();
  const cut = game.cut();
  note();
  game.restore(cut);
  note();
  const resigned = ['B+R', 'B+R'];
  assert.deepEqual(states, [resigned, ['', ''], resigned, ['', ''], resigned]);
  game.cut();
  await play.press(120);
  assert.deepEqual([game.info.result, game.line.length], ['', 1]);
});

test('the end of a variation is no result', async () => {
  const { app, play } = begin({ people: 'both' });
  await play.press(112);
  app.game.start();
  app.game.play(113);
  app.facts = async () => ({ over: { winner: 'black' }, forbidden: new Map() });
  await play.resume();
  assert.equal(app.game.info.result, '');
});

test('an undo that is refused changes nothing', async () => {
  const { app, play } = begin({ people: 'white' }, async function* () {
    yield { status: 'ok', best: 'h8', final: true };
  });
  play.start({ ...play.setup, control: { kind: 'game', seconds: 60 } });
  await new Promise(setImmediate);
  play.undo();
  assert.deepEqual([app.said, app.game.position.moves, play.clock.running], [english['play.no-undo'], [112], 'white']);
  app.game.reset({ rule: 'freestyle', size: app.game.size, info: { result: 'B+R' }, opened: true });
  play.undo();
  assert.deepEqual([app.said, app.game.info.result, app.game.opened], [english['play.no-undo'], 'B+R', true]);
});

test('an opened game that is played on loses the players and the result of its file', async () => {
  const ways = { put: (play) => play.press(115), move: (play) => play.moveNow(), undo: (play) => play.undo(), resign: (play) => play.resign() };
  for (const [way, act] of Object.entries(ways)) {
    const { app, play } = begin({ people: 'both' });
    const root = createRoot();
    app.game.reset({ rule: 'freestyle', size: app.game.size, root, info: { black: 'Alice', white: 'Bob', result: 'W+R' }, opened: true });
    app.game.goTo(grow(root, [112, 113, 114]));
    await act(play);
    const { black, white, result } = app.game.info;
    assert.deepEqual([black, white, result], ['', '', way === 'resign' ? 'B+R' : ''], way);
  }
});

test('an undo takes no move of an opening back, but those of a file', async () => {
  const { app, play } = begin({ people: 'both' }, async function* ({ action }) {
    if (action === 'move') return yield { status: 'ok', best: 'a1', final: true };
    yield { status: 'opened', final: true, turn: 1, player: null, black: 'first', moves: ['h8', 'i9', 'j9'], offered: [] };
  });
  putUp();
  const opening = { setup: play.setup, rule: 'swap2', person: 'second', decisions: [], own: 0 };
  await play.open({ rule: 'freestyle', size: app.game.size }, new Opening(app, play, opening));
  const opened = app.game.position.moves;
  play.undo();
  assert.deepEqual([app.said, app.game.position.moves, opened.length], [english['play.no-undo'], opened, 3]);
  await play.press(114);
  assert.deepEqual(app.game.position.moves, [...opened, 114, 0]);
  play.undo();
  assert.deepEqual(app.game.position.moves, opened);
  const root = createRoot();
  app.game.reset({ rule: 'freestyle', size: app.game.size, root, opened: true });
  app.game.goTo(grow(root, [112, 113, 114]));
  play.undo();
  assert.deepEqual(app.game.position.moves, [112]);
});

test('an undo takes a move of the person back, and no set-up', async () => {
  const replies = ['g9', 'g11'];
  const { app, play } = begin({ people: 'black', level: 800 }, async function* () {
    yield { status: 'ok', best: replies.shift(), final: true };
  });
  const { game } = app;
  await play.press(112);
  giveTurn(game, 'white');
  await play.resume();
  const before = game.current;
  assert.deepEqual([before.ply, before.side], [4, 'white']);
  play.undo();
  assert.deepEqual([app.said, game.current], [english['play.no-undo'], before]);
  // A reply, a pass of the other side and the move before them.
  game.goTo(grow(game.root, [112, 113, 114]));
  game.goTo(add(add(game.current, 115, 'white'), -1, 'white'));
  play.undo();
  assert.equal(game.current.ply, 2);
});

test('a hint ends with a move: nothing waits behind it', async () => {
  let hinted;
  const { app, play } = begin({ people: 'black', level: 800 }, async function* (query, { signal }) {
    if (query.action === 'move') return yield { status: 'ok', best: 'a1', final: true };
    hinted = signal;
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))));
  });
  const hint = play.hint();
  assert.notEqual(app.said, '');
  await play.press(112);
  await hint;
  assert.ok(hinted.aborted);
  assert.deepEqual([app.game.position.moves, app.said], [[112, 0], '']);
});

/** Another feature has the board meanwhile. */
function elsewhere({ app, play }, act) {
  play.leave();
  app.modeName = 'analyse';
  act();
  app.modeName = 'play';
  play.enter();
}

test('a move goes on with its time after another feature had the board, which was turned meanwhile', async () => {
  const byId = putUp();
  let now = 0;
  const both = begin({ people: 'both' });
  const { app, play } = both;
  play.clock = new Clock(() => now);
  showEditing(Object.assign(new EventTarget(), app), (turned, moved) => play.turn(turned, moved));
  play.start({ ...play.setup, control: { kind: 'move', seconds: 30 } });
  await new Promise(setImmediate);
  await play.press(112);
  const turns = { 'as it was': () => {}, rotated: () => byId('rotate').click(), flipped: () => (app.game.start(), byId('flip').click(), app.game.end()) };
  for (const [way, act] of Object.entries(turns)) {
    const left = play.clock.now('white');
    now += 4000;
    elsewhere(both, act);
    await new Promise(setImmediate);
    assert.deepEqual([play.clock.now('white'), play.clock.running], [left - 4000, 'white'], way);
  }
});

test('the clock runs where a move was taken back, also after another feature had the board', async () => {
  const both = begin({ people: 'both' });
  const { app, play } = both;
  play.clock = new Clock(() => 0);
  play.start({ ...play.setup, control: { kind: 'move', seconds: 30 } });
  await new Promise(setImmediate);
  for (const cell of [112, 113, 114]) await play.press(cell);
  for (let i = 0; i < 2; i++) play.undo();
  elsewhere(both, () => app.game.forward());
  await new Promise(setImmediate);
  assert.equal(play.clock.running, null, 'the move is looked at');
  elsewhere(both, () => app.game.back());
  await new Promise(setImmediate);
  assert.deepEqual([play.clock.running, app.game.current.ply], ['white', 1]);
});

test('a game that went on elsewhere does not go on where it was left', async () => {
  const both = begin({ people: 'black', level: 800 }, async function* (_, { signal }) {
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))));
  });
  const { app, play } = both;
  play.press(112);
  await new Promise((resolve) => play.addEventListener('change', () => play.thinking && resolve()));
  elsewhere(both, () => app.game.play(113));
  await new Promise(setImmediate);
  app.game.back();
  await new Promise(setImmediate);
  assert.ok(!play.thinking);
});

test('the clocks wait until the engine has its table', async () => {
  let now = 0;
  let table = 0;
  const { play } = begin({ people: 'both' }, async function* ({ action, hashMiB }) {
    // Whoever asks first waits for it.
    if (hashMiB !== table) now += 9000;
    table = hashMiB;
    now += 100;
    assert.ok(!play.paused);
    yield { status: 'ok', best: action === 'move' ? 'h8' : 'a1', final: true };
  });
  play.clock = new Clock(() => now);
  play.start({ ...play.setup, people: 'white', level: FULL, control: { kind: 'game', seconds: 5 } });
  await new Promise(setImmediate);
  assert.deepEqual([play.ended, play.clock.now('black'), play.clock.running], ['', 4900, 'white']);
});

test('a move after the engine was lost gets its increment', async () => {
  const { app, play } = begin({});
  app.fail = () => {};
  play.clock = new Clock(() => 0);
  play.start({ ...play.setup, people: 'both', control: { kind: 'game', seconds: 60, increment: 5 } });
  await new Promise(setImmediate);
  const { facts } = app;
  app.facts = async () => {
    throw new EngineLost();
  };
  await play.press(112);
  assert.deepEqual([app.game.current.ply, play.clock.running], [0, null]);
  app.facts = facts;
  await play.press(112);
  assert.deepEqual([app.game.current.ply, play.clock.now('black')], [1, 65_000]);
});

test('the clocks wait while the engine is lost', async () => {
  let now = 0;
  let isLost = false;
  const answer = (result) => {
    now += 1000;
    if (isLost) throw new EngineLost();
    return result;
  };
  const { app, play } = begin({ people: 'both' }, async function* () {
    yield answer({ status: 'ok', best: 'a1', final: true });
  });
  app.facts = async () => answer({ over: null, forbidden: new Map() });
  app.fail = (error) => (app.said = error.name);
  play.clock = new Clock(() => now);
  play.start({ ...play.setup, people: 'black', level: 800, control: { kind: 'game', seconds: 60 } });
  await new Promise(setImmediate);
  const failed = async (act) => {
    await act();
    now += 100_000;
    const state = [app.said, play.paused, play.clock.now('black'), play.clock.now('white')];
    isLost = false;
    return state;
  };
  const loseAfter = (moves) => app.game.addEventListener('change', () => (isLost = app.game.current.ply === moves));

  isLost = true;
  assert.deepEqual(await failed(() => play.press(112)), ['EngineLost', true, 59_000, 60_000]);
  await app.retry();
  assert.equal(play.clock.running, 'black');
  // The person has moved, and then Shisan.
  loseAfter(1);
  assert.deepEqual(await failed(() => play.press(112)), ['EngineLost', true, 58_000, 59_000]);
  loseAfter(2);
  assert.deepEqual(await failed(() => app.retry()), ['EngineLost', true, 57_000, 58_000]);
  assert.deepEqual([play.ended, app.game.position.moves], ['', [112, 0]]);
});

test('a game that starts before moves of a tree goes on there', async () => {
  const { app, play } = begin({ people: 'both' }, async function* () {
    yield { status: 'ok', best: 'a1', final: true };
  });
  await play.press(112);
  app.game.start();
  play.start({ ...play.setup, people: 'white' });
  await new Promise(setImmediate);
  assert.deepEqual(app.game.position.moves, [0]);
});

test('a move that the referee allows after the end is none', async () => {
  let now = 0;
  const ends = { 'B+R': (play) => play.resign(), 'B+T': () => ((now += 2000), flag()) };
  let flag;
  for (const [result, end] of Object.entries(ends)) {
    globalThis.setInterval = (act) => (flag = act);
    const { app, play } = begin({ people: 'both' });
    globalThis.setInterval = () => 0;
    play.clock = new Clock(() => now);
    play.start({ ...play.setup, control: { kind: 'game', seconds: 1 } });
    await play.press(112);
    const facts = { over: null, forbidden: new Map() };
    app.facts = async () => (await new Promise(setImmediate), facts);
    const pressed = play.press(113);
    end(play);
    await pressed;
    assert.deepEqual([play.ended, app.game.info.result, app.game.position.moves], [result, result, [112]]);
  }
});

test('a game goes on where somebody looked back before the engine began, and where they went nowhere', async () => {
  const { app, play } = begin({ people: 'black', level: 800 }, async function* (_, { signal }) {
    await new Promise(setImmediate);
    if (signal.aborted) throw new DOMException('stopped', 'AbortError');
    yield { status: 'ok', best: app.game.stones.has(0) ? 'b1' : 'a1', final: true };
  });
  const turns = async () => {
    for (let i = 0; i < 10; i++) await new Promise(setImmediate);
    return app.game.position.moves;
  };
  await turns();
  app.facts = async () => (await new Promise(setImmediate), { over: null, forbidden: new Map() });
  play.press(112);
  // The move is made, and the referee is asked about it.
  await new Promise((resolve) => app.game.addEventListener('change', resolve, { once: true }));
  play.lookAway();
  app.game.back();
  await turns();
  app.game.forward();
  assert.deepEqual(await turns(), [112, 0]);
  play.press(113);
  await new Promise((resolve) => play.addEventListener('change', () => play.thinking && resolve()));
  play.lookAway();
  app.game.end();
  assert.deepEqual(await turns(), [112, 0, 113, 1]);
});

test('a decision that is left before it is judged changes no other board', async () => {
  let asked = 0;
  const { app, play } = begin({ people: 'both' }, async function* ({ decisions }, { signal }) {
    asked++;
    await new Promise(setImmediate);
    if (signal.aborted) throw new DOMException('stopped', 'AbortError');
    yield { status: 'opened', final: true, turn: decisions.length, player: 'first', moves: decisions, offered: [], options: { cells: ['a1', 'b1', 'c1'] } };
  });
  const element = document.getElementById();
  Object.assign(element, { replaceChildren() {}, focus() {} });
  const opening = new Opening(app, play, { setup: play.setup, rule: 'swap2', person: 'both', decisions: [], own: 0 });
  await play.open({ rule: 'freestyle', size: { width: 15, height: 15 } }, opening);
  await play.press(0);
  assert.deepEqual(app.game.position.moves, [0]);
  asked = 0;
  const pressed = play.press(1);
  play.begin({ rule: 'caro', size: { width: 15, height: 15 } }, play.setup);
  await pressed;
  assert.deepEqual([asked, app.game.position.moves], [1, []]);
});
