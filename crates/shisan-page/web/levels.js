// The dial of strength: Elo from 100 to 2200 in steps of 50, and full strength at its end.

export const FULL = 2250;
const NAMES = /** @type {const} */ ([
  [400, 'beginner'],
  [800, 'casual'],
  [1200, 'steady'],
  [1600, 'strong'],
  [2000, 'expert'],
]);

/** @param {number} level */
export function levelText(level) {
  if (level >= FULL) return 'Full strength';
  const [, name] = NAMES.find(([most]) => level <= most) ?? NAMES[NAMES.length - 1];
  return `${level} Elo, ${name}`;
}

/** The level of a query; nothing for full strength. @param {number} level */
export const levelQuery = (level) => (level >= FULL ? {} : { level });
