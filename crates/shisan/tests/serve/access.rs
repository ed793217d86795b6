//! Who may ask.

use fastrand::Rng;

use super::server::{Response, Server};

/// What `change` makes of a request that else is answered.
pub(crate) fn asked(server: &Server, change: &[(&str, &str)]) -> Response {
    let line = format!("POST {}", server.analyze());
    server.request(&line, change, "{\"action\":\"version\"}")
}

#[track_caller]
fn expect_refusal(response: &Response, status: u16, part: &str) {
    assert_eq!(response.status, status, "{response:?}");
    assert_eq!(response.header("content-type"), "text/plain; charset=utf-8");
    let text = response.text();
    assert!(text.contains(part) && text.lines().count() == 1 && text.ends_with('\n'), "{text:?}");
    expect_policy(response);
}

/// The headers that keep a page to itself.
#[track_caller]
fn expect_policy(response: &Response) {
    for (name, part) in [
        ("content-security-policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "),
        ("content-security-policy", "frame-ancestors 'none'"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-embedder-policy", "require-corp"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert!(response.header(name).contains(part), "{name}: {response:?}");
    }
    assert_eq!(response.header("access-control-allow-origin"), "");
}

#[test]
fn the_own_page_and_programs_may_ask() {
    let server = Server::start(&[]);
    let port = server.port;
    let (origin, other) = (format!("http://127.0.0.1:{port}"), format!("LocalHost:{port}"));
    let other_origin = format!("http://localhost:{port}");
    for change in [
        &[][..],
        &[("Origin", &*origin)],
        &[("Host", &*other)],
        &[("Host", &*other), ("Origin", &*other_origin)],
    ] {
        let response = asked(&server, change);
        assert_eq!(response.status, 200, "{change:?}: {response:?}");
        assert_eq!(response.header("content-type"), "application/x-ndjson");
        assert!(response.text().contains("\"schema\":1"));
        expect_policy(&response);
    }
}

#[test]
fn foreign_hosts_are_refused() {
    let server = Server::start(&[]);
    let port = server.port;
    for host in [
        "",
        "127.0.0.1",
        "localhost",
        "127.0.0.1:1",
        "127.0.0.2",
        "example.org",
        &format!("example.org:{port}"),
        &format!("127.0.0.1:{port}.example.org"),
        &format!("127.0.0.1.example.org:{port}"),
        &format!("user@127.0.0.1:{port}"),
        &format!("[::1]:{port}"),
    ] {
        expect_refusal(&asked(&server, &[("Host", host)]), 403, "the host must be 127.0.0.1");
        let page = server.request("GET /", &[("Host", host)], "");
        expect_refusal(&page, 403, "the host must be 127.0.0.1");
    }
    let ours = format!("127.0.0.1:{port}");
    let twice = [("Host", ours.as_str()), ("Host", "example.org")];
    expect_refusal(&asked(&server, &twice), 403, "the host must be");
    let line = format!("POST http://example.org:{port}{}", server.analyze());
    expect_refusal(&server.request(&line, &[], "{}"), 403, "the host must be");
}

#[test]
fn foreign_origins_are_refused() {
    let server = Server::start(&[]);
    let port = server.port;
    for origin in [
        "null",
        "*",
        "https://example.org",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        &format!("https://127.0.0.1:{port}"),
        &format!("http://localhost:{port}"),
        &format!("http://example.org:{port}"),
        &format!("http://127.0.0.1:{port}/"),
        &format!("http://127.1:{port}"),
    ] {
        expect_refusal(&asked(&server, &[("Origin", origin)]), 403, "other origins");
    }
}

#[test]
fn the_token_has_to_be_right() {
    let server = Server::start(&[]);
    let token = &server.token;
    for query in [
        String::new(),
        "?".to_owned(),
        "?token=".to_owned(),
        "?token=0123456789abcdef0123456789abcdef".to_owned(),
        format!("?token={}", &token[1..]),
        format!("?token={token}0"),
        format!("?Token={token}"),
        format!("?atoken={token}"),
        format!("?{token}"),
    ] {
        let line = format!("POST /analyze{query}");
        let response = server.request(&line, &[], "{\"action\":\"version\"}");
        expect_refusal(&response, 403, "the token is missing");
    }
    let line = format!("POST /analyze?lang=en&token={token}");
    assert_eq!(server.request(&line, &[], "{\"action\":\"version\"}").status, 200);
}

#[test]
fn other_methods_and_paths_are_refused() {
    let server = Server::start(&[]);
    for method in ["GET", "PUT", "DELETE", "OPTIONS"] {
        let line = format!("{method} {}", server.analyze());
        let response = server.request(&line, &[], "");
        expect_refusal(&response, 405, "use POST");
        assert_eq!(response.header("allow"), "POST");
    }
    for path in ["/none", "/analyze/", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd"] {
        expect_refusal(&server.request(&format!("GET {path}"), &[], ""), 404, "no such page");
        expect_refusal(&server.request(&format!("POST {path}"), &[], ""), 404, "no such page");
    }
}

#[test]
fn bytes_that_are_not_http_do_no_harm() {
    let server = Server::start(&[]);
    let mut random = Rng::with_seed(1);
    let request =
        format!("POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", server.analyze(), server.port);
    let request = request + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    for _ in 0..300 {
        let mut bytes = request.clone().into_bytes();
        for _ in 0..random.u8(1..6) {
            let at = random.usize(..bytes.len());
            bytes[at] = [random.u8(..), b'\r', b'\n', b' ', b':', b'f'][random.usize(..6)];
        }
        let mut connection = server.connect();
        connection.send(&bytes, b"");
        if random.bool() {
            connection.finish();
        }
    }
    assert_eq!(asked(&server, &[]).status, 200);
}
