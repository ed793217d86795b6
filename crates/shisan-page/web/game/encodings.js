// The text of a file in any encoding. The moves of a game are ASCII, and are read in any encoding; names and
// comments are read as well as the file lets us know.

const UTF_8 = 'utf-8';
/** What SGF means where it names no encoding, with the signs of Windows. */
const LATIN = 'windows-1252';
/** In most of these a character may end with the byte of a bracket or a backslash. */
const EAST_ASIAN = ['shift_jis', 'gb18030', 'big5', 'euc-jp', 'euc-kr', 'iso-2022-jp'];

/** What old programs wrote where the browser's language is spoken. @type {[RegExp, string][]} */
const BY_LANGUAGE = [
  [/^ja/, 'shift_jis'],
  [/^zh-(TW|HK|MO|Hant)/, 'big5'],
  [/^zh/, 'gb18030'],
  [/^ko/, 'euc-kr'],
  [/^(be|bg|kk|mk|ru|sr|uk)/, 'windows-1251'],
  [/^(bs|cs|hr|hu|pl|ro|sk|sl)/, 'windows-1250'],
  [/^el/, 'windows-1253'],
  [/^tr/, 'windows-1254'],
  [/^(et|lt|lv)/, 'windows-1257'],
  [/^vi/, 'windows-1258'],
];

/**
 * The text of a file: as its byte order mark says, as the property CA of its first game does, as UTF-8, or
 * as the language lets expect; the first of these that `isReadable` takes, or else any other.
 * @param {Uint8Array} bytes
 * @param {(text: string) => boolean} isReadable
 * @param {string} language
 */
export function decode(bytes, isReadable = () => true, language = globalThis.navigator?.language ?? '') {
  const marked = markOf(bytes);
  if (marked) return decodeAs(bytes, marked, false) ?? '';
  const named = encodingOf(bytes);
  // Escapes are those of ISO-2022-JP.
  const utf8 = bytes.includes(0x1b) ? null : decodeAs(bytes, UTF_8, true);
  if (!named && utf8 !== null) return utf8;
  const [, local = LATIN] = BY_LANGUAGE.find(([known]) => known.test(language)) ?? [];
  const encodings = [...(named ? [named] : []), ...(utf8 === null ? [] : [UTF_8]), local, LATIN, ...EAST_ASIAN];
  for (const strict of [true, false]) {
    for (const encoding of encodings) {
      const text = decodeAs(bytes, encoding, strict);
      if (text !== null && !(strict && holdsBracket(text)) && isReadable(text)) return text;
    }
  }
  return decodeAs(bytes, named ?? local, false) ?? '';
}

/** @param {Uint8Array} bytes @param {string} encoding @param {boolean} fatal null where bytes are no character */
function decodeAs(bytes, encoding, fatal) {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return null;
  }
}

/** @param {Uint8Array} bytes */
function markOf([first, second, third]) {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? UTF_8 : null;
}

/** The encoding that the first game names, if browsers know it. @param {Uint8Array} bytes */
function encodingOf(bytes) {
  const text = new TextDecoder(LATIN).decode(bytes);
  const label = /(?:^|[\s;\]])CA\[([^\]]*)\]/.exec(text)?.[1].trim().toLowerCase() ?? '';
  const [, page] = /^(?:cp|ms|windows-)(932|936|949|950)$/.exec(label) ?? [];
  const pages = { 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5' };
  const name = page ? pages[/** @type {keyof typeof pages} */ (/** @type {unknown} */ (page))] : label;
  try {
    // The bytes of UTF-16 would hold no SGF.
    return new TextDecoder(name).encoding.startsWith('utf-16') ? null : name;
  } catch {
    return null;
  }
}

/** Whether a value holds a bracket: it may have swallowed the next property. @param {string} text */
const holdsBracket = (text) => /\[(?:[^\\\]\[]|\\[\s\S])*\[/.test(text);
