// The dialog for files, and files that are dropped on the page.

import { byId, button, dialog, h, input, say } from '../dom.js';
import { ENDINGS, gameBefore, openFile, openText, textOf } from './files.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./files.js').Format} Format */

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

  /** @param {Promise<string[]>} opening */
  async function open(opening) {
    const warnings = await opening;
    files.close();
    app.notice([`Opened: ${app.game.current.ply} moves`, ...warnings].join('. '));
  }

  /** @param {Format} format */
  async function download(format) {
    const blob = new Blob([await textOf(app, format)], { type: 'text/plain' });
    const address = URL.createObjectURL(blob);
    const name = `shisan-${new Date().toISOString().slice(0, 10)}.${ENDINGS[format]}`;
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
    button('open-before').hidden = gameBefore() === '';
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
  button('open-before').addEventListener('click', () => attempt(() => open(openText(app, gameBefore()))));
  for (const format of /** @type {Format[]} */ (Object.keys(ENDINGS))) {
    button(`save-${format}`).addEventListener('click', () => attempt(() => download(format)));
  }
  button('copy-pos').addEventListener('click', () => attempt(async () => copy((await textOf(app, 'pos')).trim(), 'Moves')));
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
