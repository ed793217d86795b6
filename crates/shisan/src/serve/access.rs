//! Who may ask: pages of this server, opened at an address with its token.

use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;

use super::refusal::refusal;

/// What a request has to name.
pub struct Access {
    address: SocketAddrV4,
    token: String,
}

impl Access {
    /// Access by this address: to browsers of this machine alone if it is a loopback, else to those of the
    /// network.
    pub fn new(address: SocketAddrV4, token: String) -> Self {
        Self { address, token }
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token)
    }

    /// Whether a request with these headers is for this server by its own name, and from one of its pages
    /// or from no page at all. A foreign page may have a name that leads here (DNS rebinding).
    fn check_source(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), String> {
        let foreign = || {
            let address = self.address;
            let port = address.port();
            if address.ip().is_loopback() {
                format!("the host must be 127.0.0.1 or localhost with the port {port}")
            } else {
                format!(
                    "the host must be {address}, or an IPv4 address or localhost with this port"
                )
            }
        };
        let host = only(headers, &header::HOST).ok_or_else(foreign)?;
        if !self.is_ours(host) || uri.authority().is_some_and(|name| !self.is_ours(name.as_str())) {
            return Err(foreign());
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = only(headers, &header::ORIGIN);
            if !origin.is_some_and(|it| it.eq_ignore_ascii_case(&format!("http://{host}"))) {
                return Err("pages of other origins may not ask".to_owned());
            }
        }
        Ok(())
    }

    /// Whether this host, with its port unless that is HTTP's, is this server. On a network it may have several
    /// addresses: all of them are accepted, for a foreign page has a name.
    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = host.split_once(':').unwrap_or((host, "80"));
        port == self.address.port().to_string()
            && (name.eq_ignore_ascii_case("localhost")
                || name
                    .parse::<Ipv4Addr>()
                    .is_ok_and(|ip| ip == Ipv4Addr::LOCALHOST || !self.address.ip().is_loopback()))
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

/// Lets requests pass that are for this server by its own name, and has browsers keep every answer to this
/// server's own pages.
pub async fn by_own_name(
    State(access): State<Arc<Access>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match access.check_source(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(reason) => refusal(StatusCode::FORBIDDEN, &reason),
    };
    let headers = response.headers_mut();
    headers.extend(HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value))));
    if access.address.ip().is_loopback() {
        // Elsewhere browsers demand encryption for it.
        let name = HeaderName::from_static("cross-origin-opener-policy");
        headers.insert(name, HeaderValue::from_static("same-origin"));
    }
    response
}

const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_without_a_port_has_that_of_http() {
        let hosts = |port| {
            let address = SocketAddrV4::new(Ipv4Addr::LOCALHOST, port);
            let access = Access::new(address, String::new());
            ["127.0.0.1", "localhost", "127.0.0.1:80", "localhost:4343", "example.org"]
                .map(|host| access.is_ours(host))
        };
        assert_eq!(hosts(80), [true, true, true, false, false]);
        assert_eq!(hosts(4343), [false, false, false, true, false]);
    }
}
