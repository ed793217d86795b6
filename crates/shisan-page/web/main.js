// Puts the page together.

import { App } from './app.js';
import { Analysis } from './analysis.js';
import { Play } from './play.js';
import { keepAddress, openPosition, positionOf } from './address.js';
import { keepLastGame, setAside } from './last-game.js';
import { newGameDialog } from './new-game.js';
import { showAnalysis } from './analysis-panel.js';
import { showFiles } from './files-panel.js';
import { showGame } from './view.js';
import { showGraph } from './graph.js';
import { showMoves } from './moves-panel.js';
import { showPlay } from './play-panel.js';
import { showSettings } from './settings-panel.js';
import { showTabs } from './tabs.js';
import { takePresses } from './confirm.js';
import { Puzzles } from './puzzles.js';
import { Review } from './review.js';
import { Solving } from './solving.js';
import { showPuzzles } from './puzzles-panel.js';
import { offerRematch } from './rematch.js';
import { showReview } from './review-panel.js';
import { button } from './dom.js';

const app = new App();
const play = new Play(app);
const analysis = new Analysis(app);
const review = new Review(app);
const puzzles = new Puzzles(app, review);
const solving = new Solving(app, puzzles);

showSettings(app.settings);
const lastMode = keepLastGame(app, play);
keepAddress(app, (fragment) => {
  try {
    const position = positionOf(fragment);
    if (!position) return;
    app.setMode('analyse');
    setAside(app.game);
    openPosition(app.game, position);
  } catch (error) {
    app.fail(error);
  }
});
showGame(app);
showMoves(app);
showGraph(app);
showPlay(app, play);
showAnalysis(app, analysis);
showReview(app, review);
showPuzzles(app, puzzles, solving, review);
showFiles(app);
newGameDialog(app, play);
offerRematch(app, play);
takePresses(app);
showTabs(app);
app.addEventListener('walk', () => play.leave());
button('banner-retry').addEventListener('click', () => {
  app.game.dispatchEvent(new Event('change'));
  app.retry();
});
// A position that somebody sent is looked at first.
if (lastMode === 'play') play.resume();
else if (lastMode) app.setMode(lastMode);
