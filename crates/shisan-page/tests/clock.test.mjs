import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock, clockText, engineTime } from '../web/play/clock.js';

/** A clock, and what lets time pass for it. */
function begin(control) {
  let now = 0;
  const clock = new Clock(() => now);
  clock.reset(control);
  clock.start('black');
  return { clock, wait: (seconds) => (now += 1000 * seconds) };
}

test('a move adds the increment, and looking away does not', () => {
  const { clock, wait } = begin({ kind: 'game', seconds: 60, increment: 5 });
  wait(10);
  clock.stop();
  assert.equal(clock.now('black'), 50_000);
  clock.resume('black');
  wait(1);
  clock.press('black');
  clock.start('white');
  wait(3);
  assert.deepEqual([clock.now('black'), clock.now('white')], [54_000, 57_000]);
});

test('byoyomi gives a period back after a move within it', () => {
  const { clock, wait } = begin({ kind: 'game', seconds: 60, periods: 3, periodSeconds: 30 });
  wait(59);
  assert.deepEqual(clock.left('black'), { ms: 1000, periods: 3, inPeriod: false });
  wait(11);
  assert.deepEqual(clock.left('black'), { ms: 20_000, periods: 2, inPeriod: true });
  clock.press('black');
  assert.deepEqual(clock.left('black'), { ms: 30_000, periods: 2, inPeriod: true });
  const before = clock.both;
  clock.start('black');
  wait(65);
  assert.deepEqual([clock.left('black').periods, clock.flag], [0, null]);
  wait(25);
  assert.equal(clock.flag, 'black');
  clock.restore(before);
  assert.deepEqual([clock.left('black').periods, clock.flag, clock.running], [2, null, null]);
});

test('what a position had left can be given back again', () => {
  const { clock, wait } = begin({ kind: 'game', seconds: 60, increment: 5 });
  wait(10);
  const left = clock.both;
  for (let times = 0; times < 2; times++) {
    clock.restore(left);
    assert.equal(clock.now('black'), 50_000);
    clock.start('black');
    wait(20);
    clock.press('black');
  }
});

test('a time for each move begins anew with it', () => {
  const { clock, wait } = begin({ kind: 'move', seconds: 10 });
  wait(7);
  clock.press('black');
  clock.start('white');
  clock.press('white');
  clock.start('black');
  assert.equal(clock.now('black'), 10_000);
});

test('clocks are read, and the engine keeps to them', () => {
  const text = (ms, periods) => clockText({ ms, periods, inPeriod: false });
  assert.deepEqual([text(245_000, 0), text(9_300, 0), text(30_000, 3)], ['4:05', '0:09.3', '0:30 +3']);
  const left = { ms: 60_000, periods: 0, inPeriod: false };
  assert.equal(engineTime({ kind: 'none', seconds: 0 }, left, 2), 2000);
  assert.equal(engineTime({ kind: 'game', seconds: 60, increment: 5 }, left, 2), 7000);
  assert.equal(engineTime({ kind: 'game', seconds: 60, periods: 1, periodSeconds: 30 }, { ...left, inPeriod: true }, 2), 48_000);
  assert.equal(engineTime({ kind: 'game', seconds: 60 }, { ...left, ms: 100 }, 2), 10);
});

test('the engine uses the time for the game up where periods are worth more than increments', () => {
  const play = (control) => {
    const { clock, wait } = begin({ kind: 'game', seconds: 60, ...control });
    const times = Array.from({ length: 10 }, () => {
      clock.start('black');
      const ms = engineTime(clock.control, clock.left('black'), 2);
      wait(ms / 1000);
      clock.press('black');
      return ms;
    });
    assert.ok(Math.min(...times) > 10_000, String(times));
    return [times.at(-1), clock.left('black')];
  };
  const inPeriod = { ms: 30_000, periods: 2, inPeriod: true };
  assert.deepEqual(play({ periods: 3, periodSeconds: 30 }), [24_000, inPeriod]);
  assert.deepEqual(play({ periods: 3, periodSeconds: 30, increment: 5 }), [24_000, inPeriod]);
  assert.equal(play({ periods: 3, periodSeconds: 5, increment: 60 })[1].inPeriod, false);
});
