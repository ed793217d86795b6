// The board as a picture: SVG with the colours of the page written into it, PNG made of that, and a GIF that plays the game.

import { Board } from '../board/board.js';
import { h } from '../dom.js';
import { path, positionAt } from '../game/tree.js';
import { message } from '../messages.js';
import { Gif, Palette } from './gif.js';

/** @typedef {import('../game/tree.js').Stone} Stone */
/** @typedef {import('./app.js').App} App */

/** What of the style sheets shows in a picture. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-dasharray', 'opacity', 'stop-color', 'stop-opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order', 'display'];
/** The longer side of a PNG in pixels. */
const PIXELS = 1200;
/** The same of a GIF. */
const GIF_PIXELS = 640;
/** How long a move is shown, and the last one. */
const MOVE_MS = 700;
const END_MS = 3000;

/** @param {HTMLElement} board @returns {string} */
export function svgOf(board) {
  return svgWith(board, [...board.querySelectorAll('svg')].flatMap((picture) => [...picture.children]));
}

/** A picture of some elements of the board. @param {HTMLElement} board @param {Element[]} elements */
function svgWith(board, elements) {
  const { x, y, width, height } = board.getElementsByTagName('svg')[0].viewBox.baseVal;
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  made.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  made.setAttribute('width', String(width));
  made.setAttribute('height', String(height));
  made.append(...elements.map(styled));
  return new XMLSerializer().serializeToString(made);
}

/** A copy of an element whose looks need no style sheet. @param {Element} element @returns {Element} */
function styled(element) {
  const copy = /** @type {Element} */ (element.cloneNode(false));
  copy.removeAttribute('class');
  const style = getComputedStyle(element);
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    if (value && !copy.getAttribute(name)?.startsWith('url(')) copy.setAttribute(name, value);
  }
  for (const child of element.childNodes) copy.append(child instanceof Element ? styled(child) : child.cloneNode());
  return copy;
}

/** @param {string} svg */
async function imageOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

/** A canvas with a picture, `pixels` on its longer side. @param {HTMLImageElement} image @param {number} pixels */
function canvasWith(image, pixels) {
  const scale = pixels / Math.max(image.width, image.height);
  const canvas = h('canvas', { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error(message('files.no-picture'));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

/** @param {HTMLElement} board @returns {Promise<Blob>} */
export async function pngOf(board) {
  const { canvas } = canvasWith(await imageOf(svgOf(board)), PIXELS);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(message('files.no-picture')))), 'image/png'));
}

/** The line that is shown, move by move, as an animated GIF. @param {App} app @returns {Promise<Blob>} */
export async function gifOf({ game, settings }) {
  const { size, root, line } = game;
  const { numbers } = settings.values;
  const place = h('div', { class: 'board', hidden: true });
  document.body.append(place);
  try {
    const board = new Board(place);
    board.resize(size, settings.coordsOf(game));
    const { canvas, context } = canvasWith(await imageOf(svgOf(place)), GIF_PIXELS);
    const { width, height } = canvas;
    const paint = (/** @type {CanvasImageSource} */ image) => context.drawImage(image, 0, 0, width, height);
    const pixels = () => context.getImageData(0, 0, width, height);
    const put = async (/** @type {[number, Stone][]} */ stones, last = -1) => {
      board.setStones(new Map(stones), last, last < 0 && numbers === 'last' ? 'none' : numbers);
      paint(await imageOf(svgWith(place, [...place.querySelectorAll('.picture > defs, .stone')])));
    };
    const empty = await createImageBitmap(canvas);
    const end = line.at(-1) ?? root;
    await put([...positionAt(end, size).stones], end.cell);
    const palette = new Palette(pixels().data);
    const gif = new Gif(width, height, palette);
    paint(empty);
    for (const node of [root, ...path(end)]) {
      const { stones } = positionAt(node, size);
      const stone = stones.get(node.cell);
      if (node.notes.setup || !stone) {
        paint(empty);
        await put([...stones]);
      }
      const before = pixels();
      if (stone) await put([[node.cell, stone]], node.cell);
      gif.add(palette.indicesOf(pixels().data), node === end ? END_MS : MOVE_MS);
      // The sign of the last move goes.
      context.putImageData(before, 0, 0);
      if (stone) await put([[node.cell, stone]]);
    }
    return gif.finish();
  } finally {
    place.remove();
  }
}
