//! The connections of the server. A client that leaves its request half sent is cut off: the system has only
//! so many connections.

use std::convert::Infallible;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::time::sleep;

/// How long a request may take to arrive: its head, and then its body.
pub const REQUEST_TIME: Duration = Duration::from_secs(15);

/// The pause where the system has no connection to give.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves `router` on the connections of `listener`, without end; `open` watches over them.
pub async fn accept(listener: TcpListener, router: Router, open: &GracefulShutdown) -> Infallible {
    let service = TowerToHyperService::new(router);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(REQUEST_TIME);
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                log::warn!("no connection: {error}");
                sleep(PAUSE).await;
                continue;
            }
        };
        // Lines are short, and no client should wait for them.
        if let Err(error) = stream.set_nodelay(true) {
            log::warn!("a connection with delays: {error}");
        }
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
        let connection = open.watch(connection);
        tokio::spawn(async {
            if let Err(error) = connection.await {
                log::debug!("a connection: {error}");
            }
        });
    }
}
