//! The connections of the server. A client that leaves its request half sent is cut off after a while, and at
//! once where another client needs its place: the system has only so many connections.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use futures_util::future::{Either, select};
use http_body_util::BodyExt;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::yield_now;
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
    let mut clients = Clients::default();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                log::warn!("no connection: {error}");
                if clients.cut_the_longest_silent() {
                    yield_now().await;
                } else {
                    sleep(PAUSE).await;
                }
                continue;
            }
        };
        // Lines are short, and no client should wait for them.
        if let Err(error) = stream.set_nodelay(true) {
            log::warn!("a connection with delays: {error}");
        }
        let client = clients.add();
        let asked = Arc::clone(&client);
        let service = service.clone();
        let answers = service_fn(move |request| {
            let answer = Answer::to(&asked);
            let response = service.call(request);
            async {
                let response = response.await?;
                Ok::<_, Infallible>(response.map(|body| answer.with(body)))
            }
        });
        let connection = open.watch(http.serve_connection(TokioIo::new(stream), answers));
        tokio::spawn(async move {
            match select(pin!(connection), pin!(client.cut.notified())).await {
                Either::Left((Err(error), _)) => log::debug!("a connection: {error}"),
                Either::Left((Ok(()), _)) => {}
                Either::Right(_) => log::debug!("a silent connection gives its place to another"),
            }
        });
    }
}

/// The client of a connection.
struct Client {
    /// When its last answer ended, counted in answers and connections; `ANSWERED` while it gets one.
    silent_since: AtomicU64,
    clock: Arc<AtomicU64>,
    cut: Notify,
}

const ANSWERED: u64 = u64::MAX;

impl Client {
    fn be_silent(&self) {
        self.silent_since.store(self.clock.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
    }
}

#[derive(Default)]
struct Clients {
    connected: Vec<Weak<Client>>,
    clock: Arc<AtomicU64>,
}

impl Clients {
    fn add(&mut self) -> Arc<Client> {
        let clock = Arc::clone(&self.clock);
        let client = Arc::new(Client { silent_since: 0.into(), clock, cut: Notify::new() });
        client.be_silent();
        self.connected.retain(|client| client.strong_count() > 0);
        self.connected.push(Arc::downgrade(&client));
        client
    }

    /// Ends the connection that has waited longest for a request, if one waits.
    fn cut_the_longest_silent(&self) -> bool {
        let clients = self.connected.iter().filter_map(Weak::upgrade);
        let since = |client: &Arc<Client>| client.silent_since.load(Ordering::Relaxed);
        let silent = clients.min_by_key(since).filter(|client| since(client) != ANSWERED);
        if let Some(client) = &silent {
            client.silent_since.store(ANSWERED, Ordering::Relaxed);
            client.cut.notify_one();
        }
        silent.is_some()
    }
}

/// An answer under way.
struct Answer(Arc<Client>);

impl Answer {
    fn to(client: &Arc<Client>) -> Self {
        client.silent_since.store(ANSWERED, Ordering::Relaxed);
        Self(Arc::clone(client))
    }

    /// The body, with which the answer ends.
    fn with(self, body: Body) -> Body {
        Body::new(body.map_frame(move |frame| {
            let _until_the_end = &self;
            frame
        }))
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.0.be_silent();
    }
}
