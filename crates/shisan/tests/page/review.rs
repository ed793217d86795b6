//! A whole game is reviewed, and a puzzle is made of it.

use std::fs;
use std::path::Path;

use fantoccini::Locator;
use fantoccini::elements::Element;
use serde_json::json;

use super::adviser::answer;
use super::browser::{Screen, until};
use super::page::Page;
use super::states::Look::Light;
use super::states::check;

/// Rule, size and moves of the longest game of `data/positions/games.txt`, the first one of many as long.
fn longest_game() -> [String; 3] {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/positions/games.txt");
    let text = fs::read_to_string(path).expect("the games");
    let games = text.lines().filter(|line| !line.starts_with('#'));
    let length =
        |game: &&str| super::page::split(game.rsplit(' ').next().unwrap_or_default()).len();
    let longest = games.rev().max_by_key(length).expect("a game");
    let fields: Vec<String> = longest.split(' ').map(str::to_owned).collect();
    fields.try_into().expect("rule, size and moves")
}

/// A game of renju, for which the page has no set of puzzles, with missed wins and losing moves.
const MISTAKES: &str = "h8g10f6i9g6f9g9f10h6e6j6i6i7k5g5j8f4e3g7g8g3g4e5d4h2a1i1";

/// Reviews that game at the lowest effort, to its end.
fn reviewed() -> Page {
    let page = Page::open_at(Screen::Desktop, &format!("#rule=renju&size=15&moves={MISTAKES}"));
    page.click("tab", "Review");
    page.choose("Effort of the review", "Quick");
    page.click("button", "Review the game");
    let positions = super::page::split(MISTAKES).len() + 1;
    // As long as it goes on: a busy machine may take a minute for each.
    for done in 1..=positions {
        expect_progress(&page, done);
    }
    page.expect(&format!("{positions} positions, done"));
    page
}

/// Waits until this many positions are done.
fn expect_progress(page: &Page, positions: usize) {
    let value = |bar: &Element| -> Result<usize, String> {
        let value = page.attempt(bar.attr("value"))?.unwrap_or_default();
        value.parse().map_err(|_| value)
    };
    let bar = page.find("progressbar", "Progress of the review");
    until("progress", || match value(&bar)? {
        count if count >= positions => Ok(()),
        count => Err(format!("{count} of {positions} positions")),
    });
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_stopped_review_keeps_what_it_found() {
    let [rule, size, moves] = longest_game();
    let page = Page::open_at(Screen::Desktop, &format!("#rule={rule}&size={size}&moves={moves}"));
    page.click("tab", "Review");
    page.click("button", "Review the game");
    expect_progress(&page, 2);
    page.click("button", "Stop");
    page.expect(" positions, stopped");
    let judged = count(&page, "Best") + count(&page, "Good");
    assert!(judged > 0, "{}", page.text("tabpanel", "Review"));
    page.click("button", "Review again");
    page.expect(" positions");
    page.click("tab", "Play");
    page.click("tab", "Review");
    // It goes on while another tab is shown.
    expect_progress(&page, 2);
    page.click("button", "Stop");
    page.expect(" positions, stopped");
}

/// A game with moves that keep a proved win of White or lose a lost game: the search alone sees less than a
/// win at some of them.
const PROVED: &str = "#rule=freestyle&size=15&moves=h8e11f7f11g11f12f9d10g13e10d9c9b8e12e9e14e13h9g10g12h12d12c12h13i14f10c13f13f14h11a1i10";

#[test]
#[ignore = "needs a browser: .ci/page"]
fn what_keeps_a_proved_win_or_loses_a_lost_game_is_no_mistake() {
    let page = Page::open_at(Screen::Desktop, PROVED);
    page.click("tab", "Review");
    page.choose("Effort of the review", "Quick");
    page.click("button", "Review the game");
    page.expect(" positions, done");
    for name in ["8 d10 , white", "9 g13 , black", "11 d9 , black"] {
        // A mistake would be in the name.
        page.click("button", name);
        let value = until("the value of the position", || {
            let label = "return document.querySelector('svg.graph').getAttribute('aria-label')";
            let label = page.script(label, vec![]).as_str().unwrap_or_default().to_owned();
            if label.contains("; here: ") { Ok(label) } else { Err(label) }
        });
        assert!(value.contains("; here: White wins in "), "{name}: {value}");
        let text = page.text("tabpanel", "Review");
        assert!(text.contains(": best") && !text.contains(", proved"), "{name}: {text}");
    }
}

/// How many moves of both sides are of this class.
fn count(page: &Page, class: &str) -> usize {
    let script = "return [...document.querySelectorAll('tr')]
        .find((row) => row.querySelector('th').textContent === arguments[0]).innerText";
    let row = page.script(script, vec![json!(class)]);
    let numbers = row.as_str().unwrap_or_default().split_whitespace();
    numbers.filter_map(|word| word.parse::<usize>().ok()).sum()
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_game_has_proved_mistakes_and_a_puzzle() {
    let page = reviewed();
    let proved = count(&page, "Missed win ✕") + count(&page, "Losing move ✕");
    assert!(proved > 0, "no proved mistakes");
    assert!(page.text("tabpanel", "Review").contains("Accuracy"));

    // From mistake to mistake, until a proved one.
    page.click("button", "To the start");
    let text = until("a proved mistake", || {
        page.click("button", "Next mistake");
        let text = page.text("tabpanel", "Review");
        if text.contains(", proved") { Ok(text) } else { Err(text) }
    });
    assert_eq!(page.drawn(".ring.bad"), 1);
    check(&page, "review", &[(Light, "review")]);
    let names = ["Show the missed win", "Show black’s win", "Show white’s win"];
    let name = names.into_iter().find(|name| text.contains(name));
    page.click("button", name.expect("a way to see the proof"));
    page.expect(" wins: ");
    // Move by move.
    for stones in 1..=3 {
        until("a part of the win", || match page.drawn(".ghost .number") {
            count if count == stones => Ok(()),
            count => Err(format!("{count} of {stones} stones")),
        });
        page.click("button", "Forward");
    }
    guess_first(&page);
    solve_a_puzzle(&page);
}

/// The mistakes are hidden until they are asked for.
fn guess_first(page: &Page) {
    page.click("button", "To the start");
    page.click("checkbox", "Guess first, reveal later");
    page.click("button", "Next mistake");
    page.expect("a mistake. Find a better move for");
    assert_eq!(page.drawn(".ring.bad"), 0);
    // The engine judges a guess.
    page.press("a1");
    page.expect("Try again, or reveal the answer.");
    assert_eq!(page.drawn(".ring.bad"), 0);
    page.click("button", "Reveal");
    until("the mistake", || match page.drawn(".ring.bad") {
        1 => Ok(()),
        count => Err(format!("{count} rings")),
    });
}

/// Fails a puzzle of the reviewed game, then solves it.
fn solve_a_puzzle(page: &Page) {
    page.click("tab", "Puzzles");
    page.click("button", "Find puzzles in the reviewed game");
    page.expect("new puzzle");
    page.expect("to move and win in");
    let position = page.moves();
    check(page, "puzzle", &[(Light, "puzzle")]);

    let first = winning_move(page);
    let wrong = page.cells_labelled("empty").into_iter().find(|cell| *cell != first);
    let wrong = wrong.expect("another cell");
    page.press(&wrong);
    page.expect(&format!("{wrong} does not win. Try again."));
    page.expect("not yet");
    assert_eq!(page.moves(), position);

    loop {
        let played = page.moves().len();
        page.press(&winning_move(page));
        let solved = until("an answer", || {
            let text = page.text("region", "Game");
            let replied = page.moves().len() == played + 2 && text.contains("go on.");
            if text.contains("Solved: five in a row.") {
                Ok(true)
            } else if replied {
                Ok(false)
            } else {
                Err(text)
            }
        });
        if solved {
            break;
        }
    }
    page.expect("✓ solved");
    let count = || page.wait(page.client().find_all(Locator::Css(".puzzle-row"))).len();
    let before = count();
    page.click("button", "Remove");
    page.expect("Removed the puzzle");
    assert_eq!(count(), before - 1);
    page.click("button", "Undo");
    page.expect("✓ solved");
    assert_eq!(count(), before);
}

/// The first move of a win that the solver proves in the puzzle on the board.
fn winning_move(page: &Page) -> String {
    let moves = page.moves();
    let attacker = if moves.len().is_multiple_of(2) { "black" } else { "white" };
    let query = json!({"action": "solve", "rule": "renju", "moves": moves.concat(),
        "attacker": attacker, "maxNodes": 500_000});
    let answer = answer(&query);
    let line = &answer["proof"]["line"];
    line[0].as_str().unwrap_or_else(|| panic!("no win in {answer}")).to_owned()
}
