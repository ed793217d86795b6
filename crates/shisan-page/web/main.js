// Puts the page together.

import './ui/translate.js';
import { Analysis } from './analysis/analysis.js';
import { showAnalysis } from './analysis/panel.js';
import { button } from './dom.js';
import { BrowserEngine } from './engine/browser.js';
import { RULES } from './game/game.js';
import { FindLevel, showFindLevel } from './play/find-level.js';
import { keepLastGame } from './play/last-game.js';
import { newGameDialog, offerRematch } from './play/new-game.js';
import { showPlay } from './play/panel.js';
import { Play } from './play/play.js';
import { showPuzzles } from './puzzles/panel.js';
import { Puzzles } from './puzzles/puzzles.js';
import { setFile } from './puzzles/set.js';
import { Solving } from './puzzles/solving.js';
import { showReview } from './review/panel.js';
import { Review } from './review/review.js';
import { keepAddress, positionOf } from './ui/address.js';
import { App } from './ui/app.js';
import { takePresses } from './ui/confirm.js';
import { showEditing } from './ui/edit-panel.js';
import { openAddress } from './ui/files.js';
import { showFiles } from './ui/files-panel.js';
import { showGraph } from './ui/graph.js';
import { showMoves } from './ui/moves-panel.js';
import { showNotes } from './ui/notes-panel.js';
import { showSettings } from './ui/settings.js';
import { soundStones } from './ui/sounds.js';
import { workOffline } from './ui/offline.js';
import { showTabs } from './ui/tabs.js';
import { showGame } from './ui/view.js';
import { showWalk } from './ui/walk.js';

const app = new App();
const play = new Play(app);
const findLevel = new FindLevel(app, play);
const analysis = new Analysis(app);
const review = new Review(app);
const puzzles = new Puzzles(app, review);
const solving = new Solving(app, puzzles);

showSettings(app.settings, (error) => app.fail(error));
const lastMode = keepLastGame(app, play);
keepAddress(app, (fragment) => {
  try {
    const position = positionOf(fragment);
    if (!position) return;
    app.setMode('analyse');
    app.clearNotice();
    openAddress(app, position);
  } catch (error) {
    app.fail(error);
  }
});
showGame(app);
soundStones(app);
showMoves(app);
showNotes(app);
showEditing(app, (turned, moved) => play.turn(turned, moved));
showWalk(app);
showGraph(app);
showPlay(app, play, findLevel);
showFindLevel(app, play, findLevel);
showAnalysis(app, analysis);
showReview(app, review);
showPuzzles(app, puzzles, solving, review);
showFiles(app);
newGameDialog(app, play, findLevel);
offerRematch(app, play);
takePresses(app);
showTabs(app);
app.addEventListener('walk', () => play.lookAway());
button('banner-retry').addEventListener('click', () => {
  app.game.dispatchEvent(new Event('change'));
  app.retry();
});
if (lastMode === 'play') play.resume();
else if (lastMode) app.setMode(lastMode);
if (app.engine instanceof BrowserEngine) workOffline(RULES.map(setFile));
