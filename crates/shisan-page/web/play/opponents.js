// Who plays against people: Shisan at a level, or one of the published agents.

import { message } from '../messages.js';

/** @typedef {import('../engine/types.js').Agent} Agent */
/** @typedef {{level: number, agent: Agent | '', seed: number}} Opponent  no agent is Shisan */

/** The levels of the dial of strength, in Elo. */
export const LEVELS = Array.from({ length: 43 }, (_, i) => 100 + 50 * i);
/** The end of the dial, behind the last level. */
export const FULL = 2250;
/** Names of levels, and up to which Elo they hold. */
const NAMES = /** @type {const} */ ([
  [400, 'beginner'],
  [800, 'casual'],
  [1200, 'steady'],
  [1600, 'strong'],
  [2000, 'expert'],
]);

/** @param {number} level */
export function levelText(level) {
  if (level >= FULL) return message('level.full');
  const [, name] = NAMES.find(([most]) => level <= most) ?? NAMES[NAMES.length - 1];
  return message('level.text', { level, name: message(`level.${name}`) });
}

/** The level of a query; nothing for full strength. @param {number} level */
const levelQuery = (level) => (level >= FULL ? {} : { level });

/** Who can be played against. @type {(Agent | '')[]} */
export const OPPONENTS = ['', 'finard', 'zheng', 'chain', 'gobang', 'gao-liang', 'one-ply', 'random'];

/** @param {Agent | ''} agent */
export const agentName = (agent) => (agent ? message(`agent.${agent}`) : 'Shisan');

/** How it plays, in a sentence; nothing for Shisan. @param {Agent | ''} agent */
export const agentAbout = (agent) => (agent ? message(`agent.about-${agent}`) : '');

/** Its name and strength. @param {Opponent} opponent */
export const opponentText = ({ agent, level }) => (agent ? agentName(agent) : `Shisan, ${levelText(level)}`);

/** The part of a query that names it. @param {Opponent} opponent */
export const opponentQuery = ({ agent, level, seed }) => (agent ? { agent, seed } : { ...levelQuery(level), seed });

/** Whether its search ends by itself; full strength takes the time that it gets. @param {Opponent} opponent */
export const endsByItself = ({ agent, level }) => agent !== '' || level < FULL;

/** Makes another player of the same level or agent. */
export const newSeed = () => 1 + Math.floor(Math.random() * 1_000_000);
