// The next game of the same players, who change sides.

import { button } from './dom.js';
import { capital } from './describe.js';
import { setAside } from './last-game.js';
import { agentName, newSeed } from './opponents.js';
import { opponent } from './tree.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./play.js').Play} Play */

/** @param {App} app @param {Play} play */
export function offerRematch(app, play) {
  button('rematch').addEventListener('click', () => {
    const { game, board } = app;
    const { rule, size } = game;
    const { people, agent } = play.setup;
    const changed = people === 'black' || people === 'white' ? opponent(people) : null;
    play.stop();
    setAside(game);
    game.reset({ rule, size });
    play.start({ ...play.setup, people: changed ?? people, seed: newSeed() });
    if (changed) app.notice(`You play ${changed}; ${capital(opponent(changed))} is ${agentName(agent)}.`);
    board.grid.focus(Math.floor(size.height / 2) * size.width + Math.floor(size.width / 2));
  });
}
