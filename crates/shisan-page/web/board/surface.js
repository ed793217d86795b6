// The board without stones: wood or slate, lines, star points and coordinates. Drawn once for a size.

import { svg } from '../dom.js';
import { columnName, rowName } from '../game/cells.js';

/** @typedef {import('../game/cells.js').Size} Size */
/** @typedef {import('../game/cells.js').Coords} Coords */

/** The side of a cell in the units of the picture. */
export const UNIT = 40;
/** The room around the outer lines, in cells. */
export const MARGIN = 1.2;

/** The centre of a cell, in the units of the picture. @param {number} cell @param {Size} size */
export function centre(cell, size) {
  return { x: (cell % size.width) * UNIT, y: Math.floor(cell / size.width) * UNIT };
}

/** A board with more cells a side has larger writing, and less of it. */
const DENSE = 20;

/** @param {Size} size */
export const isDense = ({ width, height }) => Math.max(width, height) > DENSE;

/** @param {Size} size */
export function viewBox({ width, height }) {
  const edge = -MARGIN * UNIT;
  return [edge, edge, (width - 1 + 2 * MARGIN) * UNIT, (height - 1 + 2 * MARGIN) * UNIT].join(' ');
}

/** All that lies under the stones, in a picture of its own that is painted once. @param {Size} size @param {Coords} coords */
export function drawSurface(size, coords) {
  const edge = -MARGIN * UNIT;
  const width = (size.width - 1 + 2 * MARGIN) * UNIT;
  const height = (size.height - 1 + 2 * MARGIN) * UNIT;
  const place = { x: edge, y: edge, width, height };
  return svg(
    'svg',
    { class: 'surface', viewBox: viewBox(size), 'aria-hidden': 'true' },
    svg(
      'defs',
      {},
      svg('linearGradient', { id: 'surface-light', x1: 0, y1: 0, x2: 0.84, y2: 1 }, svg('stop', { offset: 0, class: 'surface-0' }), svg('stop', { offset: 1, class: 'surface-1' })),
      grain('wood-grain', '0.003 0.13', 7),
      grain('slate-grain', '0.03 0.045', 3),
    ),
    svg('rect', { ...place, fill: 'url(#surface-light)' }),
    svg('rect', { ...place, class: 'surface-wood', filter: 'url(#wood-grain)' }),
    svg('rect', { ...place, class: 'surface-slate', filter: 'url(#slate-grain)' }),
    drawLines(size),
    drawCoords(size, coords),
  );
}

/** Noise that thins the colour of a surface out. @param {string} id @param {string} frequency @param {number} seed */
function grain(id, frequency, seed) {
  return svg(
    'filter',
    { id, x: 0, y: 0, width: 1, height: 1, 'color-interpolation-filters': 'sRGB' },
    svg('feTurbulence', { type: 'fractalNoise', baseFrequency: frequency, numOctaves: 4, seed, result: 'noise' }),
    svg('feColorMatrix', { in: 'noise', values: '0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  1.9 0 0 0 -0.68', result: 'veins' }),
    svg('feComposite', { in: 'SourceGraphic', in2: 'veins', operator: 'in' }),
  );
}

/** Lines and star points. @param {Size} size */
export function drawLines({ width, height }) {
  const right = (width - 1) * UNIT;
  const bottom = (height - 1) * UNIT;
  let inner = '';
  for (let x = 1; x < width - 1; x++) inner += `M${x * UNIT} 0V${bottom}`;
  for (let y = 1; y < height - 1; y++) inner += `M0 ${y * UNIT}H${right}`;
  return svg(
    'g',
    { class: 'lines' },
    svg('path', { d: inner }),
    svg('rect', { class: 'frame', width: right, height: bottom }),
    ...starPoints(width).flatMap((x) =>
      starPoints(height)
        .filter((y) => isStar(x, y, width, height))
        .map((y) => svg('circle', { class: 'star', cx: x * UNIT, cy: y * UNIT, r: 4 })),
    ),
  );
}

/** @param {number} side */
function starPoints(side) {
  const outer = side >= 11 ? [3, side - 4] : [];
  return side % 2 === 1 ? [...outer, (side - 1) / 2] : outer;
}

/** Five points: the corners' and the centre. @param {number} x @param {number} y @param {number} width @param {number} height */
function isStar(x, y, width, height) {
  return (x * 2 === width - 1) === (y * 2 === height - 1);
}

/** Every other one is left out where there is little room. @param {number} i */
const minor = (i) => (i % 2 === 0 ? '' : 'minor');

/** Letters and numbers on all four sides. @param {Size} size @param {Coords} coords */
export function drawCoords(size, coords) {
  const group = svg('g', { class: 'coords' });
  if (coords === 'off') return group;
  // Between the rim and a stone on the outer line.
  const distance = 0.83 * UNIT;
  const ends = (/** @type {number} */ count) => [-distance, (count - 1) * UNIT + distance];
  for (let x = 0; x < size.width; x++) {
    for (const y of ends(size.height)) group.append(text(x * UNIT, y, columnName(x, coords), minor(x)));
  }
  for (let y = 0; y < size.height; y++) {
    const row = rowName(y, size, coords);
    for (const x of ends(size.width)) group.append(text(x, y * UNIT, String(row), minor(row - 1)));
  }
  return group;
}

/** @param {number} x @param {number} y @param {string} content */
export function text(x, y, content, className = '') {
  return svg('text', { x, y, dy: '0.35em', class: className }, content);
}
