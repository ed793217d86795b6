import assert from 'node:assert/strict';
import { test } from 'node:test';
import english from '../web/languages/en.json' with { type: 'json' };
import { Game } from '../web/game/game.js';
import { use } from '../web/messages.js';
import { newGameDialog } from '../web/play/new-game.js';
import { FULL } from '../web/play/opponents.js';
import { putUp } from './stub/elements.mjs';

use('en', english);

/** The dialog, opened. @param {AsyncGeneratorFunction} [query] answers of the engine */
function open(query) {
  const byId = putUp();
  const begun = [];
  const play = {
    setup: { people: 'black', level: 800, agent: '', moveSeconds: 2, control: { kind: 'none', seconds: 0 }, seed: 1 },
    begin: (_, next) => begun.push(next),
    open: (field, { kept }) => begun.push({ field, rule: kept.rule }),
  };
  const form = Object.assign(byId('new-game-form'), { isValid: true, reportValidity: () => form.isValid });
  const shown = Object.assign(byId('new-game'), { open: false, showModal: () => (shown.open = true), close: () => (shown.open = false) });
  byId('opening').setCustomValidity = (text) => (byId('opening').validationMessage = text);
  newGameDialog({ game: new Game(), engine: { query }, recovered() {} }, play, { start: (field) => begun.push(field) });
  byId('open-new-game').click();
  const choose = (id, value) => {
    byId(id).value = value;
    for (const type of ['input', 'change']) byId(id).dispatchEvent(new Event(type));
  };
  return { byId, begun, form, choose };
}

test('what is hidden keeps no game from its start, and counts for nothing', () => {
  const { byId, begun, form, choose } = open();
  const disabled = () => ['time', 'increment', 'periods', 'period-seconds'].filter((id) => byId(id).disabled);
  choose('time-control', 'game');
  assert.deepEqual(disabled(), []);
  choose('time', '90');
  choose('increment', '0.5');
  choose('time-control', 'move');
  assert.deepEqual(disabled(), ['increment', 'periods', 'period-seconds']);
  choose('time-control', 'none');
  assert.deepEqual(disabled(), ['time', 'increment', 'periods', 'period-seconds']);
  form.dispatchEvent(new Event('submit'));
  choose('level', String(FULL));
  assert.deepEqual(disabled(), ['increment', 'periods', 'period-seconds']);
  form.dispatchEvent(new Event('submit'));
  assert.deepEqual(begun.map(({ moveSeconds }) => moveSeconds), [2, 90]);
});

test('no level is looked for on a board that there cannot be', () => {
  const { byId, begun, form, choose } = open();
  choose('width', '10.5');
  form.isValid = false;
  byId('find-level').click();
  assert.deepEqual(begun, []);
  choose('width', '10');
  form.isValid = true;
  byId('find-level').click();
  assert.deepEqual(begun, [{ rule: 'freestyle', size: { width: 10, height: 15 } }]);
});

test('an opening that the board is too small for is refused in the dialog', async () => {
  const { byId, begun, form, choose } = open(async function* ({ size }) {
    yield Math.max(...size) < 7 ? { status: 'error', error: 'the 5x5 board is too small', final: true } : { status: 'opened', final: true };
  });
  const dialog = byId('new-game');
  const submit = async () => {
    byId('start-game').click();
    const event = new Event('submit', { cancelable: true });
    form.dispatchEvent(event);
    assert.ok(event.defaultPrevented);
    await new Promise(setImmediate);
  };
  choose('opening', 'pro');
  for (const side of ['width', 'height']) choose(side, '5');
  await submit();
  assert.deepEqual([begun, dialog.open, byId('opening').validationMessage], [[], true, 'the 5x5 board is too small']);
  choose('width', '9');
  const submitted = submit();
  byId('cancel-new-game').click();
  await submitted;
  assert.deepEqual(begun, []);
  byId('open-new-game').click();
  choose('opening', 'pro');
  choose('width', '9');
  await submit();
  assert.deepEqual([dialog.open, byId('opening').validationMessage], [false, '']);
  assert.deepEqual(begun, [{ field: { rule: 'freestyle', size: { width: 9, height: 15 } }, rule: 'pro' }]);
});
