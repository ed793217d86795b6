// The panel of a game: players, clocks, whose turn it is, and what one can do.

import { button, byId } from '../dom.js';
import { capital, resultText } from '../ui/describe.js';
import { clockText } from './clock.js';
import { agentName, opponentText } from './opponents.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./play.js').Play} Play */

/** @param {App} app @param {Play} play */
export function showPlay(app, play) {
  const { game } = app;

  function show() {
    for (const side of /** @type {Side[]} */ (['black', 'white'])) {
      const row = byId(`player-${side}`);
      const human = play.isHuman(side);
      const you = play.setup.people === 'both' ? capital(side) : 'You';
      const name = row.querySelector('.player-name');
      const open = play.opening && capital(side);
      if (name) name.textContent = open || (human ? you : opponentText(play.setup));
      row.classList.toggle('to-move', !isOver() && game.toMove === side);
    }
    const status = statusText();
    byId('status').textContent = status;
    byId('status').classList.toggle('thinking', play.thinking);
    const engineTurn = !play.isHuman(game.toMove) && !isOver() && !play.opening;
    button('engine-moves').hidden = !engineTurn || play.thinking;
    button('engine-moves').textContent = `Let ${agentName(play.setup.agent)} move`;
    button('rematch').hidden = !isOver() || play.opening !== null;
    button('stop-engine').hidden = !play.thinking;
    button('hint').disabled = play.thinking || isOver() || play.opening !== null;
    button('resign').hidden = isOver() || play.opening !== null || game.current.ply === 0 || play.setup.people === 'none';
  }

  const isOver = () => play.ended !== '' || Boolean(app.referee.peek(game)?.over);

  function statusText() {
    if (play.ended) return play.ended;
    const over = app.referee.peek(game)?.over;
    if (over) return resultText(over);
    if (play.opening) return 'Swap2 opening';
    const side = capital(game.toMove);
    if (play.thinking) return `${side}: ${agentName(play.setup.agent)} is thinking …`;
    if (play.setup.people === 'both' || !play.isHuman(game.toMove)) return `${side} to move`;
    return `Your move, ${side}`;
  }

  function clocks() {
    for (const side of /** @type {Side[]} */ (['black', 'white'])) {
      const clock = byId(`player-${side}`).querySelector('.player-clock');
      if (!(clock instanceof HTMLElement)) continue;
      clock.hidden = play.clock.control.kind === 'none';
      const text = clockText(play.clock.now(side));
      if (clock.textContent !== text) clock.textContent = text;
    }
  }

  play.addEventListener('change', () => (show(), clocks()));
  /** Shows the position, and once it is judged whether the game is over. */
  async function judge() {
    show();
    await app.facts().catch(() => {});
    show();
  }

  game.addEventListener('change', judge);
  setInterval(clocks, 100);
  button('undo').addEventListener('click', () => play.undo());
  button('hint').addEventListener('click', () => play.hint());
  button('resign').addEventListener('click', () => play.resign());
  button('engine-moves').addEventListener('click', () => play.moveNow());
  button('stop-engine').addEventListener('click', () => play.stop());
  judge();
}
