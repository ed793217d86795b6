//! A browser of its own for each test. What it writes to its console as an error fails the test.

use std::cell::Cell;
use std::future::Future;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command as Process, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction};
use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, TimeoutConfiguration};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::{self, Runtime};

use super::command::Command;

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(40);

/// What the page is shown on.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Screen {
    /// 1440 pixels wide, with a mouse.
    Desktop,
    /// 360 pixels wide, with fingers.
    Phone,
    /// This many pixels wide and high, with a mouse.
    Mouse(u32, u32),
}

impl Screen {
    fn metrics(self) -> Value {
        let (width, height) = match self {
            Self::Desktop => (1440, 900),
            Self::Phone => (360, 740),
            Self::Mouse(width, height) => (width, height),
        };
        let touch = self == Self::Phone;
        json!({"width": width, "height": height, "pixelRatio": 1, "touch": touch, "mobile": touch})
    }
}

pub(crate) struct Browser {
    runtime: Runtime,
    client: Client,
    driver: Child,
    /// Whether the console may have errors.
    errors_expected: Cell<bool>,
}

impl Browser {
    pub(crate) fn start(screen: Screen) -> Self {
        let (driver, address) = start_driver();
        let runtime =
            runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let capabilities = capabilities(screen);
        let client = runtime.block_on(async {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            builder.capabilities(capabilities).connect(&address).await.expect("a session")
        });
        let browser = Self { runtime, client, driver, errors_expected: Cell::new(false) };
        let limits = TimeoutConfiguration::new(Some(PATIENCE), Some(PATIENCE), None);
        browser.wait(browser.client.update_timeouts(limits));
        browser
    }

    /// The session of the browser.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// What the browser answers, or why it does not.
    pub(crate) fn attempt<T>(
        &self,
        answer: impl Future<Output = Result<T, CmdError>>,
    ) -> Result<T, String> {
        self.runtime.block_on(answer).map_err(|error| error.to_string())
    }

    #[track_caller]
    pub(crate) fn wait<T>(&self, answer: impl Future<Output = Result<T, CmdError>>) -> T {
        self.attempt(answer).unwrap_or_else(|error| panic!("{error}"))
    }

    #[track_caller]
    pub(crate) fn goto(&self, address: &str) {
        self.wait(self.client.goto(address));
    }

    /// The result of a function body, called with `arguments`.
    #[track_caller]
    pub(crate) fn script(&self, body: &str, arguments: Vec<Value>) -> Value {
        self.wait(self.client.execute(body, arguments))
    }

    /// Presses keys, one after the other.
    #[track_caller]
    pub(crate) fn keys(&self, keys: impl IntoIterator<Item = impl Into<char>>) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for value in keys.into_iter().map(Into::into) {
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.wait(self.client.perform_actions(actions));
    }

    /// Moves the mouse there, in pixels from the upper left corner.
    #[track_caller]
    pub(crate) fn point(&self, x: f64, y: f64) {
        let to = PointerAction::MoveTo { duration: None, x, y };
        self.wait(self.client.perform_actions(MouseActions::new("mouse".to_owned()).then(to)));
    }

    #[track_caller]
    pub(crate) fn command(&self, command: Command) -> Value {
        self.wait(self.client.issue_cmd(command))
    }

    /// A command of Chromium's own protocol.
    #[track_caller]
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.command(Command::devtools(command, parameters))
    }

    /// Lets the console have errors from now on, such as of a server that is gone.
    pub(crate) fn expect_errors(&self) {
        self.errors_expected.set(true);
    }

    /// The errors and warnings of the console.
    fn complaints(&self) -> Vec<String> {
        let log = self.attempt(self.client.issue_cmd(Command::console())).unwrap_or_default();
        let entries = log.as_array().into_iter().flatten();
        let serious =
            entries.filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        serious.map(ToString::to_string).collect()
    }

    /// Leaves a picture of a failure in `target/tmp`.
    fn picture_failure(&self) {
        let name = thread::current().name().unwrap_or("page").replace("::", "-");
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        if let Ok(picture) = self.attempt(self.client.screenshot()) {
            drop(std::fs::write(&path, picture));
            eprintln!("{}", path.display());
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let complaints = self.complaints();
        if thread::panicking() {
            self.picture_failure();
            eprintln!("console: {complaints:?}");
        }
        drop(self.attempt(self.client.clone().close()));
        drop(self.driver.kill());
        drop(self.driver.wait());
        if !thread::panicking() && !self.errors_expected.get() {
            assert!(complaints.is_empty(), "console: {complaints:?}");
        }
    }
}

/// Tries until there is an answer; `what` is waited for.
///
/// # Panics
/// With the last reason, when there is none in a minute.
#[track_caller]
pub(crate) fn until<T>(what: &str, mut attempt: impl FnMut() -> Result<T, String>) -> T {
    let start = Instant::now();
    loop {
        match attempt() {
            Ok(found) => return found,
            Err(reason) if start.elapsed() > PATIENCE => panic!("no {what}: {reason}"),
            Err(_) => thread::sleep(POLL),
        }
    }
}

fn capabilities(screen: Screen) -> Capabilities {
    let Value::Object(mut capabilities) = json!({
        "browserName": "chrome",
        "goog:loggingPrefs": {"browser": "ALL"},
        "goog:chromeOptions": {
            "args": ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--force-prefers-reduced-motion", "--hide-scrollbars"],
            "mobileEmulation": {"deviceMetrics": screen.metrics()},
        },
    }) else {
        unreachable!("an object")
    };
    if let Ok(binary) = std::env::var("CHROMIUM") {
        capabilities["goog:chromeOptions"]["binary"] = json!(binary);
    }
    capabilities
}

/// The driver and its address.
fn start_driver() -> (Child, String) {
    // It ends when another program takes the port that it has chosen.
    (0..5).find_map(|_| try_driver()).expect("chromedriver finds a port")
}

fn try_driver() -> Option<(Child, String)> {
    let mut driver = Process::new("chromedriver")
        .arg("--port=0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver, which .ci/page installs");
    let stdout = BufReader::new(driver.stdout.take().expect("a pipe"));
    let mut lines = stdout.lines().map_while(Result::ok);
    let port = lines.find_map(|line| {
        let (_, port) = line.split_once("started successfully on port ")?;
        port.trim_end_matches('.').parse::<u16>().ok()
    });
    if let Some(port) = port {
        return Some((driver, format!("http://127.0.0.1:{port}")));
    }
    driver.wait().expect("a child");
    None
}
