import assert from 'node:assert/strict';
import { test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { Classes, isMistake, judgementText } from '../web/game/classes.js';
import { Game } from '../web/game/game.js';
import { createRoot, grow } from '../web/game/tree.js';
import { Values, valueFor, valueOf } from '../web/game/values.js';
import { use } from '../web/messages.js';
import { Guess } from '../web/review/guess.js';
import { showReview } from '../web/review/panel.js';
import { putUp } from './stub/elements.mjs';

use('en', english);

const move = (judgement, loss, proof = null) => ({ judgement, loss, proof });

test('classes in words, and the moves to stop at', () => {
  assert.equal(judgementText(move('best', 0)), 'best');
  assert.equal(judgementText(move('mistake', 0.134)), 'mistake (−13%)');
  assert.equal(judgementText(move('missed-win', 0.4, { line: ['h8'] })), 'missed win, proved');
  const stops = ['best', 'good', 'inaccuracy', 'mistake', 'blunder', 'missed-win', 'losing-move'].filter((name) => isMistake(move(name, 0)));
  assert.deepEqual(stops, ['mistake', 'blunder', 'missed-win', 'losing-move']);
});

test('signs of moves', () => {
  const node = grow(createRoot(), [7]);
  const classes = new Classes();
  assert.equal(classes.glyph(node), null);
  classes.judged.set(node, move('good', 0.02));
  assert.equal(classes.glyph(node), null);
  classes.judged.set(node, move('losing-move', 0.6, { line: ['h8'] }));
  assert.deepEqual(classes.glyph(node), { sign: '✕', name: 'blunder', text: 'losing move, proved' });
});

test('values are Black’s, with either side to move', () => {
  const answer = { id: 1, final: true, status: 'ok', turn: 0, toMove: 'white' };
  assert.deepEqual(valueOf({ ...answer, winrate: 0.9, mate: 7, nodes: 9 }), { black: 0, winner: 'white', plies: 7, nodes: 9 });
  assert.equal(valueOf({ ...answer, winrate: 0.1, mate: -6 })?.winner, 'black');
  assert.equal(valueOf({ ...answer, winrate: 0.25, mate: null })?.black, 0.75);
  assert.equal(valueOf({ ...answer, status: 'over', winner: null })?.black, 0.5);
  assert.equal(valueOf({ ...answer, winrate: null }), null);
});

test('a mate of no plies has ended the game', () => {
  assert.deepEqual(valueFor('white', 1, 0), { black: 0, winner: 'white', plies: 0, nodes: 0 });
  assert.deepEqual(valueFor('black', 0, 0), { black: 0, winner: 'white', plies: 0, nodes: 0 });
});

test('what is known is kept', () => {
  const node = createRoot();
  const values = new Values();
  const open = (nodes, black = 0.5) => ({ black, winner: null, plies: 0, nodes });
  values.keep(node, open(9));
  values.keep(node, open(5, 0.1));
  values.keep(node, null);
  assert.equal(values.get(node).black, 0.5, 'of fewer nodes');
  values.keep(node, { black: 1, winner: 'black', plies: 5, nodes: 9 });
  values.keep(node, open(99));
  assert.equal(values.get(node).winner, 'black');
});

test('the search for a guess ends with it', async () => {
  const game = new Game();
  const node = grow(game.root, [7]);
  const signals = [];
  const engine = {
    async *query(_, { signal }) {
      signals.push(signal);
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))));
    },
  };
  const settings = { coordsOf: () => 'top' };
  const app = Object.assign(new EventTarget(), { game, engine, settings, classes: new Classes(), mayPut: async () => true, notice() {}, fail() {} });
  const review = { guess: null };
  const guess = new Guess(app, review, () => 1000);
  guess.begin(node);
  const first = review.guess(8);
  await new Promise(setImmediate);
  const second = review.guess(9);
  await new Promise(setImmediate);
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true, false]);
  guess.end();
  await Promise.all([first, second]);
  assert.ok(signals[1].aborted);
});

test('the way from mistake to mistake leads to no move that was deleted', () => {
  const byId = putUp();
  const game = new Game();
  grow(game.root, [1, 2, 3, 4]);
  game.end();
  const settings = Object.assign(new EventTarget(), { coordsOf: () => 'top' });
  const app = Object.assign(new EventTarget(), { game, settings, classes: new Classes(), modeName: 'review', board: { setMarks() {} }, clearNotice() {} });
  const { line } = game;
  for (const node of [line[0], line[3]]) app.classes.judged.set(node, { ...move('mistake', 0.1), side: node.side, best: 'o15' });
  const review = Object.assign(new EventTarget(), { line, found: null, running: false, progress: { done: 5, total: 5 } });
  showReview(app, review);
  game.goTo(line[2]);
  const cut = game.cut();
  game.start();
  byId('next-mistake').click();
  assert.equal(game.current, line[0]);
  assert.equal(byId('next-mistake').disabled, true);
  game.restore(cut);
  game.goTo(line[0]);
  byId('next-mistake').click();
  assert.equal(game.current, line[3]);
});
