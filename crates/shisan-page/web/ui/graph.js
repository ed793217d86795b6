// The win rate of Black over the game. Proved wins are diamonds on the edge of the winner.

import { Layer } from '../board/layer.js';
import { byId, label, svg } from '../dom.js';
import { isMistake } from '../game/classes.js';
import { message } from '../messages.js';
import { balanceText } from './describe.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('./app.js').App} App */
/** An element of the graph. @typedef {['rect' | 'path' | 'line' | 'circle', Record<string, string | number>]} Part */

const WIDTH = 400;
const HEIGHT = 80;
const EDGE = 8;

/** @param {App} app */
export function showGraph(app) {
  const { game, values, settings } = app;
  const place = byId('graph', SVGSVGElement);
  const picture = new Layer((/** @type {Part} */ [tag, attributes]) => svg(tag, attributes));
  place.append(picture.element);

  const x = (/** @type {number} */ ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, game.line.length);
  const y = (/** @type {number} */ black) => EDGE + (HEIGHT - 2 * EDGE) * (1 - black);

  const isMistakeAt = (/** @type {Node} */ node) => {
    const judgement = app.classes.judged.get(node);
    return judgement !== undefined && isMistake(judgement);
  };

  function draw() {
    const nodes = [game.root, ...game.line];
    const points = nodes.flatMap((node) => {
      const value = values.get(node);
      return value ? [{ node, value, x: x(node.ply), y: y(value.black) }] : [];
    });
    const line = points.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('L');
    const base = HEIGHT - EDGE;
    const now = x(game.current.ply);
    const here = values.get(game.current);
    label(place, here ? message('graph.here', { value: balanceText(here) }) : message('graph.title'));
    picture.show([
      ['rect', { class: 'graph-field', width: WIDTH, height: HEIGHT, rx: 8 }],
      ...(points.length < 2 ? [] : [part('path', { class: 'graph-area', d: `M${points[0].x} ${base}L${line}L${points[points.length - 1].x} ${base}Z` })]),
      ['line', { class: 'graph-middle', x1: EDGE, x2: WIDTH - EDGE, y1: y(0.5), y2: y(0.5) }],
      ...(points.length < 2 ? [] : [part('path', { class: 'graph-line', d: `M${line}` })]),
      ...points.filter(({ value }) => value.winner).map((point) => diamond(point.x, point.y)),
      ...points.filter(({ node }) => isMistakeAt(node)).map((point) => part('circle', { class: 'graph-mistake', cx: point.x, cy: point.y, r: 3.5 })),
      ['line', { class: 'graph-now', x1: now, x2: now, y1: 2, y2: HEIGHT - 2 }],
    ]);
  }

  let waiting = false;
  function later() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  }
  game.addEventListener('change', later);
  values.addEventListener('change', later);
  settings.addEventListener('change', later);
  app.addEventListener('classes', later);
  place.addEventListener('click', (event) => {
    const box = place.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH - EDGE;
    const ply = Math.round((share / (WIDTH - 2 * EDGE)) * game.line.length);
    app.dispatchEvent(new Event('walk'));
    game.goTo(ply <= 0 ? game.root : (game.line[ply - 1] ?? game.current));
  });
  draw();
}

/** @param {Part[0]} tag @param {Part[1]} attributes @returns {Part} */
const part = (tag, attributes) => [tag, attributes];

/** @param {number} x @param {number} y */
function diamond(x, y) {
  return part('path', { class: 'graph-proof', d: `M${x} ${y - 4}l4 4l-4 4l-4 -4z` });
}
