//! Who may ask: pages of this server, opened at an address with its token.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;

use super::refusal::refusal;

/// What a request has to name.
pub struct Access {
    port: u16,
    /// 128 random bits in hexadecimal digits.
    token: String,
}

impl Access {
    /// Access to this port, with a new token.
    pub fn new(port: u16) -> anyhow::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self { port, token: format!("{:032x}", u128::from_be_bytes(bytes)) })
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// Whether a request with these headers is for this server by its own name, and from one of its pages
    /// or from no page at all. A foreign page may have a name that leads here (DNS rebinding).
    fn check_source(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), &'static str> {
        const HOST: &str = "the host must be 127.0.0.1 or localhost with the port of this server";
        let host = only(headers, &header::HOST).ok_or(HOST)?;
        let is_ours = |name: &str| {
            ["127.0.0.1", "localhost"]
                .into_iter()
                .any(|own| name.eq_ignore_ascii_case(&format!("{own}:{}", self.port)))
        };
        if !is_ours(host) || uri.authority().is_some_and(|name| !is_ours(name.as_str())) {
            return Err(HOST);
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = only(headers, &header::ORIGIN);
            if !origin.is_some_and(|it| it.eq_ignore_ascii_case(&format!("http://{host}"))) {
                return Err("pages of other origins may not ask");
            }
        }
        Ok(())
    }

    /// Whether the query of an address has the token.
    fn has_token(&self, uri: &Uri) -> bool {
        let mut fields = uri.query().unwrap_or_default().split('&');
        fields.any(|field| field.strip_prefix("token=") == Some(&self.token))
    }
}

/// The value of a header that occurs once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Lets requests pass that name the token.
pub async fn with_token(
    State(access): State<Arc<Access>>,
    request: Request,
    next: Next,
) -> Response {
    if !access.has_token(request.uri()) {
        let reason = "the token is missing or not the one of the address that shisan printed";
        return refusal(StatusCode::FORBIDDEN, reason);
    }
    next.run(request).await
}

/// Lets requests pass that come from this machine, and has browsers keep every answer to this server's
/// own pages.
pub async fn from_this_machine(
    State(access): State<Arc<Access>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match access.check_source(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(reason) => refusal(StatusCode::FORBIDDEN, reason),
    };
    let headers = response.headers_mut();
    headers.extend(HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}

const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];
