// What is drawn over or under the stones to explain a position. Colour never stands alone: each kind of
// mark has a shape or a text of its own.

import { svg } from '../dom.js';
import { drawStone } from './stones.js';
import { UNIT, centre, text } from './surface.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../game/cells.js').Size} Size */

/**
 * @typedef {{type: 'cross', cell: number}
 *   | {type: 'five', cells: number[]}
 *   | {type: 'foul', cells: number[], completes: number[], order: number}
 *   | {type: 'candidate', cell: number, rank: number, value: string, grade: number}
 *   | {type: 'ghost', cell: number, side: Side, label?: string}
 *   | {type: 'heat', cell: number, amount: number, value: string, tone: 'policy' | 'loss'}
 *   | {type: 'threat', cell: number, side: Side, kind: string, beside: boolean}
 *   | {type: 'sign', cell: number, sign: import('../engine/types.js').Mark, on: Side | null}
 *   | {type: 'label', cell: number, text: string, on: Side | null}
 *   | {type: 'ring', cell: number, tone: 'hint' | 'aim' | 'good' | 'bad' | 'next'}} Mark
 */

/** Threats in one or two signs; a frame around one says that it is open. @type {Record<string, string>} */
const THREAT_SIGNS = {
  five: '5',
  'open-four': '4',
  'four-three': '43',
  'four-plus': '4+',
  four: '4',
  'double-three': '33',
  'three-plus': '3+',
  three: '3',
};

/** Whether `mark` lies under the stones. @param {Mark} mark */
export const isUnder = (mark) => mark.type === 'heat';

/** @param {Mark} mark @param {Size} size @returns {SVGElement} */
export function drawMark(mark, size) {
  switch (mark.type) {
    case 'cross':
      return cross(mark.cell, size);
    case 'five':
      return svg('g', { class: 'five' }, ...through(mark.cells, size), ...mark.cells.map((cell) => ring(cell, size, 10, 'five-mark')));
    case 'foul':
      return foul(mark, size);
    case 'candidate':
      return candidate(mark, size);
    case 'ghost':
      return drawStone(mark.cell, mark.side, size, { label: mark.label, ghost: true });
    case 'heat':
      return heat(mark, size);
    case 'threat':
      return threat(mark, size);
    case 'sign':
      return sign(mark, size);
    case 'label':
      return label(mark, size);
    case 'ring':
      return mark.tone === 'next' ? ring(mark.cell, size, 5, 'ring next') : ring(mark.cell, size, 17, `ring ${mark.tone}`);
  }
}

/** @param {number} cell @param {Size} size @param {number} r @param {string} className */
function ring(cell, size, r, className) {
  const { x, y } = centre(cell, size);
  return svg('circle', { class: className, cx: x, cy: y, r });
}

/** A mark of the record, on a stone of one side or on an empty cell. @param {Extract<Mark, {type: 'sign'}>} mark @param {Size} size */
function sign({ cell, sign, on }, size) {
  const { x, y } = centre(cell, size);
  const d = 8;
  const shapes = {
    triangle: `M${x} ${y - d - 2}l${d + 2} ${2 * d}h${-2 * d - 4}z`,
    square: `M${x - d} ${y - d}h${2 * d}v${2 * d}h${-2 * d}z`,
    circle: `M${x - d} ${y}a${d} ${d} 0 1 0 ${2 * d} 0a${d} ${d} 0 1 0 ${-2 * d} 0z`,
    cross: `M${x - d} ${y - d}l${2 * d} ${2 * d}M${x + d} ${y - d}l${-2 * d} ${2 * d}`,
  };
  return svg('g', { class: `sign on-${on ?? 'board'}` }, svg('path', { class: 'sign-halo', d: shapes[sign] }), svg('path', { d: shapes[sign] }));
}

/** @param {Extract<Mark, {type: 'label'}>} mark @param {Size} size */
function label({ cell, text: content, on }, size) {
  const { x, y } = centre(cell, size);
  return svg('g', { class: `label on-${on ?? 'board'}${content.length > 2 ? ' long' : ''}` }, text(x, y, content));
}

/** @param {number} cell @param {Size} size */
function cross(cell, size) {
  const { x, y } = centre(cell, size);
  const d = 8;
  return svg('path', { class: 'cross', d: `M${x - d} ${y - d}l${2 * d} ${2 * d}M${x + d} ${y - d}l${-2 * d} ${2 * d}` });
}

/** The line through the outer two of `cells`. @param {number[]} cells @param {Size} size */
function through(cells, size) {
  if (cells.length < 2) return [];
  const points = cells.map((cell) => centre(cell, size)).sort((a, b) => a.x - b.x || a.y - b.y);
  const [from, to] = [points[0], points[points.length - 1]];
  const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
  return [svg('line', { class: 'through-halo', ...ends }), svg('line', { class: 'through', ...ends })];
}

/** @param {Extract<Mark, {type: 'foul'}>} mark @param {Size} size */
function foul({ cells, completes, order }, size) {
  const group = svg('g', { class: `foul foul-${order % 3}` }, ...through(cells, size));
  for (const cell of cells) group.append(ring(cell, size, 7, 'foul-stone'));
  for (const cell of completes) {
    const { x, y } = centre(cell, size);
    const d = 9;
    group.append(svg('path', { class: 'completes', d: `M${x} ${y - d}l${d} ${d}l${-d} ${d}l${-d} ${-d}z` }));
  }
  return group;
}

/** @param {Extract<Mark, {type: 'candidate'}>} mark @param {Size} size */
function candidate({ cell, rank, value, grade }, size) {
  const { x, y } = centre(cell, size);
  return svg(
    'g',
    { class: `candidate grade-${grade}` },
    svg('circle', { cx: x, cy: y, r: 0.37 * UNIT }),
    text(x, y - 5.5, String(rank), 'rank'),
    text(x, y + 6, value, 'value'),
  );
}

/** @param {Extract<Mark, {type: 'heat'}>} mark @param {Size} size */
function heat({ cell, amount, value, tone }, size) {
  const { x, y } = centre(cell, size);
  const half = UNIT * (tone === 'loss' ? 0.42 : value ? 0.28 + 0.2 * Math.sqrt(amount) : 0.1);
  const group = svg(
    'g',
    { class: `heat ${tone} heat-${Math.min(4, Math.floor(amount * 5))}` },
    svg('rect', { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 5 }),
  );
  if (value) group.append(text(x, y, value));
  return group;
}

/** @param {Extract<Mark, {type: 'threat'}>} mark @param {Size} size */
function threat({ cell, side, kind, beside }, size) {
  const { x, y } = centre(cell, size);
  const at = beside ? x + (side === 'black' ? -10 : 10) : x;
  const half = beside ? 9 : 12;
  const box = { x: at - half, y: y - 11, width: 2 * half, height: 22, rx: side === 'black' ? 3 : 11 };
  const frame = kind === 'open-four' || kind === 'five' ? ' strong' : '';
  return svg('g', { class: `threat ${side}${frame}` }, svg('rect', box), text(at, y, THREAT_SIGNS[kind] ?? kind));
}
