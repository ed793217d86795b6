import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Analysis } from '../web/analysis/analysis.js';
import { Game } from '../web/game/game.js';
import { grow } from '../web/game/tree.js';
import { FindLevel } from '../web/play/find-level.js';
import { Progress } from '../web/puzzles/progress.js';
import { Puzzles } from '../web/puzzles/puzzles.js';
import { NEW } from '../web/puzzles/rating.js';
import { keptGames, setAside } from '../web/ui/kept-games.js';
import { Resources } from '../web/ui/resources.js';
import { load, save } from '../web/ui/storage.js';

// The page is put into its language where its settings are read.
globalThis.document = Object.assign(new EventTarget(), { body: {} });
const { Settings } = await import('../web/ui/settings.js');

let kept;
beforeEach(() => {
  kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
});

/** What `read` gives for each of these kept values. */
const each = (key, texts, read) =>
  texts.map((text) => {
    kept.set(`shisan.${key}`, text);
    return read();
  });

/** What JSON may hold where something else was expected. */
const STRANGE = ['null', '3', '"x"', '[]', '[1]', '{}', '{', '[null]'];

test('what has another shape is not taken', () => {
  const setup = { level: 800, control: { kind: 'none', seconds: 0 } };
  for (const found of each('setup', [...STRANGE, '{"control":null}', '{"level":"x"}'], () => load('setup', setup))) assert.deepEqual(found, setup);
  const [found] = each('setup', ['{"level":1000,"control":{"kind":"game","increment":5},"agent":"random"}'], () => load('setup', setup));
  assert.deepEqual(found, { level: 1000, control: { kind: 'game', seconds: 0, increment: 5 }, agent: 'random' });
});

test('each that reads what is kept begins anew', async () => {
  for (const { values } of each('settings', [...STRANGE, '{"language":5}'], () => new Settings())) assert.equal(values.language, 'auto');
  const progress = each('puzzle-progress', [...STRANGE, '{"states":null,"streak":3}'], () => new Progress());
  for (const { rating, solved } of progress) assert.deepEqual([rating, solved], [NEW, 0]);
  const puzzles = each('puzzles', [...STRANGE, '[{"rule":"go"}]'], () => new Puzzles({}, {}));
  for (const found of puzzles) {
    await found.choose({ source: 'own' });
    assert.deepEqual(found.all, []);
  }
  for (const { choice } of each('puzzle-choice', [...STRANGE, '{"source":"go"}'], () => new Puzzles({}, {}))) {
    assert.deepEqual(choice, { source: 'freestyle', difficulty: 'any' });
  }
  const levels = each('find-level', [...STRANGE, '{"results":[1]}'], () => new FindLevel({}, new EventTarget()));
  for (const { game } of levels) assert.equal(game, 0);
});

test('a tab saves what it changes beside what others have changed', () => {
  const app = { game: new EventTarget(), resources: new EventTarget(), settings: new EventTarget(), modes: new Map() };
  for (const [make, valuesOf, first, second] of [
    [() => new Settings(), (settings) => settings.values, { theme: 'dark' }, { sound: 'on' }],
    [() => new Resources({}), (resources) => ({ threads: resources.threads, hashMiB: resources.hashMiB }), { hashMiB: 64 }, { threads: 1 }],
    [() => new Analysis(app), (analysis) => analysis.options, { lines: 5 }, { shown: 'nothing' }],
  ]) {
    const [one, other] = [make(), make()];
    one.set(first);
    other.set(second);
    const both = valuesOf(make());
    assert.deepEqual(both, { ...both, ...first, ...second });
  }
});

test('a tab that chooses no puzzles leaves the choice of another', async () => {
  const [one, other] = [new Puzzles({}, {}), new Puzzles({}, {})];
  await one.choose({ source: 'own' });
  globalThis.fetch = async () => ({ ok: true, text: async () => '700 h8i9 j10k11l12' });
  await other.choose({});
  assert.equal(new Puzzles({}, {}).choice.source, 'own');
});

test('a game in one tab ends no search for a level in another', () => {
  const play = Object.assign(new EventTarget(), { setup: {}, begin() {} });
  const other = Object.assign(new EventTarget(), { setup: {} });
  const finding = new FindLevel({ notice() {} }, play);
  new FindLevel({}, other);
  finding.start({ rule: 'renju', size: { width: 15, height: 15 } });
  other.dispatchEvent(new Event('start'));
  assert.equal(new FindLevel({}, play).game, 1);
});

test('games are kept beside what is none', () => {
  for (const text of [...STRANGE, '[{"time":1,"tree":{"size":[15,15],"nodes":[null]}}]']) {
    kept.set('shisan.games', text);
    const game = new Game();
    grow(game.root, [112]);
    setAside(game);
    assert.equal(keptGames().length, 1, text);
  }
});

test('what a full storage does not take is there until the page is closed', () => {
  const { setItem } = localStorage;
  save('notes', ['old']);
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  save('notes', ['new']);
  assert.deepEqual(load('notes', []), ['new']);
  // Once there is room, what another tab writes is seen again.
  localStorage.setItem = setItem;
  save('notes', ['newer']);
  setItem('shisan.notes', '["other"]');
  assert.deepEqual(load('notes', []), ['other']);
});
