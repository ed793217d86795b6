//! Commands of `WebDriver` that the client has no method for.

use axum::http::Method;
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::Value;
use url::{ParseError, Url};

/// A request within the session; one with a body is a POST.
#[derive(Debug)]
pub(crate) struct Command {
    path: String,
    body: Option<Value>,
}

impl Command {
    /// Asks about an element.
    pub(crate) fn of_element(id: &str, what: &str) -> Self {
        Self { path: format!("element/{id}/{what}"), body: None }
    }

    /// Takes what the browser's console has got since the last time.
    pub(crate) fn console() -> Self {
        let body = serde_json::json!({"type": "browser"});
        Self { path: "se/log".to_owned(), body: Some(body) }
    }

    /// A command of Chromium's own protocol.
    pub(crate) fn devtools(command: &str, parameters: &Value) -> Self {
        let body = serde_json::json!({"cmd": command, "params": parameters});
        Self { path: "goog/cdp/execute".to_owned(), body: Some(body) }
    }
}

impl WebDriverCompatibleCommand for Command {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let method = if self.body.is_some() { Method::POST } else { Method::GET };
        (method, self.body.as_ref().map(Value::to_string))
    }
}
