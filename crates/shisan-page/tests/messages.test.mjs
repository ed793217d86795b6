import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERCENT, message, number, use } from '../web/messages.js';
import { languageFor } from '../web/ui/languages.js';

test('a text has its values and the plural form of its language', () => {
  const moves = { one: '{count} ход', few: '{count} хода', many: '{count} ходов', other: '{count} хода' };
  use('ru', { 'moves.title': '{what}: {count}', 'moves.list': moves });
  assert.equal(message('moves.title', { what: 'Ходы', count: 1234 }), 'Ходы: 1234');
  assert.deepEqual(
    [1, 3, 11, 21].map((count) => message('moves.list', { count })),
    ['1 ход', '3 хода', '11 ходов', '21 ход'],
  );
  assert.equal(number(0.5, PERCENT), '50\u00a0%');
  use('en', {});
  assert.equal(number(0.5, PERCENT), '50%');
});

test('a reader gets the first known language that is wanted', () => {
  assert.equal(languageFor(['en-GB', 'de']), 'en');
  assert.equal(languageFor(['tlh']), 'en');
  assert.equal(languageFor([]), 'en');
});
