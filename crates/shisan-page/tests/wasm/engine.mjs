// The engine of the static page, run by node: `scripts/site.sh test`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import { queries } from './queries.mjs';

const [folder, shisan] = process.argv.slice(2, 4).map((path) => resolve(path));
// A development build says nothing about speed.
const withSpeed = process.argv[4] === 'speed';
const [{ Engine }, { share, spawn, stop }] = await Promise.all(
  ['wasm.js', 'threads.js'].map((file) => import(pathToFileURL(join(folder, file)).href)),
);
const FILES = ['engine.wasm', 'engine-simd.wasm', 'engine-threads.wasm'].filter((file) => existsSync(join(folder, file)));
const [plain, module, withThreads] = FILES.map((file) => new WebAssembly.Module(readFileSync(join(folder, file))));

// Older versions of node have none.
globalThis.navigator ??= { hardwareConcurrency: 2 };

/** Each of the engines, on one thread. */
const engines = () => [
  new Engine(plain),
  new Engine(module),
  ...(withThreads ? [new Engine(withThreads, () => share(0))] : []),
];

/** The answers of wasm to a query. */
function ask(engine, query) {
  const lines = [];
  engine.answer(JSON.stringify(query), (line) => lines.push(withoutThreads(line)));
  return lines;
}

/** An answer without what `version` says of the machine: a browser has one thread. */
const withoutThreads = (line) => line.replace(/,"threads":\d+/, '');

/** The lines of `shisan analyze`, whose searches do not depend on their order. */
function native(queries) {
  const input = queries.map((query) => JSON.stringify(query)).join('\n');
  const output = execFileSync(shisan, ['analyze', '--ordered'], { input, maxBuffer: 1 << 28 });
  return output.toString().trimEnd().split('\n').map(withoutThreads);
}

/** Some `bytes` of memory are left to an engine. */
function withMemoryLeft(bytes, work) {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function (...args) {
    const instance = new Instance(...args);
    const { memory } = instance.exports;
    memory.grow(65536 - (memory.buffer.byteLength + bytes) / 65536);
    return instance;
  };
  try {
    return work();
  } finally {
    WebAssembly.Instance = Instance;
  }
}

test('answers are those of the program, byte for byte', () => {
  const all = queries(250, 1);
  const answers = native(all);
  for (const engine of engines()) {
    const expected = [...answers];
    for (const query of all) {
      const lines = ask(engine, query);
      assert.deepEqual(lines, expected.splice(0, lines.length), JSON.stringify(query));
    }
    assert.equal(expected.length, 0);
    const end = { id: 'e', action: 'terminateAll' };
    assert.deepEqual(ask(engine, end), native([end]));
  }
});

/** The searches of `pbrain-shisan bench`. */
function bench() {
  const games = readFileSync(new URL('../../../../data/positions/games.txt', import.meta.url), 'utf8');
  const lines = games.split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.filter((_, index) => index % 5 === 0).flatMap((line, id) => {
    const [rule, size, moves] = line.split(' ');
    const opening = moves.match(/[a-z]+\d+/g).slice(0, 7);
    const limits = { maxDepth: 11, maxNodes: 2000000, hashMiB: 16 };
    return [{ id, action: 'clearCache' }, { id, rule, size: Number(size), moves: opening, ...limits }];
  });
}

test('the bench is that of the program', () => {
  const all = bench();
  const expected = native(all);
  for (const engine of engines()) {
    assert.deepEqual(all.flatMap((query) => ask(engine, query)), expected);
  }
  const nodes = expected.map((line) => JSON.parse(line).nodes ?? 0);
  console.log(`Bench: ${nodes.reduce((sum, nodes) => sum + nodes)}`);
});

test('large searches are the same too', () => {
  const engine = new Engine(module);
  const all = [
    { id: 1, maxNodes: 400000 },
    { id: 2, maxNodes: 300000, rule: 'renju', moves: 'h8i9i8g8h9h10', lines: 3, include: ['proof', 'heat'] },
    { id: 3, maxNodes: 300000, rule: 'caro', size: 32, moves: 'p16q17p17q16p15', lines: 2 },
    { id: 4, action: 'solve', quiet: true, verify: true, moves: 'h8g7h6g9i8g8j7k8h5k9i6j5e9f8f10h9g10i10' },
  ];
  assert.deepEqual(all.flatMap((query) => ask(engine, query)), native(all));
});

test('whole games and openings are studied in the same way', () => {
  const engine = new Engine(module);
  const game = { rule: 'renju', moves: 'h8h9i9g7i10j10g8f6f8e8o15' };
  const all = [
    { id: 1, action: 'review', maxNodes: 5000, ...game },
    { id: 2, action: 'puzzles', maxNodes: 5000, ...game },
    { id: 3, action: 'review', maxNodes: 5000, stones: { b: ['h8', 'i9'], w: ['h9'] }, moves: ['g7'] },
    { id: 4, action: 'review', moves: 'h8h8' },
    { id: 5, action: 'opening', maxNodes: 500 },
    { id: 6, action: 'opening', maxNodes: 5000, decisions: ['h8', 'i9', 'g10'] },
  ];
  assert.deepEqual(all.flatMap((query) => ask(engine, query)), native(all));
  const answers = ask(engine, { ...all[0], reportEveryMs: 1 }).map((line) => JSON.parse(line));
  const { moves, total } = answers[answers.length - 1];
  assert.ok(answers.length > 3 && answers.every(({ done, final }) => final === (done === total)));
  assert.deepEqual([moves.length, moves[10].judgement], [11, 'missed-win']);
});

test('a running search reports, and ends in time', () => {
  const query = { id: 'p', maxTimeMs: 300, reportEveryMs: 1, include: ['timing'] };
  const answers = ask(new Engine(module), query).map((line) => JSON.parse(line));
  const final = answers.pop();
  assert.ok(answers.some((answer) => answer.best !== null));
  assert.ok(answers.every((answer) => !answer.final));
  assert.ok(final.final && final.status === 'ok');
  assert.ok(final.timeMs >= 290, `${final.timeMs} ms`);
});

test('without memory a query is answered with an error, and the next one as ever', () => {
  const engine = new Engine(module);
  const move = { id: 'm', action: 'move', moves: 'h8', maxNodes: 500 };
  const solve = { id: 's', action: 'solve', moves: 'h8' };
  const errors = { m: 'no memory for the transposition table', s: 'the engine ran out of memory' };
  const log = console.error;
  console.error = () => {};
  for (const query of [move, solve]) {
    const [line, ...rest] = withMemoryLeft(2 << 20, () => ask(engine, query));
    const { id, final, status, error } = JSON.parse(line);
    assert.deepEqual({ id, final, status, error, rest }, {
      id: query.id, final: true, status: 'error', error: errors[query.id], rest: [],
    });
  }
  console.error = log;
  assert.deepEqual(ask(engine, solve), native([solve]));
  assert.deepEqual(ask(engine, move), native([move]));
});

/** A worker of the page in a thread, with what a browser gives it. */
class BrowserWorker {
  constructor(prelude = '', file = 'worker.js') {
    const bootstrap = `
      ${prelude}
      const { parentPort } = require('node:worker_threads');
      const { readFile } = require('node:fs/promises');
      globalThis.self = globalThis;
      globalThis.postMessage = (data) => parentPort.postMessage(data);
      globalThis.addEventListener = (_, listen) => parentPort.on('message', (data) => listen({ data }));
      globalThis.fetch = async (url) => {
        postMessage({ fetched: String(url) });
        return new Response(await readFile(url), { headers: { 'Content-Type': 'application/wasm' } });
      };
      import(${JSON.stringify(pathToFileURL(join(folder, file)).href)});`;
    this.thread = new Worker(bootstrap, { eval: true });
    this.messages = [];
    this.thread.on('message', (data) => {
      this.messages.push(data);
      this.wake?.();
    });
  }

  post(data) {
    this.thread.postMessage(data);
  }

  /** Waits for a message that has `part`. */
  async next(part, test = () => true) {
    for (;;) {
      const index = this.messages.findIndex((data) => part in data && test(data));
      if (index >= 0) return this.messages.splice(index, 1)[0];
      await new Promise((wake) => (this.wake = wake));
    }
  }
}

test('a worker is stopped, and the next one has the module', async () => {
  const [query] = queries(1, 3);
  const expected = JSON.parse(native([query])[0]);
  const first = new BrowserWorker();
  first.post({ id: 7, query });
  const { module } = await first.next('module');
  assert.ok(module instanceof WebAssembly.Module);
  assert.deepEqual(await first.next('answer'), { id: 7, answer: expected });
  assert.match((await first.next('fetched')).fetched, /engine-simd\.wasm$/);
  first.post({ id: 8, query: { maxDepth: 99, reportEveryMs: 1 } });
  assert.equal((await first.next('answer')).answer.final, false);
  await first.thread.terminate();
  assert.ok(first.messages.every(({ answer }) => !answer?.final));

  const second = new BrowserWorker();
  second.post({ module });
  second.post({ id: 9, query });
  assert.deepEqual(await second.next('answer'), { id: 9, answer: expected });
  assert.deepEqual(second.messages, [], 'nothing was fetched');
  await second.thread.terminate();
});

test('a browser without vectors has the plain engine', async () => {
  const [query] = queries(1, 3);
  const worker = new BrowserWorker('WebAssembly.validate = () => false;');
  worker.post({ id: 1, query });
  assert.match((await worker.next('fetched')).fetched, /engine\.wasm$/);
  assert.deepEqual(await worker.next('answer'), { id: 1, answer: JSON.parse(native([query])[0]) });
  await worker.thread.terminate();
});

test('other workers lend an engine their threads', { skip: !withThreads }, async () => {
  const machine = 'globalThis.crossOriginIsolated = true; globalThis.navigator = { hardwareConcurrency: 2 };';
  const worker = new BrowserWorker(machine);
  worker.post({ threads: 2 });
  worker.post({ id: 1, query: { id: 1, action: 'version' } });
  assert.match((await worker.next('fetched')).fetched, /engine-threads\.wasm$/);
  assert.equal((await worker.next('answer')).answer.version.threads, 2);
  const { module, shared } = await worker.next('shared');
  const helpers = [0, 1].map((number) => {
    const helper = new BrowserWorker(machine, 'thread.js');
    helper.post({ module, shared, worker: number });
    return helper;
  });
  const query = { id: 2, maxNodes: 300000, threads: 2, reportEveryMs: 50, moves: 'h8i9i8g8h9h10' };
  worker.post({ id: 2, query });
  const { answer } = await worker.next('answer', ({ answer }) => answer.final);
  assert.equal(answer.status, 'ok');
  // A thread takes its share of the nodes ahead.
  assert.ok(answer.nodes > 250000, `${answer.nodes} nodes`);
  // One searches, one says how far the search is.
  assert.equal(Atomics.load(shared.jobs, 0), 2);
  const progress = helpers.flatMap(({ messages }) => messages).filter(({ answer }) => answer);
  assert.ok(progress.length > 0 && progress.every(({ answer }) => answer.id === 2 && !answer.final));
  // Without a limit, and none of time.
  worker.post({ id: 3, query: { id: 3, maxDepth: 99, maxNodes: 1e12, threads: 2, reportEveryMs: 50 } });
  await Promise.race(helpers.map((helper) => helper.next('answer', ({ answer }) => answer.id === 3)));
  stop(shared.jobs, true);
  assert.equal((await worker.next('answer', ({ answer }) => answer.final)).id, 3);
  stop(shared.jobs, false);
  worker.post({ id: 4, query: { ...query, id: 4 } });
  const next = await worker.next('answer', ({ id, answer }) => id === 4 && answer.final);
  assert.ok(next.answer.nodes > 250000, `${next.answer.nodes} nodes`);
  for (const { thread } of [worker, ...helpers]) await thread.terminate();
});

test('a thread waits for the worker of one that ends', { skip: !withThreads }, async () => {
  const { jobs } = share(1);
  const busy = `
    const { workerData: { jobs, url } } = require('node:worker_threads');
    const sleep = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    import(url).then(({ serve }) => serve(jobs, 0, sleep));`;
  const url = pathToFileURL(join(folder, 'threads.js')).href;
  const worker = new Worker(busy, { eval: true, workerData: { jobs, url } });
  assert.deepEqual([spawn(jobs, 0), spawn(jobs, 0)], [1, 2]);
  await worker.terminate();
  assert.equal(spawn(jobs, 0), -1);
});

test('without a free worker an engine searches on its own thread', { skip: !withThreads }, () => {
  const engine = new Engine(withThreads, () => share(0));
  const query = { id: 1, maxNodes: 3000, threads: 8, reportEveryMs: 1 };
  const [answer] = ask(engine, query).slice(-1);
  assert.equal(answer, native([{ id: 1, maxNodes: 3000 }])[0]);
});

test('nodes a second', { skip: !withSpeed }, () => {
  const query = { id: 1, maxNodes: 300000, include: ['timing'], moves: 'h8i9i8g8h9h10' };
  const all = engines();
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  const speeds = [[], ...all.map(() => [])];
  for (let round = 0; round < 5; round++) {
    speeds[0].push(JSON.parse(native([query])[0]).nps);
    all.forEach((engine, index) => speeds[index + 1].push(JSON.parse(ask(engine, query)[0]).nps));
  }
  const [there, ...here] = speeds.map(median);
  const ratios = here.map((nps, index) => `${FILES[index]} ${nps}, ratio ${(nps / there).toFixed(2)}`);
  console.log(`nodes a second: ${shisan} ${there}; ${ratios.join('; ')}`);
});
