//! A server for the local network.

use std::io::{BufRead, BufReader};

use super::access::asked;
use super::server::{Response, Server, shisan};

/// The text of a QR code that is printed in half blocks.
fn scanned(rows: &[String]) -> String {
    // A pixel of a picture for each module would be too small to be found.
    const SCALE: usize = 4;
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let (width, height) = (rows[0].len(), 2 * rows.len());
    let is_dark = |x: usize, y: usize| match rows[y / 2][x] {
        '█' => true,
        '▀' => y.is_multiple_of(2),
        '▄' => !y.is_multiple_of(2),
        _ => false,
    };
    let grey = |x: usize, y: usize| if is_dark(x / SCALE, y / SCALE) { 0 } else { 255 };
    let mut picture =
        rqrr::PreparedImage::prepare_from_greyscale(width * SCALE, height * SCALE, grey);
    let codes = picture.detect_grids();
    assert_eq!(codes.len(), 1);
    codes[0].decode().expect("a code").1
}

#[track_caller]
fn expect_refused(response: &Response, part: &str) {
    assert_eq!(response.status, 403, "{response:?}");
    assert!(response.text().contains(part), "{response:?}");
}

#[test]
fn the_own_network_may_ask_by_the_address_that_is_scanned() {
    let mut command = shisan("serve");
    let mut child = command.args(["--lan", "--port", "0"]).spawn().expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let Some(Ok(address)) = lines.next() else {
        // A machine without a network has nobody to serve.
        let output = child.wait_with_output().expect("a child");
        let error = String::from_utf8(output.stderr).expect("text");
        assert!(error.starts_with("error: --lan: this machine is in no network"), "{error}");
        return;
    };
    // The code is square, and two rows of it are a line.
    let first = lines.next().expect("a code").expect("a line");
    let more = first.chars().count().div_ceil(2) - 1;
    let rows: Vec<String> =
        [first].into_iter().chain(lines.by_ref().take(more).map(Result::unwrap)).collect();
    assert_eq!(scanned(&rows), address);

    let server = Server::of_address(child, address);
    let (ip, port) = (server.ip.clone(), server.port);
    let origin = format!("http://{ip}:{port}");
    for change in [
        &[][..],
        &[("Origin", &*origin)],
        &[("Host", &*format!("127.0.0.1:{port}"))],
        &[("Host", &*format!("10.1.2.3:{port}"))],
        &[("Host", &*format!("localhost:{port}"))],
    ] {
        assert_eq!(asked(&server, change).status, 200, "{change:?}");
    }
    // A name may lead here from anywhere.
    for host in
        [format!("example.org:{port}"), format!("{ip}:1"), format!("{ip}.example.org:{port}")]
    {
        expect_refused(&asked(&server, &[("Host", &host)]), "the host must be ");
    }
    let foreign = [("Origin", "http://example.org")];
    expect_refused(&asked(&server, &foreign), "other origins");
    let answer = server.request("POST /analyze", &[], "{}");
    expect_refused(&answer, "the token is missing");
}

#[test]
fn without_the_option_the_network_is_not_served() {
    let server = Server::start(&[]);
    let own = std::net::UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    if let Ok(own) = own {
        assert!(std::net::TcpStream::connect((own.ip(), server.port)).is_err());
    }
}
