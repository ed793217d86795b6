//! The user's browser.

use std::io::{self, Write};
use std::thread;

/// Opens `address`. It may take a while, and other ways to open it are left if it fails; `otherwise` ends the
/// sentence that says so.
pub fn open(address: String, otherwise: &'static str) {
    let fail = move |error: io::Error| {
        log::debug!("{error}");
        let hint = "no browser could be started: open the address above in one";
        drop(writeln!(io::stderr(), "{hint}{otherwise}"));
    };
    let work = move || open::that_detached(address).unwrap_or_else(fail);
    if let Err(error) = thread::Builder::new().name("browser".to_owned()).spawn(work) {
        fail(error);
    }
}
