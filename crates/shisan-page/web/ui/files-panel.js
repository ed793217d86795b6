// The dialog for files, and files that are dropped on the page.

import { byId, button, dialog, h, input, say } from '../dom.js';
import { isAbort } from '../engine/engine.js';
import { count } from '../game/tree.js';
import { sizeName } from '../game/cells.js';
import { message, moment } from '../messages.js';
import { fragmentOf } from './address.js';
import { ENDINGS, contentOf, openFile, openKept, openText } from './files.js';
import { LAST_TREE, keptGames, removeKept } from './kept-games.js';
import { gifOf, pngOf, svgOf } from './picture.js';
import { isKept } from './storage.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./files.js').Format} Format */
/** @typedef {import('./files.js').Opened} Opened */

/**
 * Browsers give `navigator.clipboard` to pages of this machine and of https alone, not to those of `--lan`.
 * @param {string} text
 */
async function writeToClipboard(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = h('textarea');
  area.value = text;
  dialog('files').append(area);
  area.focus();
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** @param {App} app */
export function showFiles(app) {
  const files = dialog('files');

  /** @param {() => Promise<unknown>} act */
  async function attempt(act) {
    clear();
    try {
      await act();
    } catch (error) {
      if (isAbort(error)) return;
      if (files.open) complain(error instanceof Error ? error.message : String(error));
      else app.fail(error);
    }
  }

  /** @param {string} text */
  function complain(text) {
    byId('files-message').textContent = text;
    byId('files-message').hidden = text === '';
  }

  /** Takes away what is said about what was done before. */
  function clear() {
    complain('');
    byId('files-done').textContent = '';
  }

  /** @param {Promise<Opened>} opening */
  async function open(opening) {
    const { warnings, game, games, open: openOther, otherwise } = await opening;
    files.close();
    const nodes = count(app.game.root) - 1;
    const size = message(nodes === app.game.line.length ? 'files.size' : 'files.size-tree', { count: nodes });
    const title = games > 1 ? message('files.opened-one', { game, games, size }) : message('files.opened', { size });
    const actions = [];
    if (otherwise) actions.push({ name: message(`rule.${otherwise.rule}`), act: () => attempt(() => open(otherwise.open())) });
    if (games > 1) actions.push({ name: message('files.next'), act: () => attempt(() => open(openOther((game % games) + 1))) });
    app.notice(title, { lines: isKept(LAST_TREE) ? warnings : [...warnings, message('page.unkept')], actions });
  }

  /** Lists the games that this device keeps. */
  function list() {
    const games = keptGames();
    const kept = byId('kept', HTMLDetailsElement);
    kept.hidden = games.length === 0;
    kept.open = false;
    byId('kept-games').replaceChildren(...games.map((game, i) => h('li', {}, ...keptRow(game, `${i + 1}. ${keptText(game)}`))));
  }

  /** @param {import('./kept-games.js').KeptGame} game @param {string} text */
  function keptRow(game, text) {
    const opener = h('button', { type: 'button', class: 'quiet' }, text);
    opener.addEventListener('click', () => attempt(() => open(openKept(app, game))));
    const remover = h('button', { type: 'button', class: 'quiet', 'aria-label': message('files.remove', { game: text }) }, message('button.remove'));
    /** @type {(() => void) | null} */
    let putBack = null;
    // As long as the dialog is open, it can be undone.
    remover.addEventListener('click', () => {
      if (putBack) putBack();
      putBack = putBack ? null : removeKept(game);
      opener.disabled = putBack !== null;
      remover.textContent = message(putBack ? 'button.undo' : 'button.remove');
      remover.setAttribute('aria-label', message(putBack ? 'files.put-back' : 'files.remove', { game: text }));
    });
    return [opener, remover];
  }

  /** @param {Exclude<Format, 'link'>} format */
  async function download(format) {
    const { content, warnings } = await contentOf(app, format);
    save(new Blob([content], { type: 'text/plain' }), ENDINGS[format]);
    byId('files-done').textContent = warnings.join('. ');
  }

  /** @param {Blob} blob @param {string} ending */
  function save(blob, ending) {
    const address = URL.createObjectURL(blob);
    const name = `shisan-${new Date().toISOString().slice(0, 10)}.${ending}`;
    h('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  /** A long game takes seconds. */
  async function saveAnimation() {
    button('save-gif').disabled = true;
    try {
      save(await gifOf(app), 'gif');
    } finally {
      button('save-gif').disabled = false;
    }
  }

  /** @param {string} text @param {'sgf' | 'pos' | 'link' | 'address'} what */
  async function copy(text, what) {
    await writeToClipboard(text);
    copied(what);
  }

  /** The picture is still being made when the clipboard is asked: some browsers take nothing later than in the click. */
  async function copyPicture() {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(byId('board')) })]);
    copied('png');
  }

  /** @param {'sgf' | 'pos' | 'link' | 'address' | 'png'} what */
  function copied(what) {
    byId('files-done').textContent = message(`files.copied-${what}`);
    say(message(`files.copied-${what}`));
  }

  button('open-files').addEventListener('click', () => {
    clear();
    list();
    files.showModal();
  });
  button('close-files').addEventListener('click', () => files.close());
  input('file').addEventListener('change', () => {
    const [file] = input('file').files ?? [];
    if (file) attempt(() => open(openFile(app, file)));
    input('file').value = '';
  });
  button('open-pasted').addEventListener('click', () => {
    attempt(() => open(openText(app, byId('pasted', HTMLTextAreaElement).value)));
  });
  for (const format of /** @type {(keyof typeof ENDINGS)[]} */ (Object.keys(ENDINGS))) {
    button(`save-${format}`).addEventListener('click', () => attempt(() => download(format)));
  }
  button('save-svg').addEventListener('click', () => attempt(async () => save(new Blob([svgOf(byId('board'))], { type: 'image/svg+xml' }), 'svg')));
  button('save-gif').addEventListener('click', () => attempt(saveAnimation));
  button('save-png').addEventListener('click', () => attempt(async () => save(await pngOf(byId('board')), 'png')));
  for (const format of /** @type {const} */ (['sgf', 'pos', 'link'])) {
    button(`copy-${format}`).addEventListener('click', () =>
      attempt(async () => copy(String((await contentOf(app, format)).content).trim(), format)),
    );
  }
  // No other way than the clipboard's leads pictures there.
  button('copy-png').hidden = !navigator.clipboard?.write;
  button('copy-png').addEventListener('click', () => attempt(copyPicture));
  button('copy-address').addEventListener('click', () => attempt(() => copy(new URL(fragmentOf(app.game), location.href).href, 'address')));

  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) document.body.classList.remove('dropping');
  });
  addEventListener('drop', (event) => {
    document.body.classList.remove('dropping');
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    attempt(() => open(openFile(app, file)));
  });
}

/** @param {import('./kept-games.js').KeptGame} game */
function keptText({ time, tree: { rule = 'freestyle', size: [width, height], black, white, result, nodes } }) {
  const you = message('page.you');
  const names = black || white ? `${black || you} – ${white || you}` : '';
  const board = sizeName({ width, height }).replace('x', ' × ');
  const about = [`${message(`rule.${rule}`)} ${board}`, message('files.size', { count: nodes.length - 1 }), names, result];
  return `${moment(time)}: ${about.filter(Boolean).join(', ')}`;
}
