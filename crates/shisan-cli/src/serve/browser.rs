//! The user's browser.

use std::io::{self, Write};
use std::thread;

/// Opens `address`. It may take a while, and other ways to open it are left if it fails.
pub fn open(address: String) {
    thread::spawn(move || {
        if let Err(error) = open::that_detached(address) {
            let hint = "no browser was opened: open the address above in one";
            drop(writeln!(io::stderr(), "{hint} ({error})"));
        }
    });
}
