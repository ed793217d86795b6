// Random queries whose answers depend on nothing else: mixed actions, rules, sizes, notations, options and
// mistakes.

const RULES = ['freestyle', 'standard', 'renju', 'caro', 'caro-overline'];
const SIZES = [15, 15, 20, 9, 6, 5, 32, [12, 19], [32, 5]];
const AGENTS = ['finard', 'zheng', 'chain', 'gobang', 'gao-liang', 'one-ply', 'random', 'none'];
const PARTS = ['policy', 'heat', 'threats', 'forbidden', 'proof', 'keys'];

/** `count` queries, the same for the same seed. */
export function queries(count, seed) {
  const random = generator(seed);
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, ...query(random) }));
}

/** Integers from 0, below what is asked for: a linear congruential generator. */
function generator(seed) {
  let state = BigInt(seed);
  return (below) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) % BigInt(below));
  };
}

function query(random) {
  const size = SIZES[random(SIZES.length)];
  const coords = ['top', 'top', 'bottom', 'gtp'][random(4)];
  const moves = cells(random, [size].flat(), coords);
  const query = { rule: RULES[random(5)], size, coords, maxNodes: 1 + random(3000) };
  const of = (/** @type {number} */ color) => moves.filter((_, index) => index % 2 === color);
  Object.assign(
    query,
    [
      { moves: moves.join('') },
      { moves },
      { moves: moves.map((cell, index) => ['BW'[index % 2], cell]) },
      { stones: { b: of(0), w: of(1) } },
    ][random(4)],
  );
  if (random(2) === 0) query.include = PARTS.filter(() => random(2) === 0);
  const more = [
    () => ({ action: 'solve', quiet: random(2) === 0, attacker: ['black', 'white'][random(2)] }),
    () => ({ action: 'solve', verify: true, maxNodes: 20000 }),
    () => ({ action: 'forbid', rule: 'renju' }),
    () => ({ action: 'forbid', rule: 'renju', cell: 'c3' }),
    () => ({ action: 'forbid' }),
    () => ({ action: 'move' }),
    () => ({ action: 'move', level: 100 * random(30), seed: random(9) }),
    () => ({ action: 'move', agent: AGENTS[random(AGENTS.length)], seed: random(9) }),
    () => ({ level: 100 * random(30) }),
    () => ({ action: ['version', 'clearCache', 'terminate'][random(3)] }),
    () => ({ action: 'convert', text: moves.join(''), to: ['sgf', 'psq', 'pos'][random(3)] }),
    () => ({ action: 'convert', text: '(;GM[4]SZ[15];B[hh];W[ii])' }),
    () => ({ action: 'convert', text: '(;GM[4' }),
    () => ({ action: 'guess' }),
    () => ({ turns: 'all', maxNodes: 100 }),
    () => ({ turns: [0, moves.length >> 1] }),
    () => ({ turns: [99999] }),
    () => ({ allow: ['a1', 'b2', 'c3'] }),
    () => ({ avoid: moves }),
    () => ({ maxDepth: 1 + random(5) }),
    () => ({ maxDepth: 0 }),
    () => ({ hashMiB: 1 + random(3) }),
    () => ({ balanced: true, lines: 3 }),
    () => ({ komi: 6.5 }),
    () => ({ moves: [...moves, 'z99'] }),
    () => ({ maxNodes: 20000 }),
    () => ({ lines: 1 + random(5) }),
    () => ({ lines: 2 + random(9), maxNodes: 5000 }),
  ];
  return Object.assign(query, more[random(more.length)]());
}

/** The names of different cells around the centre of a board. */
function cells(random, [width, height = width], coords) {
  const letters = coords === 'gtp' ? 'abcdefghjklmnopqrstuvwxyz' : 'abcdefghijklmnopqrstuvwxyz';
  const along = (side) => {
    const near = Math.min(side, 9);
    return ((side - near) >> 1) + random(near);
  };
  const names = new Set();
  for (let count = random(Math.min(24, width * height)); names.size < count; ) {
    const x = along(width);
    const first = x < letters.length ? '' : 'a';
    names.add(`${first}${letters[x % letters.length]}${1 + along(height)}`);
  }
  return [...names];
}
