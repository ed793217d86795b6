import assert from 'node:assert/strict';
import { test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { Game } from '../web/game/game.js';
import { parsePos } from '../web/game/cells.js';
import { grow } from '../web/game/tree.js';
import { use } from '../web/messages.js';
import { Opening } from '../web/play/opening.js';
import { showEditing } from '../web/ui/edit-panel.js';
import { putUp } from './stub/elements.mjs';

use('en', english);

test('an opening is turned with the board', () => {
  const byId = putUp();
  const game = new Game();
  const app = Object.assign(new EventTarget(), { game, settings: new EventTarget(), modeName: 'analyse', clearNotice() {} });
  game.reset({ rule: 'renju', size: { width: 20, height: 15 } });
  game.goTo(grow(game.root, parsePos('a1b3', game.size)));
  const opening = new Opening(app, {}, { rule: 'soosyrv-8', person: 'both', decisions: ['a1', 'b3', 'swap', 3, ['c1', 't15'], 'stay'], own: 0 });
  showEditing(app, (turned) => opening.turn(turned));
  byId('rotate').click();
  const decisions = ['o1', 'm2', 'swap', 3, ['o3', 'a20'], 'stay'];
  assert.deepEqual([opening.kept.decisions, game.size], [decisions, { width: 15, height: 20 }]);
  assert.deepEqual(game.position.moves, parsePos('o1m2', game.size));
  for (const name of ['rotate', 'rotate', 'rotate', 'flip']) byId(name).click();
  assert.deepEqual(opening.kept.decisions, ['t1', 's3', 'swap', 3, ['r1', 'a15'], 'stay']);
});

test('what the clocks had stays with each move of a board that is turned', () => {
  const byId = putUp();
  const game = new Game();
  const app = Object.assign(new EventTarget(), { game, settings: new EventTarget(), modeName: 'analyse', clearNotice() {} });
  const left = (ms) => ({ black: { ms, periods: 0, inPeriod: false }, white: { ms, periods: 0, inPeriod: false } });
  for (const [line, ms] of [['h8', 5], ['h8i9', 4], ['h8a1', 3]]) grow(game.root, parsePos(line, game.size)).left = left(ms);
  showEditing(app, () => {});
  byId('rotate').click();
  for (const [line, ms] of [['h8', 5], ['h8g9', 4], ['h8o1', 3]]) {
    assert.deepEqual(grow(game.root, parsePos(line, game.size)).left, left(ms), line);
  }
});
