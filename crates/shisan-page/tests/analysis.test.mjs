import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { showComparison } from '../web/analysis/compare.js';
import { Game } from '../web/game/game.js';
import { grow } from '../web/game/tree.js';
import { Values } from '../web/game/values.js';
import { use } from '../web/messages.js';
import { putUp } from './stub/elements.mjs';

use('en', english);

let byId;
beforeEach(() => (byId = putUp()));

test('a comparison ends with the move that was deleted', () => {
  const settings = Object.assign(new EventTarget(), { coordsOf: () => 'top' });
  const app = Object.assign(new EventTarget(), { game: new Game(), values: new Values(), settings, clearNotice() {} });
  const { game } = app;
  grow(game.root, [1, 2, 3]);
  game.end();
  showComparison(app);
  byId('compare').click();
  game.back();
  game.cut();
  const { current } = game;
  byId('compare-go').click();
  assert.deepEqual([game.current === current, byId('compare-go').hidden], [true, true]);
});
