//! Crash-safe files: lines appended one by one, contents replaced in one step. One run at a time writes
//! them.
//!
//! Only regular files are written, since replacing one means renaming another over it: a device or a
//! pipe would be lost. A symbolic link is followed and stays. Nor is anything else read whole: it may
//! have no end.

mod distinct;
mod lines;
mod lock;
mod numbered;
mod regular;
mod replace;

pub use self::distinct::{ensure_distinct, keep_distinct, named_twice};
pub use self::lines::{Line, LineReader, Lines, Span, TakeLine, torn_line, whole_lines};
pub use self::lock::{Lock, is_in_use};
pub(crate) use self::numbered::{game_of, remove_games};
pub use self::regular::{ensure_named, ensure_regular, read, read_text};
pub use self::replace::{Replacement, ensure_writable, replace, target};
