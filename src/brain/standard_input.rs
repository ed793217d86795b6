//! Standard input, whose errors say where they come from.

use std::io::{self, ErrorKind, Read, Stdin};
use std::thread;
use std::time::Duration;

/// Standard input; its errors name it and keep their kind. One that does not block is waited for.
pub struct StandardInput<R = Stdin>(R);

impl StandardInput {
    /// That of this program.
    pub fn new() -> Self {
        Self(io::stdin())
    }
}

impl Default for StandardInput {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Read> Read for StandardInput<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        /// Less than any move takes.
        const PAUSE: Duration = Duration::from_millis(1);
        loop {
            match self.0.read(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
                result => return result.map_err(|error| named(&error)),
            }
        }
    }
}

fn named(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard input: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Has nothing to read at first, and cannot be read in the end.
    struct Slow(u32);

    impl Read for Slow {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 | 2 => Err(ErrorKind::WouldBlock.into()),
                3 => b"END\n".as_slice().read(bytes),
                _ => Err(io::Error::new(ErrorKind::IsADirectory, "a folder")),
            }
        }
    }

    #[test]
    fn what_is_not_there_yet_is_waited_for() {
        let (mut input, mut text) = (StandardInput(Slow(0)), String::new());
        let error = input.read_to_string(&mut text).expect_err("a folder");
        assert_eq!((text.as_str(), error.kind()), ("END\n", ErrorKind::IsADirectory));
        assert_eq!(error.to_string(), "standard input: a folder");
    }
}
