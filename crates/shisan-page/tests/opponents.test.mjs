import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGENTS, FULL, agentAbout, agentName, endsByItself, newSeed, opponentQuery, opponentText } from '../web/play/opponents.js';

test('an agent takes no level, Shisan takes one below full strength', () => {
  assert.equal(AGENTS.length, 7);
  for (const [agent, name] of AGENTS) {
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
