//! Where the page comes from: `shisan serve`, or a folder with the engine in it.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use axum::Router;
use tokio::sync::oneshot;
use tower_http::services::ServeDir;

/// A path of the environment; relative ones begin at the root of the repository.
pub(crate) fn folder(variable: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::var_os(variable).map(|folder| root.join(folder))
}

pub(crate) enum Site {
    Server(Server),
    Static(Host),
    /// Nothing any more.
    Gone,
}

impl Site {
    pub(crate) fn start() -> Self {
        match folder("PAGE_SITE") {
            Some(folder) => Self::Static(serve_files(&folder)),
            None => Self::Server(Server::start(0)),
        }
    }

    pub(crate) fn address(&self) -> &str {
        match self {
            Self::Server(server) => &server.address,
            Self::Static(host) => &host.address,
            Self::Gone => "",
        }
    }
}

/// `shisan serve`.
pub(crate) struct Server {
    child: Child,
    /// With a token.
    pub(crate) address: String,
}

impl Server {
    /// Serves on this port, 0 being any free one. Its searches use all cores: they give way to the browsers.
    pub(crate) fn start(port: u16) -> Self {
        Self::start_with(port, &[])
    }

    fn start_with(port: u16, options: &[&str]) -> Self {
        let program = env!("CARGO_BIN_EXE_shisan");
        let mut command = Command::new("nice");
        Self::run(command.args([program, "serve", "--port", &port.to_string()]).args(options))
    }

    /// Runs a command that serves the page.
    pub(crate) fn run(command: &mut Command) -> Self {
        let command =
            command.env_remove("RUST_LOG").env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let mut address = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut address).expect("an address");
        Self { child, address: address.trim_end().to_owned() }
    }

    pub(crate) fn port(&self) -> u16 {
        let port = self.address.split([':', '/']).find_map(|part| part.parse().ok());
        port.expect("a port in the address")
    }

    /// Ends it at once, and starts another one on the same port.
    pub(crate) fn restart(&mut self, options: &[&str]) {
        self.kill();
        *self = Self::start_with(self.port(), options);
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().and_then(|()| self.child.wait()).expect("a child");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

pub(crate) fn shisan() -> Command {
    Command::new(env!("CARGO_BIN_EXE_shisan"))
}

/// A host of static files, until it is dropped.
pub(crate) struct Host {
    address: String,
    _end: oneshot::Sender<()>,
}

/// Serves a folder as any host of static files does.
fn serve_files(folder: &Path) -> Host {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.set_nonblocking(true).expect("a socket");
    let port = listener.local_addr().expect("an address").port();
    assert!(folder.join("index.html").is_file(), "no page in {}", folder.display());
    let router = Router::new().fallback_service(ServeDir::new(folder));
    let (end, ended) = oneshot::channel::<()>();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
            tokio::spawn(async { axum::serve(listener, router).await.expect("it serves") });
            // Its connections end with the runtime.
            drop(ended.await);
        });
    });
    Host { address: format!("http://127.0.0.1:{port}/"), _end: end }
}
