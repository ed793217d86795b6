import assert from 'node:assert/strict';
import { test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { use } from '../web/messages.js';
import { FULL, OPPONENTS, agentAbout, agentName, endsByItself, newSeed, opponentQuery, opponentText } from '../web/play/opponents.js';

use('en', english);

test('an agent takes no level, Shisan takes one below full strength', () => {
  const [first, ...agents] = OPPONENTS;
  assert.deepEqual([first, agents.length], ['', 7]);
  for (const agent of agents) {
    const name = agentName(agent);
    const opponent = { agent, level: 800, seed: 3 };
    assert.deepEqual(opponentQuery(opponent), { agent, seed: 3 });
    assert.equal(opponentText(opponent), name);
    assert.ok(agentAbout(agent).startsWith(`${name} `));
    assert.ok(endsByItself({ ...opponent, level: FULL }));
  }
  const shisan = { agent: /** @type {const} */ (''), level: 800, seed: 3 };
  assert.deepEqual(opponentQuery(shisan), { level: 800, seed: 3 });
  assert.deepEqual(opponentQuery({ ...shisan, level: FULL }), { seed: 3 });
  assert.deepEqual([opponentText(shisan), agentName(''), agentAbout('')], ['Shisan, 800 Elo, casual', 'Shisan', '']);
  assert.deepEqual([endsByItself(shisan), endsByItself({ ...shisan, level: FULL })], [true, false]);
});

test('seeds differ', () => {
  assert.ok(new Set(Array.from({ length: 50 }, newSeed)).size > 40);
});
