// Stones, drawn with light from the upper left.

import { svg } from '../dom.js';
import { UNIT, centre, text } from './surface.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../game/cells.js').Size} Size */

const RADIUS = 0.465 * UNIT;

/** The gradients that stones share. */
export function stoneDefs() {
  const stops = (/** @type {[number, string][]} */ ...list) =>
    list.map(([offset, name]) => svg('stop', { offset, class: name }));
  const light = { cx: 0.36, cy: 0.3, r: 0.78, fx: 0.32, fy: 0.25 };
  return svg(
    'defs',
    {},
    svg('radialGradient', { id: 'black-stone', ...light }, ...stops([0, 'black-0'], [0.35, 'black-1'], [1, 'black-2'])),
    svg('radialGradient', { id: 'white-stone', ...light }, ...stops([0, 'white-0'], [0.55, 'white-1'], [1, 'white-2'])),
    svg('radialGradient', { id: 'stone-shadow' }, ...stops([0.55, 'shadow-0'], [0.82, 'shadow-1'], [1, 'shadow-2'])),
  );
}

/**
 * @param {number} cell @param {Side} side @param {Size} size
 * @param {{label?: string, isLast?: boolean, ghost?: boolean}} [look] `label` is written on it
 */
export function drawStone(cell, side, size, { label, isLast = false, ghost = false } = {}) {
  const { x, y } = centre(cell, size);
  const group = svg('g', { class: `stone ${side}${ghost ? ' ghost' : ''}${isLast ? ' last' : ''}` });
  if (!ghost) group.append(svg('circle', { class: 'shadow', cx: x + 2, cy: y + 4, r: RADIUS * 1.16, fill: 'url(#stone-shadow)' }));
  group.append(svg('circle', { class: 'body', cx: x, cy: y, r: RADIUS, fill: `url(#${side}-stone)` }));
  if (label !== undefined) {
    group.append(text(x, y, label, label.length > 2 ? 'number long' : 'number'));
  } else if (isLast) {
    group.append(svg('circle', { class: 'last-mark', cx: x, cy: y, r: 6 }));
  }
  return group;
}
