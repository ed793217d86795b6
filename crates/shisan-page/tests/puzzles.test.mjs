import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { isAbort } from '../web/engine/engine.js';
import { Game } from '../web/game/game.js';
import { Progress } from '../web/puzzles/progress.js';
import { Puzzles } from '../web/puzzles/puzzles.js';
import { NEW, rated } from '../web/puzzles/rating.js';
import { dailyIndex, dayOf, ofDifficulty, parseSet } from '../web/puzzles/set.js';
import { Solving } from '../web/puzzles/solving.js';

const puzzle = { rule: 'renju', size: { width: 15, height: 15 }, moves: 'h8i9', side: 'black', line: ['j10'], state: 'new', rating: 1200 };

test('a rating is that of Glickman’s formulas', () => {
  // A player of 1500 ± 200 who beats an opponent of 1400, whose own deviation is 0.
  const { rating, deviation } = rated({ rating: 1500, deviation: 200 }, 1400, 1);
  assert.ok(Math.abs(rating - 1563.5) < 0.1 && Math.abs(deviation - 175.05) < 0.1, `${rating} ${deviation}`);
  const [won, lost] = [rated(NEW, 1200, 1), rated(NEW, 1200, 0)];
  assert.equal(won.rating - 1200, 1200 - lost.rating);
  let player = NEW;
  for (let i = 0; i < 500; i++) player = rated(player, 1500, i % 2);
  assert.ok(Math.abs(player.rating - 1500) < 30 && player.deviation === 60, JSON.stringify(player));
});

test('the first try is rated, the day counts once', () => {
  const progress = new Progress();
  progress.mark(puzzle, 'failed', 100);
  const { rating } = progress.rating;
  assert.ok(rating < NEW.rating);
  progress.mark(puzzle, 'solved', 100);
  progress.mark(puzzle, 'solved', 100);
  assert.deepEqual([progress.rating.rating, progress.solved, progress.streak(100)], [rating, 1, 1]);
  progress.mark({ ...puzzle, moves: 'h8j9' }, 'solved', 101);
  assert.deepEqual([progress.streak(101), progress.streak(102), progress.streak(103)], [2, 2, 0]);
  progress.mark({ ...puzzle, moves: 'h8k9' }, 'solved', 103);
  assert.equal(progress.streak(103), 1);
  const restore = progress.reset();
  assert.deepEqual([progress.rating, progress.solved, progress.stateOf(puzzle)], [NEW, 0, 'new']);
  restore();
  assert.deepEqual([progress.solved, progress.stateOf(puzzle)], [3, 'solved']);
});

test('each puzzle has its day before any comes again', () => {
  for (const count of [1, 2, 7, 60, 200]) {
    const days = Array.from({ length: count }, (_, i) => dailyIndex(20_000 + i, count));
    assert.equal(new Set(days).size, count);
  }
  assert.equal(dayOf(new Date(2026, 10, 27, 0, 1)) - dayOf(new Date(2026, 10, 26, 23, 59)), 1);
});

test('a set is sorted by rating, and cut in three', () => {
  const set = parseSet('700 h8i9 j10k11l12\n900 h8i9h9 j10\n1500 a1 b2\n', 'caro');
  assert.deepEqual(set.map(({ side, line, rating }) => [side, line.length, rating]), [['black', 3, 700], ['white', 1, 900], ['white', 1, 1500]]);
  assert.deepEqual(['easy', 'medium', 'hard', 'any'].map((name) => ofDifficulty(set, name).length), [1, 1, 1, 3]);
});

/** Storage that holds nothing. */
function emptyStorage() {
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
}
beforeEach(emptyStorage);

/** A puzzle on the board whose engine answers by `query`. */
function solve(query) {
  const none = async () => ({ over: null });
  const errors = [];
  const app = {
    game: new Game(),
    engine: { query },
    referee: { facts: none },
    facts: none,
    modes: new Map(),
    mayPut: async () => true,
    notice() {},
    clearNotice() {},
    fail: (error) => isAbort(error) || errors.push(error.message),
  };
  const solving = new Solving(app, { mark() {}, all: [], choose: async () => {} });
  solving.enter();
  solving.open({ ...puzzle });
  return { app, solving, errors };
}

test('the search for a defence ends with the puzzle', async () => {
  let searched;
  const { app, solving, errors } = solve(async function* (_, { signal }) {
    searched = signal;
    solving.retry();
    if (signal.aborted) throw new DOMException('stopped', 'AbortError');
    yield { status: 'ok', best: 'a1', final: true };
  });
  await solving.press(144);
  assert.deepEqual([searched.aborted, solving.state, app.game.current.ply, errors], [true, 'open', 2, []]);
});

test('a defence that cannot be searched takes the move back', async () => {
  const { app, solving, errors } = solve(async function* () {
    throw new Error('lost');
  });
  await solving.press(144);
  assert.deepEqual([solving.state, app.game.current.ply, errors], ['open', 2, ['lost']]);
});

/** The puzzles of a tab whose reviewed game was one of renju, with a game in Play; sets come when `arrive` is called. */
function wait() {
  emptyStorage();
  const coming = [];
  globalThis.fetch = () => new Promise((resolve) => coming.push(resolve));
  const said = [];
  const app = { game: new Game(), modes: new Map(), notice: (text) => said.push(text), clearNotice() {}, fail: (error) => said.push(error.message) };
  for (const cell of [112, 113, 114]) app.game.play(cell);
  const puzzles = new Puzzles(app, { position: { rule: 'renju', size: puzzle.size }, base: null, line: [{ cell: 0 }, { cell: 1 }] });
  const solving = new Solving(app, puzzles);
  const arrive = async (ok = true) => {
    for (const resolve of coming.splice(0)) resolve({ ok, statusText: 'Gone', text: async () => '700 h8i9 j10\n900 h8i8 j10\n' });
    await new Promise(setImmediate);
  };
  return { app, puzzles, solving, said, arrive };
}

test('a puzzle that comes after they were left replaces no game', async () => {
  const { app, solving, arrive } = wait();
  solving.enter();
  const daily = solving.daily();
  solving.leave();
  await arrive();
  await daily;
  assert.deepEqual([app.game.position.moves, solving.puzzle], [[112, 113, 114], null]);
  solving.open({ ...puzzle });
  assert.deepEqual(app.game.position.moves, [112, 113, 114]);
});

test('a puzzle of the day counts once, for the day on which it was shown', async ({ mock }) => {
  const { puzzles, arrive } = wait();
  const { progress } = puzzles;
  mock.timers.enable({ apis: ['Date'], now: new Date(2026, 10, 26, 23, 59) });
  const day = dayOf(new Date());
  const daily = async (rule) => {
    const [puzzle] = await Promise.all([puzzles.choose({ source: rule }).then(() => puzzles.daily()), arrive()]);
    return puzzle;
  };
  const first = await daily('freestyle');
  await daily('renju');
  mock.timers.setTime(Number(new Date(2026, 10, 27, 0, 1)));
  for (let time = 0; time < 2; time++) puzzles.mark(first, 'solved');
  assert.deepEqual([progress.streak(day + 1), progress.streak(day + 2)], [1, 0]);
  const second = await daily('freestyle');
  assert.notEqual(second, first);
  for (const puzzle of [second, first, second]) puzzles.mark(puzzle, 'solved');
  assert.deepEqual([progress.streak(day + 2), progress.streak(day + 3)], [2, 0]);
});

test('a choice that comes late leaves the puzzle that was opened meanwhile', async () => {
  const { puzzles, solving, arrive } = wait();
  solving.enter();
  solving.open({ ...puzzle });
  await arrive();
  assert.deepEqual([solving.puzzle.rule, puzzles.all.length], ['renju', 2]);
  // Of two that are waited for, the later one comes.
  solving.choose({ source: 'caro' });
  solving.daily();
  await arrive();
  assert.deepEqual([solving.puzzle.rule, solving.puzzle === (await puzzles.daily())], ['caro', true]);
});

test('a set that does not come leaves the puzzle on the board', async () => {
  const { puzzles, solving, said, arrive } = wait();
  solving.enter();
  await arrive();
  solving.next();
  const { puzzle } = solving;
  solving.choose({ source: 'standard' });
  await arrive(false);
  assert.deepEqual([solving.puzzle, puzzles.choice.source, said], [puzzle, 'freestyle', ['Gone']]);
});

test('puzzles that are found leave the one that was begun meanwhile', async () => {
  for (const isBegun of [false, true]) {
    const { app, solving, arrive } = wait();
    app.mayPut = async () => false;
    solving.enter();
    await arrive();
    let end;
    app.engine = {
      async *query() {
        await new Promise((resolve) => (end = resolve));
        yield { status: 'found', final: true, done: 1, total: 1, puzzles: [{ turn: 2, side: 'black', proof: { line: ['a1'] } }] };
      },
    };
    const found = solving.find();
    if (isBegun) await solving.press(0);
    end();
    assert.equal(await found, 1);
    assert.equal(solving.puzzle.rule, isBegun ? 'freestyle' : 'renju');
  }
});

/** A tab with its own puzzles, which finds these in a reviewed game. @param {{width: number, height: number}} [size] of its board */
async function tab(turns, size = puzzle.size) {
  const engine = {
    async *query() {
      yield { status: 'found', final: true, done: 1, total: 1, puzzles: turns.map((turn) => ({ turn, side: 'black', proof: { line: ['j10'] } })) };
    },
  };
  const review = { position: { rule: 'renju', size }, base: null, line: [{ cell: 0 }, { cell: 1 }, { cell: 2 }, { cell: 3 }] };
  const puzzles = new Puzzles({ engine }, review);
  await puzzles.choose({ source: 'own' });
  return puzzles;
}

/** The moves of what a new tab has, and their states. */
const found = async () => (await tab([])).all.map(({ moves, state }) => `${moves} ${state}`);

test('two tabs have the same puzzles', async () => {
  const one = await tab([2]);
  await one.find();
  const [first, second] = [await tab([4]), await tab([3])];
  assert.equal(await first.find(), 1);
  assert.equal(await second.find(), 1);
  assert.deepEqual(await found(), ['a1b1c1 new', 'a1b1c1d1 new', 'a1b1 new']);
  first.mark(first.all[1], 'solved');
  second.mark(second.all[2], 'failed');
  one.remove(one.all[0]);
  assert.deepEqual(await found(), ['a1b1c1 new', 'a1b1c1d1 new']);
});

test('a puzzle that one tab has solved stays solved', async () => {
  await (await tab([2])).find();
  const [one, other] = [await tab([]), await tab([])];
  one.mark(one.all[0], 'solved');
  other.mark(other.all[0], 'failed');
  assert.deepEqual(await found(), ['a1b1 solved']);
  const of = (moves) => ({ ...puzzle, moves });
  const [first, second] = [new Progress(), new Progress()];
  first.mark(of('h8'), 'solved', 1);
  second.mark(of('i9'), 'solved', 2);
  const { rating } = second.rating;
  second.mark(of('h8'), 'failed', null);
  const progress = new Progress();
  assert.deepEqual([progress.solved, progress.streak(2), progress.rating.rating], [2, 2, rating]);
});

test('without storage a tab keeps what it finds until it is closed', async () => {
  globalThis.localStorage = undefined;
  const puzzles = await tab([2, 3]);
  await puzzles.find();
  puzzles.mark(puzzles.all[0], 'solved');
  assert.deepEqual(puzzles.all.map(({ state }) => state), ['solved', 'new']);
  // The next test has room again.
  emptyStorage();
  puzzles.mark(puzzles.all[0], 'solved');
  await puzzles.choose({});
});

test('a puzzle that is put back joins those that were found meanwhile', async () => {
  const puzzles = await tab([2, 3]);
  await puzzles.find();
  const putBack = puzzles.remove(puzzles.all[0]);
  await (await tab([4])).find();
  putBack();
  putBack();
  assert.deepEqual(await found(), ['a1b1c1d1 new', 'a1b1c1 new', 'a1b1 new']);
});

test('progress that is brought back joins what was solved meanwhile', () => {
  const progress = new Progress();
  const of = (moves) => ({ ...puzzle, moves });
  progress.mark(of('h8'), 'solved', 1);
  progress.mark(of('h9'), 'failed', null);
  const { rating } = progress.rating;
  const restore = progress.reset();
  new Progress().mark(of('h9'), 'solved', null);
  restore();
  assert.deepEqual([progress.solved, progress.rating.rating], [2, rating]);
});

test('the same moves on another board are another puzzle', async () => {
  assert.equal(await (await tab([2])).find(), 1);
  assert.equal(await (await tab([2], { width: 4, height: 15 })).find(), 1);
  assert.equal(await (await tab([2])).find(), 0);
});
