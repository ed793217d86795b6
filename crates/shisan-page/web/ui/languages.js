// The languages of the page, and which of them a reader gets.

/** Each is a file of the folder `languages`, named by its tag of BCP 47. */
export const LANGUAGES = ['en', 'cs', 'et', 'ja', 'ko', 'ru', 'vi', 'zh-Hans', 'zh-Hant'];

/** The first of the wanted languages that the page has, in its script; else English. @param {readonly string[]} wanted */
export function languageFor(wanted) {
  return wanted.flatMap((tag) => LANGUAGES.filter((known) => written(known) === written(tag)))[0] ?? 'en';
}

/** How a language is written, such as `zh-Hant` for `zh-TW`. @param {string} tag */
function written(tag) {
  const { language, script } = new Intl.Locale(tag).maximize();
  return `${language}-${script}`;
}

/** What its speakers call a language. @param {string} tag */
export function nameOf(tag) {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
