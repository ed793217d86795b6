//! What `shisan play` opens, and how the game outlives its server.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use fantoccini::key::Key;

use super::browser::{Screen, until};
use super::page::Page;
use super::site::{Server, Site, shisan};
use super::trees::comment;

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_killed_server_does_not_take_the_game_along() {
    let mut page = Page::open(Screen::Desktop);
    page.start_against_weakest();
    page.press("h8");
    assert!(!page.is_over_after(2));
    let moves = page.moves();
    page.expect_errors();
    let old = page.server().address.clone();
    page.server().kill();
    page.press("a1");
    page.expect_alert("Shisan does not answer");
    page.server().restart(&[]);
    assert_eq!(page.server().address, old);
    page.click("button", "Try again");
    until("end of the banner", || page.alert().map_or(Ok(()), Err));

    page.server().restart(&["--new-token"]);
    let new = page.server().address.clone();
    assert_ne!(new, old);
    page.goto(&old);
    page.expect_alert("This address is no longer valid");
    page.expect_label("h8, black, move 1");
    assert!(page.moves().starts_with(&moves), "{:?}", page.moves());
    page.click("button", "Try again");
    page.expect_alert("This address is no longer valid");

    page.goto(&new);
    page.expect_label("h8, black, move 1");
    assert!(page.moves().starts_with(&moves), "{:?}", page.moves());
    let played = page.moves().len();
    page.is_over_after(played.next_multiple_of(2));
    until("end of the banner", || page.alert().map_or(Ok(()), Err));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_phone_of_the_network_plays() {
    let server = Server::run(shisan().args(["serve", "--lan", "--port", "0"]));
    let address = server.address.clone();
    assert!(!address.contains("127.0.0.1"), "{address}");
    let page = Page::open_from(Site::Server(server), Screen::Phone, &address);
    page.start_against_weakest();
    page.type_moves("h8");
    assert!(!page.is_over_after(2));
    let moves = page.moves();
    page.click("button", "Files");
    let watch =
        "document.addEventListener('copy', (event) => { window.copied = event.target.value; });";
    page.script(watch, vec![]);
    page.wait(page.find("button", "Moves as text").send_keys(&char::from(Key::Enter).to_string()));
    page.expect_said("Moves copied");
    assert_eq!(page.script("return window.copied", vec![]), moves.concat());
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_file_is_opened_with_all_that_it_says() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("started.sgf");
    let game = "(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob];B[hh];W[hi](;B[jh]C[a move])(;B[aa]))";
    fs::write(&path, game).expect("disk space");
    let path = path.to_str().expect("a name in UTF-8");
    let server = Server::run(shisan().args(["play", "--load", path]).env("PATH", ""));
    let address = server.address.clone();
    let page = Page::open_from(Site::Server(server), Screen::Desktop, &address);
    page.expect_label("j8, black, move 3, last move");
    assert_eq!(comment(&page), "a move");
    page.expect("Ann");
    page.reload();
    page.expect_label("j8, black, move 3, last move");
    assert_eq!(comment(&page), "a move");
}

/// `xdg-open` would open the browser; here it leaves the address in a file.
#[test]
#[ignore = "needs a browser: .ci/page"]
fn play_opens_the_page_and_the_first_reply_comes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("opener");
    fs::create_dir_all(&folder).expect("a folder");
    let (script, opened) = (folder.join("xdg-open"), folder.join("opened"));
    drop(fs::remove_file(&opened));
    fs::write(&script, "#!/bin/sh\necho \"$1\" >\"${0%/*}/opened\"\n").expect("a script");
    fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).expect("a script");
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let server = Server::run(shisan().arg("play").env("PATH", path));

    let address = until("address that is opened", || match fs::read_to_string(&opened) {
        Ok(address) if address.ends_with('\n') => Ok(address.trim_end().to_owned()),
        other => Err(format!("{other:?}")),
    });
    assert_eq!(address, server.address);
    let page = Page::open_from(Site::Server(server), Screen::Desktop, &address);
    page.press("h8");
    assert!(!page.is_over_after(2));
    let reply = page.moves().remove(1);
    page.expect_said(&format!("White plays {reply}"));
}
