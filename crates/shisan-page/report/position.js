// What a position shows by itself.

/** @typedef {import('../web/game/cells.js').Size} Size */

/** Points that stand for odds of e to 1: Shisan's own scale (`Score::UNIT`), taken for every engine. */
const SCALE = 200;

/** The chance to win that a score stands for: points, or `+M7` and `-M12`. @param {string} score */
export function chanceOf(score) {
  if (score.startsWith('+M')) return 1;
  return score.startsWith('-M') ? 0 : 1 / (1 + Math.exp(-Number(score) / SCALE));
}

/**
 * The row of five or more that the last of these moves completes.
 * @param {number[]} cells Black's first @param {Size} size @returns {number[] | undefined}
 */
export function fiveAt(cells, { width, height }) {
  const last = cells[cells.length - 1];
  if (last === undefined) return undefined;
  const own = new Set(cells.filter((_, index) => index % 2 === (cells.length - 1) % 2));
  const at = (/** @type {number} */ x, /** @type {number} */ y) => x >= 0 && x < width && y >= 0 && y < height && own.has(y * width + x);
  for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    let [x, y] = [last % width, Math.floor(last / width)];
    while (at(x - dx, y - dy)) [x, y] = [x - dx, y - dy];
    const row = [];
    for (; at(x, y); [x, y] = [x + dx, y + dy]) row.push(y * width + x);
    if (row.length >= 5) return row;
  }
  return undefined;
}
