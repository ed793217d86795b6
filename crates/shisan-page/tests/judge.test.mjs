import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classOf, isMistake, judgementText } from '../web/game/classes.js';
import { judge } from '../web/review/judge.js';
import { valueOf } from '../web/game/values.js';

const value = (black, winner = null) => ({ black, winner, plies: winner ? 5 : 0, nodes: 1 });
const move = (more) => judge({ mover: 'black', from: value(0.6), to: value(0.6), best: 7, played: 8, missed: null, allowed: null, ...more });

test('classes by loss', () => {
  assert.deepEqual([0, 0.009, 0.02, 0.06, 0.13, 0.5].map(classOf), ['best', 'best', 'good', 'inaccuracy', 'mistake', 'blunder']);
});

test('a loss is the mover’s', () => {
  assert.equal(move({ to: value(0.3) }).name, 'blunder');
  assert.equal(move({ mover: 'white', to: value(0.3) }).loss, 0);
  assert.equal(move({ mover: 'white', to: value(0.75) }).name, 'mistake');
});

test('the best move loses nothing, whatever a deeper search says', () => {
  assert.equal(move({ played: 7, to: value(0.3) }).name, 'best');
});

test('a win that was missed, and a move that loses', () => {
  const missed = move({ from: value(1, 'black'), missed: [3, 4, 5] });
  assert.deepEqual([missed.proved, missed.best, missed.proof], ['missed win', 3, [3, 4, 5]]);
  assert.equal(missed.name, 'blunder');
  assert.equal(move({ from: value(1, 'black'), to: value(0.97), missed: [3, 4, 5] }).name, 'good', 'another way to win');
  const losing = move({ to: value(0, 'white'), allowed: [1, 2, 3] });
  assert.deepEqual([losing.proved, losing.best], ['losing move', 7]);
  assert.equal(judgementText(losing), 'losing move, proved');
  assert.ok(isMistake(losing) && !isMistake(move({})));
});

test('a move is no losing one where the best loses as well', () => {
  assert.equal(move({ played: 7, to: value(0, 'white'), allowed: [1, 2, 3] }).proved, null);
});

test('who keeps a proved win or is proved lost gives nothing away', () => {
  assert.equal(move({ from: value(1, 'black'), to: value(1, 'black') }).name, 'best');
  assert.equal(move({ mover: 'white', from: value(1, 'black'), to: value(1, 'black'), allowed: null }).name, 'best');
});

test('values are Black’s, whoever is to move', () => {
  assert.deepEqual(valueOf({ final: true, status: 'ok', toMove: 'white', winrateBlack: 0.1, mate: 7, nodes: 9 }), { black: 0, winner: 'white', plies: 7, nodes: 9 });
  assert.equal(valueOf({ final: true, status: 'ok', toMove: 'white', winrateBlack: 0.9, mate: -6 })?.winner, 'black');
  assert.equal(valueOf({ final: true, status: 'over', winner: null })?.black, 0.5);
  assert.equal(valueOf({ final: true, status: 'ok', winrateBlack: null }), null);
});
