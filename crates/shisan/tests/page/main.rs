//! The page in a real browser: Chromium, driven over `WebDriver`.
//!
//! `.ci/page` installs what this needs. With `PAGE_SITE=FOLDER` the static page of that folder is tested,
//! with the engine in the browser, instead of the one that `shisan serve` has. With `PAGE_SHOTS=FOLDER`
//! pictures of the main states are left there, a path from the root of the repository. With `CHROMIUM=PROGRAM`
//! that browser is used, not the one that chromedriver finds.

mod adviser;
mod analysis;
mod browser;
mod command;
mod elements;
mod files;
mod games;
mod languages;
mod layout_shift;
mod openings;
mod page;
mod pictures;
mod play;
mod puzzles;
mod redraw;
mod report_file;
mod review;
mod review_file;
mod rules;
mod searches;
mod server;
mod settings;
mod site;
mod states;
mod trees;
