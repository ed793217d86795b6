// The shapes shared by the modules; queries and answers are those of docs/json.md.

/** @typedef {'black' | 'white'} Side */
/** @typedef {'freestyle' | 'standard' | 'renju' | 'caro' | 'caro-overline'} Rule */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {'top' | 'bottom' | 'gtp' | 'off'} Coords */

/**
 * @typedef {object} Query
 * @property {string} [action]
 * @property {Rule} [rule]
 * @property {[number, number]} [size]
 * @property {string[]} [moves]
 * @property {number} [maxNodes]
 * @property {number} [maxTimeMs]
 * @property {number} [lines]
 * @property {string[]} [allow]
 * @property {string[]} [avoid]
 * @property {string} [agent]
 * @property {number} [level]
 * @property {number} [seed]
 * @property {string[]} [include]
 * @property {number} [reportEveryMs]
 * @property {number} [priority]
 * @property {Side} [attacker]
 * @property {boolean} [verify]
 * @property {string} [text]
 * @property {string} [from]
 * @property {string} [to]
 */

/** @typedef {{move: string, score: number | null, winrate: number | null, mate: number | null, depth: number, prior?: number, pv: string[]}} Line */
/** @typedef {{shape: 'three' | 'four' | 'overline', direction: string, stones: string[], completedBy: string[]}} FoulLine */
/** @typedef {{cell: string, kind: string | null, lines: FoulLine[]}} ForbiddenPoint */
/** @typedef {{cell: string, kind: string}} Threat */
/** @typedef {{attacker: Side, result: 'mate' | 'none' | 'undecided', kind: string, plies?: number, line?: string[], nodes: number, replies?: number}} Proof */

/**
 * @typedef {object} Answer
 * @property {boolean} final
 * @property {'ok' | 'over' | 'noResult' | 'error' | 'converted' | 'done'} status
 * @property {string} [error]
 * @property {number} [turn]
 * @property {Side} [toMove]
 * @property {string | null} [best]
 * @property {number | null} [winrate]
 * @property {number | null} [winrateBlack]
 * @property {number | null} [mate]
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {Line[]} [lines]
 * @property {(number | null)[]} [heat]
 * @property {(number | null)[]} [policy]
 * @property {{black: Threat[], white: Threat[]}} [threats]
 * @property {ForbiddenPoint[]} [forbidden]
 * @property {Proof | null} [proof]
 * @property {Side | null} [winner]
 * @property {string} [reason]
 * @property {string[]} [line]
 * @property {string} [text]
 */

export {};
