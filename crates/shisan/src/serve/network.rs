//! The local network: the address of this machine in it, and a code that phones scan.

use std::fmt::Write;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use anyhow::Context;
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// The address of this machine in its network.
///
/// # Errors
/// When it is in none.
pub fn own_address() -> anyhow::Result<Ipv4Addr> {
    // A socket that is connected knows from where it would send. Nothing is sent.
    let anywhere = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect(anywhere)?;
        socket.local_addr()
    });
    match socket.context("--lan: this machine is in no network")? {
        SocketAddr::V4(address) => Ok(*address.ip()),
        SocketAddr::V6(_) => unreachable!("bound to IPv4"),
    }
}

/// The QR code of an address for standard output: black on white, if that shows colours.
///
/// # Errors
/// When the address is too long.
pub fn code(address: &str) -> anyhow::Result<String> {
    let code = QrCode::with_error_correction_level(address, EcLevel::L)?;
    let is_coloured = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let paper =
        if is_coloured { AnsiColor::Black.on(AnsiColor::BrightWhite) } else { Style::new() };
    let mut text = String::new();
    for row in code.render::<Dense1x2>().build().lines() {
        writeln!(text, "{paper}{row}{paper:#}")?;
    }
    Ok(text)
}
