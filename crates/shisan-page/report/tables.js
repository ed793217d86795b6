// The tables above and below the games.

import { byId, h } from '../web/dom.js';
import { seconds, timeText } from './data.js';

/** @typedef {import('./data.js').Report} Report */
/** @typedef {string | number | Node} Cell a number stands at the right */

/** Openings that are shown at first. */
const SHOWN = 25;
/** From so many games an opening that one colour always wins is called one-sided. */
const ENOUGH = 4;

/** @param {Cell} cell */
const isFigure = (cell) => typeof cell === 'number' || (cell instanceof Element && cell.classList.contains('figure'));

/**
 * A table that scrolls by itself where it is wider than the screen; the first column names the row.
 * @param {string} caption @param {string[]} heads @param {Cell[][]} rows
 */
export function table(caption, heads, rows) {
  const isNumber = heads.map((_, column) => rows.some((row) => isFigure(row[column])));
  const style = (/** @type {number} */ column) => ({ class: isNumber[column] && 'number' });
  const cell = (/** @type {Cell} */ content, /** @type {number} */ column) => {
    const shown = content instanceof Node ? content : String(content);
    return column === 0 ? h('th', { scope: 'row', ...style(column) }, shown) : h('td', style(column), shown);
  };
  return h(
    'div',
    { class: 'wide', role: 'region', tabindex: 0, 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', {}, caption),
      h('thead', {}, h('tr', {}, ...heads.map((head, column) => h('th', { scope: 'col', ...style(column) }, head)))),
      h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map(cell)))),
    ),
  );
}

const dash = '–';
const signed = (/** @type {number} */ value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(0)}`;
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
const number = (/** @type {Cell} */ content) => h('span', { class: 'figure' }, String(content));
const count = (/** @type {number} */ value) => (value > 0 ? h('strong', { class: 'figure bad' }, String(value)) : number(0));
const note = (/** @type {string} */ text) => h('p', { class: 'about' }, text);

/** @param {Report} report */
export function showRanks({ ratings }) {
  const place = byId('ranks');
  ratings.groups.forEach((group, index) => {
    const of = ratings.groups.length > 1 ? `, group ${index + 1} of ${ratings.groups.length}` : '';
    const base = group.anchor === null ? 'the mean is 0' : `${group.anchor} was given its Elo`;
    const rows = group.players.map((player) => [
      player.name,
      player.rank,
      signed(player.elo),
      `± ${player.elo_error.toFixed(0)}`,
      player.los === null ? dash : percent(player.los),
      player.games,
      percent(player.score),
      player.wins,
      player.draws,
      player.losses,
      signed(player.opponents_elo),
    ].map((cell, column) => ([2, 3, 4, 6, 10].includes(column) ? number(cell) : cell)));
    const heads = ['Engine', 'Rank', 'Elo', '95 %', 'Stronger than next', 'Games', 'Score', 'Won', 'Drawn', 'Lost', 'Opponents'];
    place.append(table(`Elo by one fit to all results${of}: ${base}`, heads, rows));
    if (!group.bounded && group.players.length > 1) {
      place.append(note(`Some of these players won or lost every game: only a prior of ${ratings.prior} Elo keeps their distances finite.`));
    }
  });
  if (ratings.groups.length > 1) place.append(note('No game connects the groups: their Elo cannot be compared.'));
  if (ratings.skipped_games > 0) place.append(note(`${ratings.skipped_games} games without a result or the names of two players are left out.`));
  if (ratings.changed_engines.length > 0) {
    place.append(note(`The program or the files of these engines were not the same in all games: ${ratings.changed_engines.join(', ')}.`));
  }
}

/** The engines by their places, the strongest first. @param {Report} report */
export function ranked({ ratings, engines }) {
  const places = new Map(engines.map(({ name }, place) => [name, place]));
  return ratings.groups.flatMap(({ players }) => players.map(({ name }) => places.get(name) ?? 0));
}

/** @param {Report} report */
export function showCross(report) {
  const { engines, encounters } = report;
  const order = ranked(report);
  /** @type {Map<string, {games: number[], pairs: number[]}>} */
  const results = new Map();
  for (const { players, games, pairs } of encounters) {
    results.set(players.join(), { games, pairs });
    results.set([...players].reverse().join(), { games: [...games].reverse(), pairs: [...pairs].reverse() });
  }
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    const found = results.get([row, column].join());
    if (!found) return h('span', { class: 'none' }, row === column ? '' : dash);
    const [wins, draws, losses] = found.games;
    const points = wins + draws / 2;
    const pairs = found.pairs.some((count) => count > 0) ? [h('small', {}, found.pairs.join(' · '))] : [];
    return h('span', { class: 'encounter' }, `${points} : ${losses + draws / 2}`, ...pairs);
  };
  const heads = ['Engine', ...order.map((_, rank) => String(rank + 1))];
  const rows = order.map((row, rank) => [`${rank + 1} ${engines[row].name}`, ...order.map((column) => cell(row, column))]);
  byId('cross').append(table('Points of the row : points of the column; below, pairs won · split · lost', heads, rows));
}

/** @param {Report} report */
export function showFaults({ engines, ...report }) {
  const rows = ranked({ engines, ...report }).map((place) => {
    const it = engines[place];
    const counts = [it.crashes, it.timeouts, it.illegal_moves, it.fouls, it.late_moves, it.stray_lines].map(count);
    const latest = it.latest_ms === null ? dash : `${it.latest_ms > 0 ? '+' : '−'}${timeText(Math.abs(it.latest_ms))}`;
    const memory = it.memory_mib === null ? dash : `${it.memory_mib.toFixed(0)} MiB`;
    return [it.name, ...counts, number(latest), number(memory), it.last_error ?? ''];
  });
  const heads = ['Engine', 'Crashes, hangs', 'Time losses', 'Illegal moves', 'Fouls', 'Late, forgiven', 'Stray lines', 'Latest move', 'Memory', 'Last error'];
  byId('faults').append(table('Games lost by faults; the latest move beside its limit', heads, rows));
}

/** @param {Report} report */
export function showTimes({ engines, ...report }) {
  const time = (/** @type {number | null} */ ms) => number(ms === null ? dash : timeText(ms));
  const large = (/** @type {number | null} */ value) => number(value === null ? dash : Math.round(value).toLocaleString('en'));
  const rows = ranked({ engines, ...report }).map((place) => {
    const it = engines[place];
    const depth = number(it.mean_depth === null ? dash : it.mean_depth.toFixed(1));
    return [it.name, it.moves, time(it.mean_ms), time(it.p99_ms), time(it.max_ms), depth, large(it.mean_nodes), large(it.nodes_per_second)];
  });
  const heads = ['Engine', 'Moves', 'Mean', '99th percentile', 'Longest', 'Depth', 'Nodes a move', 'Nodes a second'];
  byId('times').append(table('Time of a move, and what the engines report of their searches', heads, rows));
}

/** @param {Report} report @param {(opening: number) => void} show */
export function showOpenings({ openings }, show) {
  const place = byId('openings');
  if (openings.length === 0) {
    place.append(note('The games are records, which do not say where their openings end.'));
    return;
  }
  const total = (/** @type {number[]} */ games) => games.reduce((sum, count) => sum + count, 0);
  const isOneSided = (/** @type {number[]} */ games) => total(games) >= ENOUGH && Math.max(games[0], games[2]) === total(games);
  const order = openings.map((_, index) => index);
  order.sort((a, b) => Number(isOneSided(openings[b].games)) - Number(isOneSided(openings[a].games)) || total(openings[b].games) - total(openings[a].games));
  const row = (/** @type {number} */ index) => {
    const { moves, games, pairs, split } = openings[index];
    const button = h('button', { type: 'button', class: 'link' }, moves || 'empty board');
    button.addEventListener('click', () => show(index));
    const word = isOneSided(games) ? h('strong', { class: 'bad' }, `${games[0] > 0 ? 'Black' : 'White'} always won`) : '';
    return [button, total(games), ...games, pairs, split, word];
  };
  const heads = ['Opening', 'Games', 'Black won', 'Drawn', 'White won', 'Pairs', 'Split', 'One-sided'];
  const caption = 'Openings with their mirror images; a split pair was won by the same colour twice';
  let shown = SHOWN;
  const draw = () => table(caption, heads, order.slice(0, shown).map(row));
  let drawn = draw();
  place.append(drawn);
  if (order.length <= SHOWN) return;
  const more = h('button', { type: 'button' }, `Show all ${order.length} openings`);
  more.addEventListener('click', () => {
    shown = order.length;
    const all = draw();
    drawn.replaceWith(all);
    drawn = all;
    more.remove();
    all.focus();
  });
  place.append(more);
}

/** @param {Report} report */
export function showSettings({ version, command, matches }) {
  const place = byId('settings');
  const list = (/** @type {[string, string][]} */ pairs) =>
    h('dl', {}, ...pairs.filter(([, value]) => value).flatMap(([key, value]) => [h('dt', {}, key), h('dd', {}, value)]));
  place.append(list([['Report by', `Shisan ${version}`], ['Command', command]]));
  matches.forEach(({ files, header, seed, machines }, index) => {
    const name = matches.length > 1 ? `Match ${index + 1}: ${files.join(', ')}` : 'Match';
    const part = h('details', { open: matches.length === 1 }, h('summary', {}, name));
    place.append(part);
    if (!header) {
      part.append(list([['Files', files.join(', ')]]));
      return;
    }
    const { config } = header;
    const { rule, size, ...game } = config.game;
    part.append(
      list([
        ['Files', files.join(', ')],
        ['Rule and board', `${rule}, ${size}`],
        ['Tournament', `${config.tournament}, ${config.games} games of every two engines`],
        ['Openings', config.openings.name],
        ['Seed', seed ?? ''],
        ['Sequential test', config.sprt ? settingText(config.sprt) : ''],
        ['Played by', `Shisan ${header.version}`],
        ['Machine', machines.join('; ')],
        ['Games', settingText(game)],
      ]),
      table(
        `Engines${matches.length > 1 ? ` of match ${index + 1}` : ''}, with hashes of their programs and of the files that their commands name`,
        ['Engine', 'Command', 'Limits', 'Program', 'Files'],
        config.engines.map((engine, place) => {
          const files = Object.entries(header.files?.[place] ?? {}).map(([file, hash]) => `${file} ${hash}`);
          return [engine.name, h('code', {}, engine.command), limits(engine), h('code', {}, header.programs[place] ?? dash), h('code', {}, files.join(', '))];
        }),
      ),
    );
  });
}

/** A setting in words: a time, a value, or several with their names. @param {unknown} value @returns {string} */
function settingText(value) {
  if (value === null) return 'none';
  if (typeof value !== 'object') return value === true ? 'yes' : value === false ? 'no' : String(value);
  if ('secs' in value) return `${seconds(/** @type {import('./data.js').Time} */ (value))} s`;
  const parts = Object.entries(value).map(([key, part]) => `${key.replaceAll('_', ' ')} ${settingText(part)}`);
  return parts.join(', ');
}

/** @param {import('./data.js').Settings} engine */
function limits({ time, limits }) {
  const words = [];
  if (time.turn) words.push(`${seconds(time.turn)} s a move`);
  if (time.game) words.push(`${seconds(time.game)} s a game`);
  if (seconds(time.increment) > 0) words.push(`${seconds(time.increment)} s increment`);
  if (limits.nodes !== null) words.push(`${limits.nodes} nodes`);
  if (limits.depth !== null) words.push(`depth ${limits.depth}`);
  if (limits.threads !== null) words.push(limits.threads === 1 ? '1 thread' : `${limits.threads} threads`);
  if (limits.memory > 0) words.push(`${Math.round(limits.memory / 2 ** 20)} MiB`);
  return [...words, ...limits.options.map(([key, value]) => `${key} ${value}`)].join(', ');
}
