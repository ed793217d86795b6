// The dialog for files, and files that are dropped on the page.

import { byId, button, dialog, h, input, say } from '../dom.js';
import { count } from '../game/tree.js';
import { ENDINGS, contentOf, hasBefore, openBefore, openFile, openText } from './files.js';
import { pngOf, svgOf } from './picture.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./files.js').Format} Format */
/** @typedef {import('./files.js').Opened} Opened */

/** @param {App} app */
export function showFiles(app) {
  const files = dialog('files');

  /** @param {() => Promise<unknown>} act */
  async function attempt(act) {
    message('');
    try {
      await act();
    } catch (error) {
      if (files.open) message(error instanceof Error ? error.message : String(error));
      else app.fail(error);
    }
  }

  /** @param {string} text */
  function message(text) {
    byId('files-message').textContent = text;
    byId('files-message').hidden = text === '';
  }

  /** @param {Promise<Opened>} opening */
  async function open(opening) {
    const { warnings, game, games, open: openOther } = await opening;
    files.close();
    const nodes = count(app.game.root) - 1;
    const size = nodes === app.game.line.length ? `${nodes} moves` : `${nodes} moves with variations`;
    const title = games > 1 ? `Opened: game ${game} of ${games}, ${size}` : `Opened: ${size}`;
    const action = { name: 'Next game', act: () => attempt(() => open(openOther((game % games) + 1))) };
    app.notice(title, { lines: warnings, ...(games > 1 ? { action } : {}) });
  }

  /** @param {Exclude<Format, 'link'>} format */
  async function download(format) {
    const { content, warnings } = await contentOf(app, format);
    save(new Blob([content], { type: 'text/plain' }), ENDINGS[format]);
    if (warnings.length > 0) byId('files-done').textContent = warnings.join('. ');
  }

  /** @param {Blob} blob @param {string} ending */
  function save(blob, ending) {
    const address = URL.createObjectURL(blob);
    const name = `shisan-${new Date().toISOString().slice(0, 10)}.${ending}`;
    h('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  /** @param {string} text @param {string} what */
  async function copy(text, what) {
    await navigator.clipboard.writeText(text);
    byId('files-done').textContent = `${what} copied`;
    say(`${what} copied`);
  }

  button('open-files').addEventListener('click', () => {
    message('');
    byId('files-done').textContent = '';
    button('open-before').hidden = !hasBefore();
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
  button('open-before').addEventListener('click', () => attempt(() => open(openBefore(app))));
  for (const format of /** @type {(keyof typeof ENDINGS)[]} */ (Object.keys(ENDINGS))) {
    button(`save-${format}`).addEventListener('click', () => attempt(() => download(format)));
  }
  button('save-svg').addEventListener('click', () => save(new Blob([svgOf(byId('board'))], { type: 'image/svg+xml' }), 'svg'));
  button('save-png').addEventListener('click', () => attempt(async () => save(await pngOf(byId('board')), 'png')));
  for (const [format, what] of /** @type {[Format, string][]} */ ([
    ['sgf', 'SGF'],
    ['pos', 'Moves'],
    ['link', 'Link'],
  ])) {
    button(`copy-${format}`).addEventListener('click', () =>
      attempt(async () => copy(String((await contentOf(app, format)).content).trim(), what)),
    );
  }
  button('copy-address').addEventListener('click', () => attempt(() => copy(location.href, 'Address')));

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
