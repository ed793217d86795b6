// The panel of a game: players, clocks, whose turn it is, and what one can do.

import { button, byId } from '../dom.js';
import { opponent } from '../game/tree.js';
import { message } from '../messages.js';
import { endText, loserOf, resultText } from '../ui/describe.js';
import { clockText } from './clock.js';
import { agentName, opponentText } from './opponents.js';

/** @typedef {import('../engine/types.js').Color} Side */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./play.js').Play} Play */

/** @param {App} app @param {Play} play @param {import('./find-level.js').FindLevel} findLevel */
export function showPlay(app, play, findLevel) {
  const { game } = app;

  function show() {
    for (const side of /** @type {Side[]} */ (['black', 'white'])) {
      const row = byId(`player-${side}`);
      const human = play.isHuman(side);
      const you = message(play.setup.people === 'both' ? `side.${side}` : 'page.you');
      const name = row.querySelector('.player-name');
      const open = play.opening && message(`side.${side}`);
      if (name) name.textContent = open || (human ? you : opponentText(play.setup));
      row.classList.toggle('to-move', !isOver() && game.toMove === side);
    }
    const status = statusText();
    byId('status').textContent = status;
    byId('status').classList.toggle('thinking', play.thinking);
    const engineTurn = !play.isHuman(game.toMove) && !isOver() && !play.opening;
    button('engine-moves').hidden = !engineTurn || play.replying;
    button('engine-moves').textContent = message('play.let-move', { name: agentName(play.setup.agent) });
    const isAtEnd = isOver() && !play.opening;
    button('rematch').hidden = !isAtEnd || findLevel.game > 0;
    button('review-game').hidden = !isAtEnd;
    button('stop-engine').hidden = !play.thinking;
    button('hint').hidden = play.thinking || isAtEnd;
    button('hint').disabled = play.opening !== null;
    button('resign').hidden = isAtEnd;
    button('resign').disabled = play.opening !== null || game.current.ply === 0 || play.setup.people === 'none';
    button('open-new-game').classList.toggle('primary', !isAtEnd);
    const more = isAtEnd ? howItEnded() : '';
    byId('status-more').textContent = more === status ? '' : more;
    byId('status-more').hidden = more === '' || more === status;
  }

  /** How the game ended. */
  function howItEnded() {
    const over = app.referee.peek(game)?.over;
    return play.ended ? endText(play.ended) : over ? resultText(over) : '';
  }

  /** The same for a person against the engine. */
  function ownEndText() {
    const { people } = play.setup;
    const over = app.referee.peek(game)?.over;
    const winner = play.ended ? opponent(loserOf(play.ended)) : over?.winner;
    if (winner === null) return message('play.draw');
    if (winner === undefined || (people !== 'black' && people !== 'white')) return howItEnded();
    return message(winner === people ? 'play.won' : 'play.lost');
  }

  const isOver = () => play.ended !== '' || Boolean(app.referee.peek(game)?.over);

  function statusText() {
    if (isOver()) return ownEndText();
    if (play.opening) return message('opening.status', { opening: play.opening.name });
    const turn = message(`turn.${game.toMove}`);
    if (play.paused) return message('turn.paused', { turn });
    if (play.thinking) return message('turn.thinking', { side: message(`side.${game.toMove}`), name: agentName(play.setup.agent) });
    if (play.setup.people === 'both' || !play.isHuman(game.toMove)) return turn;
    return message(`turn.your-${game.toMove}`);
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
  findLevel.addEventListener('change', show);
  app.settings.addEventListener('change', show);
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
