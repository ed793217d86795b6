// The report of a match, or of several: tables, and every game on the board.

import { byId } from '../web/dom.js';
import { read } from './data.js';
import { Games } from './games.js';
import { Replay } from './replay.js';
import { showCross, showFaults, showOpenings, showRanks, showSettings, showTimes } from './tables.js';

const report = read(byId('data').textContent ?? '');
const { engines, games, matches } = report;
const title = engines.length === 2 ? `${engines[0].name} – ${engines[1].name}` : `Match of ${engines.length} engines`;
document.title = title;
byId('title').textContent = title;
const rules = new Set(matches.map(({ header }) => (header ? `${header.config.game.rule} ${header.config.game.size}` : 'records')));
byId('about').textContent = `${games.length} games, ${[...rules].join(', ')}`;

showRanks(report);
showCross(report);
showFaults(report);
showTimes(report);
const list = new Games(report);
showOpenings(report, (opening) => list.ofOpening(opening));
showSettings(report);

const replay = new Replay(report, list);
list.addEventListener('open', (event) => replay.open(/** @type {CustomEvent} */ (event).detail));

function openAddress() {
  const place = Number(/^#game-(\d+)$/.exec(location.hash)?.[1]) - 1;
  if (place in games) replay.open(place);
}
addEventListener('hashchange', openAddress);
openAddress();
