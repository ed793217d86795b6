//! The user's browser.

use std::io::{self, Write};
use std::thread;

/// Opens `address`. It may take a while, and other ways to open it are left if it fails; `otherwise` ends the
/// sentence that says so.
pub fn open(address: String, otherwise: &'static str) {
    thread::spawn(move || {
        if let Err(error) = open::that_detached(address) {
            log::debug!("{error}");
            let hint = "no browser could be started: open the address above in one";
            drop(writeln!(io::stderr(), "{hint}{otherwise}"));
        }
    });
}
