// The board as a picture: SVG with the colours of the page written into it, and PNG made of that.

import { message } from '../messages.js';

/** What of the style sheets shows in a picture. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-dasharray', 'opacity', 'stop-color', 'stop-opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order', 'display'];
/** The longer side of a PNG in pixels. */
const PIXELS = 1200;

/** @param {HTMLElement} board @returns {string} */
export function svgOf(board) {
  const pictures = [...board.querySelectorAll('svg')];
  const { viewBox } = pictures[0];
  const { x, y, width, height } = viewBox.baseVal;
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  made.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  made.setAttribute('width', String(width));
  made.setAttribute('height', String(height));
  for (const picture of pictures) for (const child of picture.children) made.append(styled(child));
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

/** @param {HTMLElement} board @returns {Promise<Blob>} */
export async function pngOf(board) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(board))}`;
  await image.decode();
  const scale = PIXELS / Math.max(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(message('files.no-picture')))), 'image/png'));
}
