// Who plays against people: Shisan at a level, or one of the published agents.

/** @typedef {import('../engine/types.js').Agent} Agent */
/** @typedef {{level: number, agent: Agent | '', seed: number}} Opponent  no agent is Shisan */

/** The end of the dial of strength, which goes from 100 to 2200 Elo in steps of 50. */
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
const levelQuery = (level) => (level >= FULL ? {} : { level });

/** Every agent with its name and how it plays. @type {[Agent, string, string][]} */
export const AGENTS = [
  ['finard', 'Finard', 'values every cell for both sides, and follows one deep line for each of the best moves.'],
  ['zheng', 'Zheng', 'searches the best third of the moves, then goes on with fours and threes.'],
  ['chain', 'Chain counter', 'counts chains of five, less what your reply destroys.'],
  ['gobang', 'Gobang', 'looks three moves ahead, and counts rows and their open ends.'],
  ['gao-liang', 'Gao and Liang', 'looks for a win by threats, then searches the best few moves.'],
  ['one-ply', 'One ply', 'makes a five, blocks one, or takes the most valuable cell.'],
  ['random', 'Random', 'plays anywhere.'],
];

/** @param {Agent | ''} agent */
export const agentName = (agent) => AGENTS.find(([name]) => name === agent)?.[1] ?? 'Shisan';

/** How it plays, in a sentence; nothing for Shisan. @param {Agent | ''} agent */
export function agentAbout(agent) {
  const [, name, about] = AGENTS.find(([name]) => name === agent) ?? [];
  return name ? `${name} ${about}` : '';
}

/** Its name and strength. @param {Opponent} opponent */
export const opponentText = ({ agent, level }) => (agent ? agentName(agent) : `Shisan, ${levelText(level)}`);

/** The part of a query that names it. @param {Opponent} opponent */
export const opponentQuery = ({ agent, level, seed }) => (agent ? { agent, seed } : { ...levelQuery(level), seed });

/** Whether its search ends by itself; full strength takes the time that it gets. @param {Opponent} opponent */
export const endsByItself = ({ agent, level }) => agent !== '' || level < FULL;

/** Makes another player of the same level or agent. */
export const newSeed = () => 1 + Math.floor(Math.random() * 1_000_000);
