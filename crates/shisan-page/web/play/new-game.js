// The dialog that starts a game, and the rematch.

import { button, byId, dialog, h, input, option, select } from '../dom.js';
import { MAX_SIDE, MIN_SIDE, centreOf } from '../game/cells.js';
import { RULES } from '../game/game.js';
import { opponent as otherSide } from '../game/tree.js';
import { message } from '../messages.js';
import { FULL, OPPONENTS, agentAbout, agentName, endsByItself, levelText, newSeed } from './opponents.js';
import { OPENING_RULES, Opening } from './opening.js';

/** @typedef {import('../engine/types.js').Rule} Rule */
/** @typedef {import('../ui/app.js').App} App */
/** @typedef {import('./play.js').Play} Play */
/** @typedef {import('./setup.js').Setup} Setup */
/** @typedef {import('./opponents.js').Agent} Agent */

/** @param {App} app @param {Play} play @param {import('./find-level.js').FindLevel} findLevel */
export function newGameDialog(app, play, findLevel) {
  const form = byId('new-game-form', HTMLFormElement);
  const rule = select('rule');
  rule.append(...RULES.map((value) => option(value, `rule.${value}`)));
  select('agent').append(...OPPONENTS.map((value) => (value ? option(value, `agent.${value}`) : h('option', { value }, agentName(value)))));
  input('level').max = String(FULL);

  const agent = () => /** @type {Agent | ''} */ (select('agent').value);
  const about = () => (byId('rule-about').textContent = message(`rule.about-${/** @type {Rule} */ (rule.value)}`));
  const level = () => {
    const text = levelText(Number(input('level').value));
    byId('level-text').textContent = text;
    input('level').setAttribute('aria-valuetext', text);
    control();
  };
  const control = () => {
    const kind = select('time-control').value;
    // Below full strength a search ends by itself.
    const isAsked = kind !== 'none' || !endsByItself({ agent: agent(), level: Number(input('level').value), seed: 0 });
    byId('time-label').hidden = input('time').hidden = !isAsked;
    for (const id of ['increment', 'increment-label', 'byoyomi', 'byoyomi-label']) byId(id).hidden = kind !== 'game';
    // The browser would refuse what is hidden, and could not show why.
    input('time').disabled = !isAsked;
    for (const id of ['increment', 'periods', 'period-seconds']) input(id).disabled = kind !== 'game';
    byId('time-label').textContent = message(kind === 'none' ? 'clock.search-seconds' : kind === 'move' ? 'clock.move-seconds' : 'clock.game-minutes');
  };
  /** Shisan alone has levels, and no agent knows openings. */
  const opponent = () => {
    const people = select('people').value;
    select('agent').disabled = people === 'both';
    input('level').disabled = people === 'both' || agent() !== '';
    select('opening').disabled = people === 'none' || (people !== 'both' && agent() !== '');
    byId('agent-about').textContent = people === 'both' ? '' : agentAbout(agent());
    control();
    opening();
  };
  const opening = () => {
    const isOpened = select('opening').value !== '' && !select('opening').disabled;
    select('opens').hidden = byId('opens-label').hidden = !isOpened || select('people').value === 'both';
  };

  function fill() {
    const { setup } = play;
    rule.value = app.game.rule;
    input('width').value = String(app.game.size.width);
    input('height').value = String(app.game.size.height);
    select('people').value = setup.people;
    select('agent').value = setup.agent;
    input('level').value = String(setup.level);
    select('time-control').value = setup.control.kind;
    const { kind, seconds, increment = 0, periods = 0, periodSeconds = 30 } = setup.control;
    for (const [id, value] of /** @type {[string, number][]} */ ([
      ['increment', increment],
      ['periods', periods],
      ['period-seconds', periodSeconds],
    ])) {
      input(id).value = String(value);
    }
    input('time').value = String(kind === 'none' ? setup.moveSeconds : kind === 'move' ? seconds : seconds / 60);
    for (const show of [about, level, control, opponent]) show();
  }

  /** The rule and the board that are chosen. */
  function field() {
    const side = (/** @type {string} */ id) => Math.min(MAX_SIDE, Math.max(MIN_SIDE, Number(input(id).value) || 15));
    return { rule: /** @type {Rule} */ (rule.value), size: { width: side('width'), height: side('height') } };
  }

  /** @param {Event} event */
  function start(event) {
    const kind = /** @type {Setup['control']['kind']} */ (select('time-control').value);
    const time = Math.max(1, Number(input('time').value) || 1);
    const number = (/** @type {string} */ id) => Math.max(0, Number(input(id).value) || 0);
    const side = select('people').value;
    const drawn = Math.random() < 0.5 ? 'black' : 'white';
    /** @type {Setup} */
    const setup = {
      people: /** @type {Setup['people']} */ (side === 'random' ? drawn : side),
      level: Number(input('level').value),
      agent: agent(),
      moveSeconds: kind === 'none' && !input('time').disabled ? time : play.setup.moveSeconds,
      control:
        kind === 'game'
          ? { kind, seconds: time * 60, increment: number('increment'), periods: number('periods'), periodSeconds: number('period-seconds') }
          : { kind, seconds: kind === 'move' ? time : 0 },
      seed: newSeed(),
    };
    if (select('opening').value !== '' && !select('opening').disabled) {
      const openingRule = /** @type {import('../engine/types.js').OpeningRule} */ (select('opening').value);
      const person = side === 'both' ? side : /** @type {import('../engine/types.js').OpeningPlayer} */ (select('opens').value);
      event.preventDefault();
      return open(new Opening(app, play, { setup, rule: openingRule, person, decisions: [], own: 0 }));
    }
    play.begin(field(), setup);
  }

  /** Starts a game with an opening, unless the rule of that refuses the board. @param {Opening} opening */
  async function open(opening) {
    const chosen = field();
    try {
      await opening.check(chosen);
    } catch (error) {
      select('opening').setCustomValidity(error instanceof Error ? error.message : String(error));
      form.reportValidity();
      return;
    }
    // It may be cancelled meanwhile.
    if (!dialog('new-game').open) return;
    dialog('new-game').close('start');
    play.open(chosen, opening);
  }

  rule.addEventListener('change', about);
  input('level').addEventListener('input', level);
  select('time-control').addEventListener('change', control);
  for (const id of ['people', 'agent']) select(id).addEventListener('change', opponent);
  select('opening').append(...OPENING_RULES.map((value) => option(value, `opening.${value}`)));
  select('opening').addEventListener('change', opening);
  for (const preset of form.querySelectorAll('[data-side]')) {
    const { side = '15' } = preset instanceof HTMLElement ? preset.dataset : {};
    preset.addEventListener('click', () => (input('width').value = input('height').value = side));
  }
  button('open-new-game').addEventListener('click', () => {
    fill();
    dialog('new-game').returnValue = '';
    dialog('new-game').showModal();
  });
  // The browser gives the focus back to the button; the game begins on the board.
  dialog('new-game').addEventListener('close', () => {
    if (dialog('new-game').returnValue === 'start' && byId('opening-choices').hidden) app.board.grid.focus(centreOf(app.game.size));
  });
  button('find-level').addEventListener('click', () => {
    if (!form.reportValidity()) return;
    dialog('new-game').close();
    findLevel.start(field());
  });
  button('cancel-new-game').addEventListener('click', () => dialog('new-game').close());
  form.addEventListener('submit', start);
  // What was refused is asked again.
  button('start-game').addEventListener('click', () => select('opening').setCustomValidity(''));
}

/** The next game of the same players, who change sides; after an opening the other one opens. @param {App} app @param {Play} play */
export function offerRematch(app, play) {
  button('rematch').addEventListener('click', () => {
    const { people, agent, opening } = play.setup;
    if (opening) {
      const person = { first: /** @type {const} */ ('second'), second: /** @type {const} */ ('first'), both: /** @type {const} */ ('both') }[opening.person];
      return play.open(app.game, new Opening(app, play, { setup: play.setup, rule: opening.rule, person, decisions: [], own: 0 }));
    }
    const changed = people === 'black' || people === 'white' ? otherSide(people) : null;
    play.begin(app.game, { ...play.setup, people: changed ?? people, seed: newSeed() });
    if (changed) app.notice(message(`play.rematch-${changed}`, { name: agentName(agent) }));
  });
}
