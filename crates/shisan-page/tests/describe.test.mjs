import assert from 'node:assert/strict';
import { test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { use } from '../web/messages.js';
import { balanceText, percent, valueText } from '../web/ui/describe.js';

use('en', english);

test('all or nothing is what is proved alone', () => {
  assert.deepEqual([1, 0.996, 0.99, 0.5, 0.004, 0].map(percent), ['>99%', '>99%', '99%', '50%', '<1%', '<1%']);
  assert.equal(percent(null), '–');
  assert.equal(valueText({ winrate: 1, mate: 5 }), 'wins in 3');
  assert.equal(balanceText({ black: 0.999, winner: null, plies: 0, nodes: 1 }), 'Black >99%');
});
