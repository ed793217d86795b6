import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePos } from '../web/game/cells.js';
import { decode } from '../web/game/encodings.js';
import { isWholeGame, parseSgf } from '../web/game/sgf.js';
import { endOf, movesTo } from '../web/game/tree.js';

const size = { width: 15, height: 15 };

/** Bytes: numbers as they are, texts as UTF-8. */
const bytes = (...parts) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));

const isGame = (text) => {
  try {
    parseSgf(text);
    return isWholeGame(text);
  } catch {
    return false;
  }
};

/** The player of Black and the moves of a game. */
function read(file, language = 'en-US') {
  const { root, info } = parseSgf(decode(file, isGame, language));
  return [info.black, movesTo(endOf(root))];
}

/** A game whose players and comments have this name. */
const game = (name, label) =>
  bytes('(;GM[4]PB[', ...name, ']', label ? `CA[${label}]` : '', 'PW[x];B[hh]C[', ...name, '];W[ii]C[', ...name, '])');

const MOVES = parsePos('h8i9', size);
const JOSE = ['Jos', 0xe9];
// These end with a backslash or a bracket, as ASCII reads them.
const HYOU = [0x95, 0x5c];
const ZO = [0x83, 0x5d];
const MAKOTO = [0xd5, 0x5c];
const KUNG = [0xa5, 0x5c];

test('a game is read in the encoding that it names', () => {
  for (const [name, label, text] of [
    [JOSE, 'ISO-8859-1', 'José'],
    [['Dvo', 0xf8, 0xe1, 'k'], 'windows-1250', 'Dvořák'],
    [HYOU, 'Shift_JIS', '表'],
    [ZO, 'CP932', 'ゾ'],
    [MAKOTO, 'GBK', '誠'],
    [KUNG, 'Big5', '功'],
    [['五目'], 'UTF-8', '五目'],
  ]) {
    assert.deepEqual(read(game(name, label)), [text, MOVES], label);
  }
});

test('moves are read in any encoding', () => {
  for (const name of [JOSE, HYOU, ZO, MAKOTO, KUNG, ['五目']]) {
    for (const label of ['', 'UTF-8', 'Shift_JIS', 'GB2312', 'Big5', 'ISO-8859-1', 'klingon', 'UTF-16']) {
      for (const language of ['en', 'ja', 'zh-CN', 'zh-TW', 'ko']) {
        assert.deepEqual(read(game(name, label), language)[1], MOVES, `${name} as ${label} in ${language}`);
      }
    }
  }
});

test('a name without an encoding is read as the language lets expect', () => {
  assert.equal(read(game(JOSE, ''))[0], 'José');
  assert.equal(read(game(JOSE, ''), 'ja')[0], 'José', 'é and the bracket behind it are no character');
  assert.equal(read(game(HYOU, ''), 'ja-JP')[0], '表');
  assert.equal(read(game(MAKOTO, ''), 'zh-CN')[0], '誠');
  assert.equal(read(game(['Dvo', 0xf8, 0xe1, 'k'], ''), 'cs')[0], 'Dvořák');
  assert.equal(read(game(['五目'], ''), 'ja')[0], '五目', 'UTF-8');
});

test('escapes are those of ISO-2022-JP', () => {
  // 五目, of which the bytes hold a bracket and a backslash, in ASCII's eyes.
  const name = [0x1b, 0x24, 0x42, 0x38, 0x5e, 0x4c, 0x5c, 0x1b, 0x28, 0x42];
  assert.deepEqual(read(game(name, 'ISO-2022-JP')), ['五目', MOVES]);
  assert.deepEqual(read(game(name, ''))[1], MOVES);
});

test('byte order marks say more than the game', () => {
  const text = '(;GM[4]CA[Shift_JIS]PB[中村茂];B[hh];W[ii])';
  assert.deepEqual(read(bytes('\ufeff' + text)), ['中村茂', MOVES]);
  for (const [mark, low, high] of [[[0xff, 0xfe], 0, 1], [[0xfe, 0xff], 1, 0]]) {
    const units = [...text].flatMap((letter) => {
      const pair = [];
      pair[low] = letter.charCodeAt(0) & 0xff;
      pair[high] = letter.charCodeAt(0) >> 8;
      return pair;
    });
    assert.deepEqual(read(bytes(...mark, ...units)), ['中村茂', MOVES]);
  }
});

test('any bytes become a text', () => {
  assert.equal(decode(bytes('h8i9')), 'h8i9');
  assert.equal(decode(bytes('# Jos', 0xe9, '\nh8'), () => true, 'en'), '# José\nh8');
  assert.equal(decode(bytes(0xff, 0x81), () => false, 'ja').length > 0, true);
});
