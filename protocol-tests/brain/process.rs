//! The process of a brain: its end, its signals, its memory.

use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use nix::sys::signal::{Signal, kill};
#[cfg(unix)]
use nix::unistd::Pid;

use super::{Brain, Line, SOON};

impl Brain {
    /// The end of the process within `limit`: with `code`, nothing more to say but messages, and a
    /// silent standard error.
    #[track_caller]
    pub fn expect_exit(&mut self, code: i32, limit: Duration) {
        let deadline = self.since + limit;
        let status = loop {
            // Threads that have ended cannot be asked how long they have waited.
            if let Some(timed) = &mut self.timed {
                timed.lateness.so_far();
            }
            match self.child.try_wait().expect("the child can be waited for") {
                Some(status) => break status,
                None if Instant::now() > deadline + SOON => {
                    self.fail(&format!("expected an exit within {limit:?}"))
                }
                None => thread::sleep(Duration::from_millis(1)),
            }
        };
        self.check_deadline("the exit", deadline, Instant::now());
        if self.lines.is_some() {
            self.expect_end_of_output();
        }
        let stderr = self.last_words();
        // No Windows program ends by a signal: Wine now and then kills its own process as it ends.
        let ends_as_expected =
            status.code().map_or_else(Self::is_emulated, |received| received == code);
        if !ends_as_expected || !stderr.is_empty() {
            self.fail(&format!("expected exit {code}, got {status}; standard error: {stderr:?}"));
        }
    }

    /// An exit with code 2 and nothing but one line on standard error, an error that begins with `start`.
    #[track_caller]
    pub fn expect_error(&mut self, start: &str) {
        self.expect_end_of_output();
        let status = self.child.wait().expect("the child can be waited for");
        let stderr = self.last_words();
        let error = stderr.strip_prefix("error: ").filter(|error| error.starts_with(start));
        let is_line = error.is_some_and(|error| error.trim_end().lines().count() == 1);
        if status.code() != Some(2) || !is_line {
            self.fail(&format!("expected {start:?}, got {status}; standard error: {stderr:?}"));
        }
    }

    /// All that the brain wrote to standard error, without what Wine wrote there.
    fn last_words(&mut self) -> String {
        let stderr = self.stderr.take().map(|stderr| stderr.join().expect("a reader"));
        let stderr = stderr.expect("it is read once");
        let is_wine = |line: &str| Self::is_emulated() && line.starts_with("wine client error");
        stderr.split_inclusive('\n').filter(|line| !is_wine(line)).collect()
    }

    #[track_caller]
    fn expect_end_of_output(&mut self) {
        while let Some(lines) = &self.lines {
            let line = self.next.take().map_or_else(|| lines.recv_timeout(SOON), Ok);
            match line {
                Ok(Line { text, .. }) => {
                    self.dialogue.push(format!("< {text}"));
                    if !text.starts_with("MESSAGE ") {
                        self.fail(&format!("expected nothing more, received {text:?}"));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => self.fail("the output outlives the brain"),
            }
        }
    }

    /// Ends the brain in good order.
    #[track_caller]
    pub fn quit(mut self) {
        self.send("END");
        self.expect_exit(0, SOON);
    }

    /// Stops the process, as a manager does that lets only the other brain run.
    #[cfg(unix)]
    pub fn freeze(&mut self) {
        self.signal(Signal::SIGSTOP);
    }

    /// Lets a stopped process run on.
    #[cfg(unix)]
    pub fn thaw(&mut self) {
        self.signal(Signal::SIGCONT);
    }

    #[cfg(unix)]
    fn signal(&mut self, signal: Signal) {
        self.dialogue.push(signal.to_string());
        let process = Pid::from_raw(i32::try_from(self.child.id()).expect("a process"));
        kill(process, signal).expect("the brain runs");
    }

    /// The most memory that was ever resident, in bytes.
    #[cfg(target_os = "linux")]
    pub fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("the brain runs");
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = kilobytes.and_then(|rest| rest.trim().strip_suffix(" kB"));
        let kilobytes = kilobytes.and_then(|number| number.parse::<u64>().ok());
        1024 * kilobytes.expect("a peak in kilobytes")
    }
}
