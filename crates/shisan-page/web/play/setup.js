// Who plays, and how: what a game begins with, and the next one.

import { load, save } from '../ui/storage.js';

/**
 * Who plays, and how.
 * @typedef {object} Setup
 * @property {'black' | 'white' | 'both' | 'none'} people the sides that people play
 * @property {number} level
 * @property {import('./opponents.js').Agent | ''} agent the published agent that plays in Shisan's place
 * @property {number} moveSeconds the engine's time for a move at full strength without a clock
 * @property {import('./clock.js').TimeControl} control
 * @property {number} seed makes another player of the same level or agent
 * @property {{rule: import('../engine/types.js').OpeningRule, person: OpeningSetup['person'], ply: number}} [opening] how the game was opened, and until where
 */

/**
 * An opening as far as it is decided, for a page that is loaded again.
 * @typedef {object} OpeningSetup
 * @property {Setup} setup of the game that follows
 * @property {import('../engine/types.js').OpeningRule} rule
 * @property {import('../engine/types.js').OpeningPlayer | 'both'} person who of the two is a person
 * @property {import('../engine/types.js').OpeningDecision[]} decisions
 * @property {number} own how many of the last of them are the person's
 */

/** @type {Setup} */
const DEFAULTS = { people: 'black', level: 800, agent: '', moveSeconds: 2, control: { kind: 'none', seconds: 0 }, seed: 1 };

/** The same players of a game that no opening began. @param {Setup} setup @returns {Setup} */
export const withoutOpening = ({ opening: _, ...setup }) => setup;

/** The setup of the last game, but for its opening, which is kept with that game. */
export const lastSetup = () => withoutOpening(load('setup', DEFAULTS));

/** @param {Setup} setup */
export const keepSetup = (setup) => save('setup', setup);
