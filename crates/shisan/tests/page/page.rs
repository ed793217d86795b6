//! The page in words of its users.

use std::ops::Deref;

use fantoccini::Locator;
use fantoccini::elements::Element;
use fantoccini::key::Key;
use serde_json::{Value, json};

use super::browser::{Browser, Screen, until};
use super::site::{Server, Site};

/// The page in a browser, and what serves it.
pub(crate) struct Page {
    browser: Browser,
    site: Site,
}

impl Deref for Page {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl Page {
    /// Opens the page as it is the first time.
    pub(crate) fn open(screen: Screen) -> Self {
        Self::open_at(screen, "")
    }

    /// Opens the page with the position of a fragment.
    pub(crate) fn open_at(screen: Screen, fragment: &str) -> Self {
        let site = Site::start();
        let address = format!("{}{fragment}", site.address());
        Self::open_from(site, screen, &address)
    }

    /// Opens an address of `site`.
    pub(crate) fn open_from(site: Site, screen: Screen, address: &str) -> Self {
        let page = Self { site, browser: Browser::start(screen) };
        page.goto(address);
        page.expect_ready();
        page
    }

    #[track_caller]
    pub(crate) fn reload(&self) {
        self.wait(self.client().refresh());
        self.expect_ready();
    }

    /// Waits until the page can be used, which is after it has loaded: its texts come later. Cells have names
    /// once it is put together.
    #[track_caller]
    fn expect_ready(&self) {
        let cell = Locator::Css("[role=gridcell][aria-label]");
        until("page that can be used", || self.attempt(self.client().find(cell)));
    }

    pub(crate) fn server(&mut self) -> &mut Server {
        match &mut self.site {
            Site::Server(server) => server,
            Site::Static(_) | Site::Gone => panic!("a page without a server"),
        }
    }

    /// Ends what serves the page.
    pub(crate) fn end_site(&mut self) {
        self.site = Site::Gone;
    }

    /// The moves on the board, as the labels of its cells number them.
    pub(crate) fn moves(&self) -> Vec<String> {
        let number = |label: &String| {
            let (_, number) = label.split_once(", move ")?;
            number.split(',').next()?.parse::<usize>().ok()
        };
        let mut moves = self.labels(", move ");
        moves.sort_by_key(number);
        moves.iter().map(|label| cell_of(label).to_owned()).collect()
    }

    /// The cell of this name.
    #[track_caller]
    pub(crate) fn cell(&self, name: &str) -> Element {
        until(&format!("cell {name}"), || {
            let selector = format!("[role=gridcell][aria-label^='{name}, ']");
            self.attempt(self.client().find(Locator::Css(&selector)))
        })
    }

    /// Clicks or taps a cell.
    #[track_caller]
    pub(crate) fn press(&self, name: &str) {
        until(&format!("a click on {name}"), || self.attempt(self.cell(name).click()));
    }

    /// What a screen reader says about a cell.
    pub(crate) fn label(&self, name: &str) -> String {
        self.wait(self.cell(name).attr("aria-label")).unwrap_or_default()
    }

    /// Waits until the label of a cell is this.
    #[track_caller]
    pub(crate) fn expect_label(&self, label: &str) {
        let name = cell_of(label);
        until(&format!("label “{label}”"), || {
            let found = self.label(name);
            if found == label { Ok(()) } else { Err(found) }
        });
    }

    /// The labels of cells that have this part.
    fn labels(&self, part: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll('[role=gridcell]')]
            .map((cell) => cell.getAttribute('aria-label')).filter((label) => label.includes(arguments[0]))";
        let labels = self.script(script, vec![json!(part)]);
        let labels = labels.as_array().into_iter().flatten().filter_map(Value::as_str);
        labels.map(str::to_owned).collect()
    }

    /// The names of the cells whose labels have this part.
    pub(crate) fn cells_labelled(&self, part: &str) -> Vec<String> {
        self.labels(part).iter().map(|label| cell_of(label).to_owned()).collect()
    }

    /// Waits until this is said beside the board.
    #[track_caller]
    pub(crate) fn expect(&self, part: &str) {
        self.expect_text("region", "Game", part);
    }

    /// Waits until this is said to screen readers.
    #[track_caller]
    pub(crate) fn expect_said(&self, part: &str) {
        until(&format!("“{part}” said"), || {
            let log = self.client().find(Locator::Css("[role=log]"));
            let text = self.attempt(self.attempt(log)?.prop("textContent"))?.unwrap_or_default();
            if text.contains(part) { Ok(()) } else { Err(text) }
        });
    }

    /// Waits until the banner says this.
    #[track_caller]
    pub(crate) fn expect_alert(&self, part: &str) {
        until(&format!("“{part}” in the banner"), || match self.alert() {
            Some(text) if text.contains(part) => Ok(()),
            other => Err(format!("{other:?}")),
        });
    }

    /// What the banner says, if it is there.
    pub(crate) fn alert(&self) -> Option<String> {
        let script = "return [...document.querySelectorAll('[role=alert]')]
            .filter((alert) => alert.checkVisibility()).map((alert) => alert.innerText).join('\\n')";
        let text = self.script(script, vec![]).as_str().unwrap_or_default().to_owned();
        Some(text).filter(|text| !text.is_empty())
    }

    /// Waits until it is the user's turn with this many moves played, or the game is over; says which.
    #[track_caller]
    pub(crate) fn is_over_after(&self, moves: usize) -> bool {
        until(&format!("turn after {moves} moves"), || {
            let side =
                self.attempt(self.client().find(Locator::Css("section[aria-label=Game]")))?;
            let text = self.attempt(side.text())?;
            if text.contains("wins with five in a row") {
                return Ok(true);
            }
            let played = self.moves().len();
            if text.contains("Your move") && played == moves { Ok(false) } else { Err(text) }
        })
    }

    /// Starts a game between two people.
    pub(crate) fn start_for_two(&self, rule: &str) {
        self.click("button", "New game");
        self.choose("Rule", rule);
        self.choose("You play", "Both sides, for two people");
        self.click("button", "Start");
        until("the end of the dialog", || {
            if self.has("dialog", "New game") { Err("it is open".to_owned()) } else { Ok(()) }
        });
    }

    /// Starts a game with Black against the weakest level.
    pub(crate) fn start_against_weakest(&self) {
        self.click("button", "New game");
        let strength = self.find("slider", "Strength");
        self.wait(strength.send_keys(&Key::Home.to_string()));
        self.click("button", "Start");
    }

    /// Starts a game with Black against a published agent, or Shisan.
    pub(crate) fn start_against(&self, opponent: &str) {
        self.click("button", "New game");
        self.choose("You play", "Black, and move first");
        self.choose("Opponent", opponent);
        self.click("button", "Start");
    }

    /// Types moves into the field for them.
    pub(crate) fn type_moves(&self, moves: &str) {
        for name in split(moves) {
            let before = self.moves().len();
            self.fill("textbox", "Type a move", &name);
            self.keys([Key::Enter]);
            until(&format!("move {name}"), || {
                if self.moves().len() > before { Ok(()) } else { Err(self.moves().concat()) }
            });
        }
    }
}

/// The name at the start of a cell's label.
pub(crate) fn cell_of(label: &str) -> &str {
    label.split(',').next().unwrap_or_default()
}

/// The names in a pos string such as `h8i10`.
pub(crate) fn split(moves: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for sign in moves.chars() {
        let begins = sign.is_ascii_alphabetic()
            && names.last().is_none_or(|name| name.ends_with(|sign: char| sign.is_ascii_digit()));
        if begins {
            names.push(String::new());
        }
        names.last_mut().expect("a letter first").push(sign);
    }
    names
}
