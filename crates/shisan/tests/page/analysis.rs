//! The analysis of the position on the board.

use fantoccini::Locator;
use fantoccini::key::Key;
use serde_json::json;

use super::browser::{Screen, until};
use super::page::Page;

/// A position with several good moves.
pub(crate) const POSITION: &str = "#rule=freestyle&size=15&moves=h8i9h9h7";

/// The lines that are shown: each is a button in the list of them.
fn lines(page: &Page) -> Vec<String> {
    let script = "return [...document.querySelectorAll('ol[aria-label=\"Best lines\"] button')]
        .map((line) => line.innerText.replace(/\\s+/g, ' '))";
    let lines = page.script(script, vec![]);
    let lines = lines.as_array().into_iter().flatten().filter_map(|line| line.as_str());
    lines.map(str::to_owned).collect()
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_best_lines_appear_and_are_played_out() {
    let page = Page::open_at(Screen::Desktop, POSITION);
    page.click("tab", "Analyse");
    page.choose("Effort", "Quick");
    page.fill("spinbutton", "Lines", "4");
    page.keys([Key::Tab]);
    until(
        "four lines",
        || {
            if lines(&page).len() == 4 { Ok(()) } else { Err(lines(&page).concat()) }
        },
    );
    until("end of the search", || {
        let text = page.text("tabpanel", "Analyse");
        if text.contains("nodes") && !text.contains("Searching") { Ok(()) } else { Err(text) }
    });
    assert_eq!(page.drawn(".candidate"), 4);
    let best = lines(&page).remove(0);
    let cell =
        best.split(' ').find(|word| word.starts_with(|sign: char| sign.is_ascii_lowercase()));
    let cell = cell.expect("a cell");
    page.expect_label(&format!("{cell}, empty, line 1"));

    let stones = page.drawn(".stone");
    hover(&page, &best);
    until("line played out", || match page.drawn(".candidate") {
        0 => Ok(()),
        count => Err(format!("{count} candidates")),
    });
    assert!(page.drawn(".stone") > stones, "stones of the line");
    page.press(cell);
    page.expect_label(&format!("{cell}, black, move 5, last move"));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_line_is_gone_through_with_the_arrows() {
    // Black mates by fours.
    let page = Page::open_at(Screen::Desktop, "#rule=renju&size=15&moves=h8h9i9g7i10j10g8f6f8e8");
    page.choose("Effort", "Quick");
    page.fill("spinbutton", "Lines", "1");
    page.keys([Key::Tab]);
    let best = until("a proved line", || {
        let best = lines(&page).into_iter().next().unwrap_or_default();
        if best.contains("wins in") { Ok(best) } else { Err(best) }
    });
    hover(&page, &best);
    until("the line", || match page.drawn(".ghost") {
        0 => Err("no stone".to_owned()),
        _ => Ok(()),
    });
    page.click("button", "To the start");
    until("no stone of the line", || match page.drawn(".ghost .number") {
        0 => Ok(()),
        count => Err(format!("{count} stones")),
    });
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_tap_on_a_line_plays_it_out_and_the_next_one_makes_its_move() {
    let page = Page::open_at(Screen::Phone, POSITION);
    page.choose("Effort", "Quick");
    let best = until("lines", || {
        let text = page.text("tabpanel", "Analyse");
        let line = lines(&page).into_iter().next().ok_or_else(|| text.clone())?;
        if text.contains("Searching") { Err(text) } else { Ok(line) }
    });
    // The arrows are below the board, in sight.
    let (_, y, _, height) = page.wait(page.find("button", "Forward").rectangle());
    assert!(y + height <= 740.0, "the arrows are at {y}");
    page.click("button", &best);
    until("the line", || match page.drawn(".ghost .number") {
        0 => Err("no stone".to_owned()),
        _ => Ok(()),
    });
    assert_eq!(page.moves().len(), 4, "nothing is played");
    page.click("button", &best);
    until("its move", || match page.moves().len() {
        5 => Ok(()),
        count => Err(format!("{count} moves")),
    });
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_engine_and_its_moves_can_be_chosen() {
    let page = Page::open_at(Screen::Desktop, POSITION);
    page.choose("Effort", "Quick");
    page.expect_text("tabpanel", "Analyse", "/s");
    page.choose("Moves to look for", "Most balanced moves");
    // Black is ahead, but may give that away.
    until("lines next to half", || {
        let value = |line: &String| line.split(' ').nth(1)?.strip_suffix('%')?.parse::<i32>().ok();
        let values: Vec<i32> = lines(&page).iter().filter_map(value).collect();
        let is_balanced = values.len() == 3 && values.iter().all(|value| (40..=60).contains(value));
        if is_balanced { Ok(()) } else { Err(format!("{values:?}")) }
    });
    page.wait(page.wait(page.client().find(Locator::Css(".resources summary"))).click());
    // The static page and some machines have no other thread.
    if page.wait(page.find("spinbutton", "Threads").is_enabled()) {
        page.fill("spinbutton", "Threads", "1");
    }
    page.choose("Table", "16 MiB");
    page.expect("Engine: 1 thread, 16 MiB");
    page.reload();
    page.expect("Engine: 1 thread, 16 MiB");
    page.expect_text("tabpanel", "Analyse", "/s");
}

/// Points at a line with the mouse.
fn hover(page: &Page, line: &str) {
    let button = page.find("button", line);
    let (x, y, width, height) = page.wait(button.rectangle());
    page.point(x + width / 2.0, y + height / 2.0);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn lines_are_in_order_below_the_value_of_the_first() {
    let page = Page::open_at(Screen::Desktop, POSITION);
    page.click("tab", "Analyse");
    page.choose("Effort", "Quick");
    page.fill("spinbutton", "Lines", "6");
    page.keys([Key::Tab]);
    // At every moment of the search: the values of the lines, and the heading as the side to move sees it.
    let watch = r#"
        const list = document.querySelector('ol[aria-label="Best lines"]');
        const panel = list.closest('[role=tabpanel]');
        const value = (text) => {
            const number = Number(text.match(/\d+/)?.[0]);
            return text.includes('wins') ? 1000 - number : text.includes('loses') ? number - 1000 : number;
        };
        window.seen = 0;
        window.wrong = [];
        const look = () => {
            const values = [...list.children].map((line) => value(line.querySelector('.line-value').textContent));
            if (values.length === 0) return;
            window.seen++;
            const mover = panel.innerText.includes('White to move') ? 'White' : 'Black';
            const text = document.getElementById('balance-text').textContent;
            const heading = text.startsWith(mover) ? value(text) : text.includes('wins') ? -value(text) : 100 - value(text);
            const isSorted = values.every((one, i) => i === 0 || values[i - 1] >= one);
            if (!isSorted || Math.abs(heading - values[0]) > 1) window.wrong.push(`${text}: ${values}`);
        };
        new MutationObserver(look).observe(panel, { childList: true, subtree: true, characterData: true });"#;
    page.script(watch, vec![]);
    for fragment in [
        "#rule=freestyle&size=32x5&moves=q3s2",
        "#rule=freestyle&size=32x5&moves=q3s2p3r3q2",
        "#rule=freestyle&size=15&moves=g11f10g9i11j8i10g7f8h6h9",
        "#rule=renju&size=15&moves=h8g9f8g8g7",
    ] {
        page.script("window.seen = 0; location.hash = arguments[0]", vec![json!(fragment)]);
        until("the end of the search", || {
            let text = page.text("tabpanel", "Analyse");
            let seen = page.script("return window.seen", vec![]);
            let is_over = seen.as_u64() > Some(0) && !text.contains("Searching");
            if is_over && lines(&page).len() == 6 { Ok(()) } else { Err(text) }
        });
        assert_eq!(page.script("return window.wrong", vec![]), json!([]), "{fragment}");
    }
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn threats_and_losses_are_drawn() {
    let page = Page::open_at(Screen::Desktop, "#rule=freestyle&size=15&moves=h8a1h9o1h10");
    page.click("tab", "Analyse");
    page.choose("Effort", "Quick");
    page.choose("Show on the board", "Threats of Black");
    page.expect_label("h7, empty, open four for black");
    until("threats", || match (page.drawn(".threat.black"), page.drawn(".threat.white")) {
        (2.., 0) => Ok(()),
        counts => Err(format!("{counts:?}")),
    });
    for (shown, marks) in [
        ("Loss, after the search", ".heat.loss"),
        ("Move scores, before the search", ".heat.policy"),
    ] {
        page.choose("Show on the board", shown);
        until(shown, || match page.drawn(marks) {
            count if count > 1 => Ok(()),
            count => Err(format!("{count} cells")),
        });
    }
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn moves_are_allowed_and_avoided() {
    let page = Page::open_at(Screen::Phone, POSITION);
    page.choose("Effort", "Quick");
    let first = |line: &String| {
        let mut words = line.split(' ');
        words
            .find(|word| word.starts_with(|sign: char| sign.is_ascii_lowercase()))
            .map(str::to_owned)
    };
    let moves = || lines(&page).iter().filter_map(first).collect::<Vec<_>>();
    let best = until("lines", || match moves().first() {
        Some(best) if moves().len() == 3 => Ok(best.clone()),
        _ => Err(lines(&page).concat()),
    });
    page.choose("Moves to consider", "Only these moves");
    page.fill("textbox", "These moves", "a1, o15");
    page.keys([Key::Tab]);
    until("the allowed moves", || {
        let mut found = moves();
        found.sort();
        if found == ["a1", "o15"] { Ok(()) } else { Err(format!("{found:?}")) }
    });
    page.choose("Moves to consider", "All but these moves");
    page.fill("textbox", "These moves", &best);
    page.keys([Key::Tab]);
    until("the other moves", || match moves() {
        found if found.len() == 3 && !found.contains(&best) => Ok(()),
        found => Err(format!("{found:?}")),
    });
    page.fill("textbox", "These moves", "z99");
    page.keys([Key::Tab]);
    let refusal = "These are no cells of this board.";
    page.expect(refusal);
    super::states::check(&page, "restricted", &[]);
    // Nothing is searched in place of what was asked for.
    page.click("button", "Go");
    page.expect(refusal);
    page.find("button", "Go");
    page.choose("Moves to consider", "Only these moves");
    page.fill("textbox", "These moves", "a1");
    page.keys([Key::Tab]);
    until("the allowed move", || match moves() {
        found if found == ["a1"] => Ok(()),
        found => Err(format!("{found:?}")),
    });
    assert!(!page.text("region", "Game").contains(refusal));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn two_lines_are_compared() {
    let page = Page::open_at(Screen::Desktop, POSITION);
    page.choose("Effort", "Quick");
    page.find("button", "Go deeper");
    page.click("button", "Compare with …");
    page.expect("Go to the position to compare this one with.");
    page.press("a1");
    until("the comparison", || {
        let text = page.text("tabpanel", "Analyse");
        if text.contains("5 a1: ") && text.contains(" less here") { Ok(()) } else { Err(text) }
    });
    // The two change places.
    let back = page.script("return document.getElementById('compare-go').textContent", vec![]);
    let back = back.as_str().unwrap_or_default().to_owned();
    assert!(back.starts_with("Go to 4 h7: "), "{back}");
    page.click("button", &back);
    page.expect_label("h7, white, move 4, last move");
    page.expect_text("tabpanel", "Analyse", " more here");
    page.click("button", "End the comparison");
    assert!(!page.text("tabpanel", "Analyse").contains("more here"));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn squares_of_losses_are_equal_and_the_dark_balance_is_seen() {
    let page = Page::open_at(Screen::Desktop, "#rule=freestyle&size=15&moves=h8a1h9o1h10");
    page.choose("Effort", "Quick");
    page.choose("Show on the board", "Loss, after the search");
    let sizes = until("squares", || {
        let widths = "return [...document.querySelectorAll('.heat.loss rect')].map((square) => square.getAttribute('width'))";
        match page.script(widths, vec![]).as_array() {
            Some(widths) if widths.len() > 1 => Ok(widths.clone()),
            widths => Err(format!("{widths:?}")),
        }
    });
    assert!(sizes.iter().all(|size| *size == sizes[0]), "{sizes:?}");
    let texts = "return [...document.querySelectorAll('.heat.loss text')].every((text) => /^\\d*$/.test(text.textContent))";
    assert_eq!(page.script(texts, vec![]), json!(true), "a loss needs no minus");
    // Both halves of the bar differ from each other and from the card in the dark.
    page.click("button", "Dark colours");
    let ratio = "
        const pixel = (color) => {
            const canvas = new OffscreenCanvas(1, 1).getContext('2d');
            canvas.fillStyle = color;
            canvas.fillRect(0, 0, 1, 1);
            return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255)
                .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        };
        const light = (color) => pixel(color).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0.05);
        const bar = document.querySelector('.balance-bar');
        const card = getComputedStyle(document.getElementById('panel-analyse')).backgroundColor;
        const edge = getComputedStyle(bar).borderTopColor;
        return Math.max(light(edge) / light(card), light(card) / light(edge));";
    let ratio = page.script(ratio, vec![]);
    assert!(ratio.as_f64() >= Some(3.0), "the edge of the bar has a contrast of {ratio}");
}
