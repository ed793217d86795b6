//! The files of the page, embedded.

use rust_embed::{EmbeddedFile, RustEmbed};

/// All but the engine for browsers and what keeps it there, which a server answers for.
#[derive(RustEmbed)]
#[folder = "web"]
#[exclude = "engine/thread.js"]
#[exclude = "engine/wasi.js"]
#[exclude = "engine/wasm.js"]
#[exclude = "engine/worker.js"]
#[exclude = "service-worker.js"]
struct Files;

/// A file of the page: its bytes, its hash and its type.
pub type File = EmbeddedFile;

/// The file at a path below the page's root, such as `index.html`.
///
/// ```
/// let start = shisan_page::file("index.html").expect("the start of the page");
/// assert_eq!(start.metadata.mimetype(), "text/html");
/// assert!(shisan_page::file("engine/worker.js").is_none());
/// ```
pub fn file(path: &str) -> Option<File> {
    Files::get(path)
}
