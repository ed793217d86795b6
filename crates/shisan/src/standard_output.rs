//! Standard output, whose errors say where they come from.

use std::io::{self, Stdout, Write};

/// Standard output; its errors name it and keep their kind.
pub struct StandardOutput(Stdout);

impl StandardOutput {
    /// That of this program.
    pub fn new() -> Self {
        Self(io::stdout())
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(|error| named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| named(&error))
    }
}

/// `error`, which names standard output.
pub fn named(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}
