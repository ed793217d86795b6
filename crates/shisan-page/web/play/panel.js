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
    const isAtEnd = isOver() && !play.opening;
    button('rematch').hidden = button('review-game').hidden = !isAtEnd;
    button('stop-engine').hidden = !play.thinking;
    button('hint').hidden = play.thinking || isAtEnd;
    button('hint').disabled = play.opening !== null;
    button('resign').hidden = isAtEnd;
    button('resign').disabled = play.opening !== null || game.current.ply === 0 || play.setup.people === 'none';
    button('open-new-game').classList.toggle('primary', !isAtEnd);
    const more = isAtEnd ? endText() : '';
    byId('status-more').textContent = more === status ? '' : more;
    byId('status-more').hidden = more === '' || more === status;
  }

  /** How the game ended. */
  function endText() {
    const over = app.referee.peek(game)?.over;
    return play.ended || (over ? resultText(over) : '');
  }

  /** The same for a person against the engine. */
  function ownEndText() {
    const { people } = play.setup;
    const over = app.referee.peek(game)?.over;
    const winner = play.ended ? winnerOf(game.info.result) : over?.winner;
    if (winner === null) return 'Draw';
    if (winner === undefined || (people !== 'black' && people !== 'white')) return endText();
    return winner === people ? 'You won' : 'You lost';
  }

  const isOver = () => play.ended !== '' || Boolean(app.referee.peek(game)?.over);

  function statusText() {
    if (isOver()) return ownEndText();
    if (play.opening) return `${play.opening.name} opening`;
    const side = capital(game.toMove);
    if (play.paused) return `${side} to move, the clock is paused`;
    if (play.thinking) return `${side}: ${agentName(play.setup.agent)} is thinking …`;
    if (play.setup.people === 'both' || !play.isHuman(game.toMove)) return `${side} to move`;
    return `Your move, ${side}`;
  }

  function clocks() {
    for (const side of /** @type {Side[]} */ (['black', 'white'])) {
      const clock = byId(`player-${side}`).querySelector('.player-clock');
      if (!(clock instanceof HTMLElement)) continue;
      clock.hidden = play.clock.control.kind === 'none';
      const text = clockText(play.clock.left(side));
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
  button('review-game').addEventListener('click', () => {
    app.setMode('review');
    app.dispatchEvent(new Event('review'));
  });
  judge();
}

/** The winner that SGF's `B+T` names. @param {string} result @returns {Side | undefined} */
const winnerOf = (result) => (result.startsWith('B+') ? 'black' : result.startsWith('W+') ? 'white' : undefined);
