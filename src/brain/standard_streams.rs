//! Standard input and output, which are waited for where they do not block, and whose errors say where they
//! come from.

use std::io::{self, ErrorKind, Read, Stdin, Stdout, Write};
use std::thread;
use std::time::Duration;

/// Standard input; its errors name it and keep their kind. One that does not block is waited for.
pub struct StandardInput<R = Stdin>(R);

/// Standard output, likewise.
pub struct StandardOutput<W = Stdout>(W);

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
        wait(|| self.0.read(bytes)).map_err(|error| named("standard input", &error))
    }
}

impl StandardOutput {
    /// That of this program.
    pub fn new() -> Self {
        Self(io::stdout())
    }

    /// An error of it, which names it.
    pub fn named(error: &io::Error) -> io::Error {
        named("standard output", error)
    }
}

impl Default for StandardOutput {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Write> Write for StandardOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        wait(|| self.0.write(bytes)).map_err(|error| StandardOutput::named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        wait(|| self.0.flush()).map_err(|error| StandardOutput::named(&error))
    }
}

/// Does it again as long as it would have to wait.
fn wait<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    /// Less than any move takes.
    const PAUSE: Duration = Duration::from_millis(1);
    loop {
        match attempt() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            result => return result,
        }
    }
}

fn named(stream: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{stream}: {error}"))
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

    /// Takes a byte at every other attempt, five in all.
    struct Narrow(u32, Vec<u8>);

    impl Write for Narrow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += 1;
            if self.0 % 2 == 1 {
                return Err(ErrorKind::WouldBlock.into());
            }
            if self.1.len() == 5 {
                return Err(ErrorKind::StorageFull.into());
            }
            self.1.extend(&bytes[..1]);
            Ok(1)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0 += 1;
            if self.0 % 2 == 1 { Err(ErrorKind::WouldBlock.into()) } else { Ok(()) }
        }
    }

    #[test]
    fn what_cannot_be_written_yet_is_written_once() {
        let mut output = StandardOutput(Narrow(0, Vec::new()));
        output.write_all(b"7,7\n").and_then(|()| output.flush()).expect("room");
        let error = output.write_all(b"OK").expect_err("full");
        assert_eq!((&*output.0.1, error.kind()), (&b"7,7\nO"[..], ErrorKind::StorageFull));
        assert!(error.to_string().starts_with("standard output: "), "{error}");
    }
}
