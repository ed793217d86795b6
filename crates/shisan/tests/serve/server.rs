//! A running server and its clients, who speak HTTP by hand: what is refused has to be sent first.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};

use serde_json::{Value, json};

/// `shisan serve` on a free port.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
    pub(crate) ip: String,
    pub(crate) port: u16,
    pub(crate) token: String,
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::start_by(shisan("serve").args(arguments).args(["--port", "0"]))
    }

    /// Runs a command that serves the page.
    pub(crate) fn start_by(command: &mut Command) -> Self {
        let mut child = piped(command).spawn().expect("it runs");
        let mut address = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut address).expect("an address");
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
        Self::of_address(child, address.trim_end().to_owned())
    }

    /// The server that has printed this address.
    pub(crate) fn of_address(child: Child, address: String) -> Self {
        let rest = address.strip_prefix("http://").expect("a page");
        let (host, token) = rest.split_once("/?token=").expect("a token");
        let (ip, port) = host.split_once(':').expect("a port");
        let (ip, port, token) = (ip.to_owned(), port.parse().expect("a port"), token.to_owned());
        Self { child, address, ip, port, token }
    }

    pub(crate) fn connect(&self) -> Connection {
        let stream = TcpStream::connect((&*self.ip, self.port)).expect("it listens");
        stream.set_nodelay(true).expect("a socket");
        Connection { stream: BufReader::new(stream), chunk: 0 }
    }

    /// The head of a request that is to be answered, but for the line and headers in `change`, which take
    /// the place of ours.
    pub(crate) fn head(&self, line: &str, change: &[(&str, &str)], length: usize) -> String {
        let mut headers = vec![("Host", format!("{}:{}", self.ip, self.port))];
        headers.push(("Content-Length", length.to_string()));
        let is_ours = |name: &str| change.iter().all(|(other, _)| *other != name);
        headers.retain(|(name, _)| is_ours(name));
        let change = change.iter().map(|(name, value)| (*name, (*value).to_owned()));
        let headers = headers.into_iter().chain(change).filter(|(_, value)| !value.is_empty());
        let lines = headers.map(|(name, value)| format!("{name}: {value}\r\n"));
        format!("{line} HTTP/1.1\r\n{}\r\n", lines.collect::<String>())
    }

    /// The path of the analysis.
    pub(crate) fn analyze(&self) -> String {
        format!("/analyze?token={}", self.token)
    }

    /// What a request is answered, with `headers` in place of ours; an empty value removes one.
    pub(crate) fn request(
        &self,
        line: &str,
        headers: &[(&str, &str)],
        body: impl AsRef<[u8]>,
    ) -> Response {
        let mut connection = self.connect();
        connection.send(self.head(line, headers, body.as_ref().len()).as_bytes(), body.as_ref());
        connection.response()
    }

    /// Sends queries over a connection of their own.
    pub(crate) fn post(&self, body: impl AsRef<[u8]>) -> Connection {
        let mut connection = self.connect();
        self.post_over(&mut connection, body);
        connection
    }

    /// Sends queries over this connection.
    pub(crate) fn post_over(&self, connection: &mut Connection, body: impl AsRef<[u8]>) {
        let line = format!("POST {}", self.analyze());
        let head = self.head(&line, &[], body.as_ref().len());
        connection.send(head.as_bytes(), body.as_ref());
    }

    /// The lines of the answer to a body.
    pub(crate) fn answers(&self, body: impl AsRef<[u8]>) -> Vec<Value> {
        let mut connection = self.post(body);
        assert_eq!(connection.head().status, 200);
        std::iter::from_fn(|| connection.next()).collect()
    }

    #[cfg(unix)]
    pub(crate) fn interrupt(&mut self) -> ExitStatus {
        use nix::sys::signal::{Signal, kill};
        let process = nix::unistd::Pid::from_raw(self.child.id() as i32);
        kill(process, Signal::SIGINT).expect("it runs");
        self.child.wait().expect("a child")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A subcommand with its streams taken.
pub(crate) fn shisan(subcommand: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shisan"));
    piped(command.arg(subcommand));
    command
}

fn piped(command: &mut Command) -> &mut Command {
    command.env_remove("RUST_LOG").env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped())
}

/// A response with a body that is read.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// The value of a header, an empty one if there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        let mut headers = self.headers.iter();
        headers.find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }
}

/// A connection to a server.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
    /// What is left of the present chunk.
    chunk: usize,
}

impl Connection {
    pub(crate) fn send(&mut self, head: &[u8], body: &[u8]) {
        let stream = self.stream.get_mut();
        stream.write_all(head).and_then(|()| stream.write_all(body)).expect("it listens");
    }

    /// Closes the connection.
    pub(crate) fn cut(self) {
        self.stream.get_ref().shutdown(Shutdown::Both).expect("an open connection");
    }

    /// Sends nothing more, and waits for the end of the connection.
    pub(crate) fn finish(mut self) {
        // The server may have reset it.
        drop(self.stream.get_ref().shutdown(Shutdown::Write));
        drop(self.stream.read_to_end(&mut Vec::new()));
    }

    /// Waits until the server closes the connection.
    pub(crate) fn wait_for_end(mut self) {
        drop(self.stream.read_to_end(&mut Vec::new()));
    }

    fn text_line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("text");
        line.trim_end().to_owned()
    }

    /// Status and headers.
    pub(crate) fn head(&mut self) -> Response {
        let line = self.text_line();
        let status = line.strip_prefix("HTTP/1.1 ").expect("a status")[..3].parse();
        let mut headers = Vec::new();
        loop {
            let line = self.text_line();
            let Some((name, value)) = line.split_once(": ") else { break };
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        Response { status: status.expect("a number"), headers, body: Vec::new() }
    }

    /// Status, headers and body.
    pub(crate) fn response(&mut self) -> Response {
        let mut response = self.head();
        response.body = self.body(&response);
        response
    }

    /// The body behind `head`.
    pub(crate) fn body(&mut self, head: &Response) -> Vec<u8> {
        let mut body = Vec::new();
        if head.header("transfer-encoding") == "chunked" {
            while let Some(line) = self.next_line() {
                body.extend(line);
            }
        } else if let Ok(length) = head.header("content-length").parse() {
            body = vec![0; length];
            self.stream.read_exact(&mut body).expect("a body");
        }
        body
    }

    /// The next line of a stream, blank ones too.
    pub(crate) fn next_line(&mut self) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        while !line.ends_with(b"\n") {
            if self.chunk == 0 {
                let length = self.text_line();
                self.chunk = usize::from_str_radix(&length, 16).expect("a length");
                if self.chunk == 0 {
                    assert_eq!(self.text_line(), "");
                    return None;
                }
            }
            let mut chunk = self.stream.by_ref().take(self.chunk as u64);
            self.chunk -= chunk.read_until(b'\n', &mut line).expect("a chunk");
            if self.chunk == 0 {
                assert_eq!(self.text_line(), "");
            }
        }
        Some(line)
    }

    /// The next answer of a stream.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.next_line()?;
            if line != b"\n" {
                return Some(serde_json::from_slice(&line).expect("JSON"));
            }
        }
    }
}

/// Tries until it is so; `what` is waited for.
#[cfg(target_os = "linux")]
#[track_caller]
pub(crate) fn until(what: &str, mut attempt: impl FnMut() -> Result<(), String>) {
    for _ in 0..600 {
        if attempt().is_ok() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("no {what}: {:?}", attempt());
}

/// A query without a client that waits for it.
pub(crate) fn endless(id: &str) -> Value {
    json!({"id": id, "moves": "h8i9h9", "size": 20, "maxTimeMs": 3_600_000, "reportEveryMs": 20})
}
