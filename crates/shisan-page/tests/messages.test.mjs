import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { PERCENT, message, number, use } from '../web/messages.js';
import { LANGUAGES, languageFor, nameOf } from '../web/ui/languages.js';

const web = new URL('../web/', import.meta.url);
const read = (path) => readFileSync(new URL(path, web), 'utf8');
const textsOf = (tag) => JSON.parse(read(`languages/${tag}.json`));
const english = textsOf('en');
/** What the page is made of, without comments. */
const sources = readdirSync(web, { recursive: true })
  .filter((path) => path.endsWith('.js') && path !== 'engine/types.js')
  .map((path) => [path, read(path).replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '')]);

test('a text has its values and the plural form of its language', () => {
  use('ru', textsOf('ru'));
  assert.equal(message('walk.at', { at: 3, end: 1024 }), 'ход 3 из 1024');
  assert.deepEqual(
    [1, 3, 11, 21].map((count) => message('files.size', { count })),
    ['1 ход', '3 хода', '11 ходов', '21 ход'],
  );
  assert.equal(number(0.5, PERCENT), '50\u00a0%');
  use('en', english);
  assert.equal(number(0.5, PERCENT), '50%');
});

test('a reader gets the first known language that is wanted, in its script', () => {
  for (const [wanted, language] of [
    [['en-GB', 'de'], 'en'],
    [['de-AT', 'cs-CZ', 'en'], 'cs'],
    [['zh-CN'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-HK', 'zh-CN'], 'zh-Hant'],
    [['tlh'], 'en'],
    [[], 'en'],
  ]) {
    assert.equal(languageFor(wanted), language, wanted.join());
  }
  assert.deepEqual(['cs', 'ja', 'zh-Hant'].map(nameOf), ['Čeština', '日本語', '繁體中文']);
});

test('every language is complete', () => {
  const files = readdirSync(new URL('languages/', web)).map((name) => name.replace(/\.json$/, ''));
  assert.deepEqual([...LANGUAGES].sort(), files.sort());
  for (const tag of LANGUAGES) {
    const texts = textsOf(tag);
    assert.deepEqual(Object.keys(texts), Object.keys(english), `the keys of ${tag}`);
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(texts)) {
      const values = valuesOf(english[key]);
      assert.deepEqual(valuesOf(text), values, `the values of ${tag} ${key}`);
      if (typeof text === 'object') {
        assert.deepEqual(Object.keys(text).sort(), [...forms].sort(), `the plural forms of ${tag} ${key}`);
        assert.ok(values.includes('count'), `${key} counts nothing`);
      } else if (forms.length > 1) {
        assert.equal(typeof english[key], 'string', `${tag} ${key} needs plural forms`);
      }
    }
  }
});

/** The names of the values in a text, which are the same in each of its forms. */
function valuesOf(text) {
  const [values, ...others] = (typeof text === 'string' ? [text] : Object.values(text)).map((form) => {
    assert.equal(form, form.trim());
    assert.notEqual(form, '');
    return [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  });
  for (const other of others) assert.deepEqual(other, values, JSON.stringify(text));
  return [...new Set(values)];
}

test('every text is used, and each that is used is there', () => {
  const page = read('index.html');
  const inPage = [...page.matchAll(/data-(?:message|label)="([^"]+)"/g)].map(([, key]) => key);
  assert.deepEqual(inPage.filter((key) => !(key in english)), []);
  const modules = sources.map(([, source]) => source).join('\n');
  const named = new Set([...inPage, ...[...modules.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(([, key]) => key)]);
  const families = [...modules.matchAll(/`([a-z]+\.[a-z-]*)\$\{[^`]*\}`/g)].map(([, start]) => start);
  const unused = Object.keys(english).filter((key) => !named.has(key) && !families.some((start) => key.startsWith(start)));
  assert.deepEqual(unused, []);
});

test('what is shown is in the files of languages alone', () => {
  // Names, keys, and types of headers.
  const names = /^(Shisan|Enter|Home|End|Files|RenLib|PSQ|SGF)$/;
  const found = sources.flatMap(([path, source]) =>
    [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)]
      .map(([, quoted, template]) => quoted ?? template.replace(/\$\{[^}]*\}/g, ''))
      .filter((text) => /(^|\s)\p{Lu}\p{Ll}+(\s|[.…:!?]|$)/u.test(text) && !names.test(text.trim()))
      .map((text) => `${path}: ${text}`),
  );
  assert.deepEqual(found, []);
  // What has a key is in English, for a page whose texts cannot be loaded.
  const page = read('index.html').replace(/<option value="\d+">.*<\/option>/g, '');
  for (const [, tag, text] of page.matchAll(/<([^<>]*)>([^<>]*)/g)) {
    const value = (name) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const key = value('data-message');
    if (key || (/\p{L}{2,}/u.test(text) && !names.test(text.trim()))) assert.equal(text, english[key], key);
    const label = value('data-label');
    if (label || /\p{L}/u.test(value('aria-label') ?? '')) assert.equal(value('aria-label'), english[label], label);
    assert.doesNotMatch(tag, / (title|alt)="[^"]*\p{L}/u);
  }
});
