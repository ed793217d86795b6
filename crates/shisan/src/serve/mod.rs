//! The subcommand `serve`: the page and its engine, for browsers of this machine or its network.
//!
//! `connections` speaks HTTP, `access` says who may ask, `token` keeps what they name, `network` knows the
//! address, `page` has the files, `answers` streams what the engine finds. Queries wait in the queue of [`analyze`](crate::analyze), each request being one client.

mod access;
mod answers;
mod args;
mod browser;
mod connections;
mod network;
mod page;
mod refusal;
mod token;

use std::convert::Infallible;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::{get, post};
use futures_util::future::{Either, select};
use hyper_util::server::graceful::GracefulShutdown;
use shisan_engine::engine::EngineConfig;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use self::access::Access;
use self::refusal::refusal;
use crate::analyze::{Bounds, Close, Engines, KEPT_ENGINES, Queue, start_workers};

pub use self::args::ServeArgs;

/// Bytes of the longest body of a request.
const MAX_BODY: usize = 16 << 20;

/// Searches beyond `--jobs`, each for a client that would have none. A browser has up to six
/// connections to a server.
const EXTRA_SEARCHES: usize = 6;

/// How many of these are for short searches alone.
const SHORT_SEARCHES: usize = 2;

/// Clients that may wait for a long search.
const WAITING_CLIENTS: usize = 64;

/// How long the tables of engines are kept for the next search.
const KEPT: Duration = Duration::from_secs(30);

/// How long connections may take to end after an interrupt.
const GRACE: Duration = Duration::from_secs(1);

/// What the page opens.
pub enum PageGame {
    /// The last game.
    Last,
    /// The game at the end of the address.
    At(String),
    /// This one, which the page asks for.
    Sgf(Vec<u8>),
}

/// Serves the page, which opens `game`, until an interrupt. Its address is written to `out` as a line.
/// `otherwise` is what else to do where there is no browser.
///
/// # Errors
/// When the port is taken, `out` cannot be written, or there are no threads.
pub fn run(
    args: &ServeArgs,
    config: EngineConfig,
    game: PageGame,
    otherwise: &'static str,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (from, own) = if args.lan {
        (Ipv4Addr::UNSPECIFIED, network::own_address()?)
    } else {
        (Ipv4Addr::LOCALHOST, Ipv4Addr::LOCALHOST)
    };
    let listener = listen(from, args.port)?;
    let port = listener.local_addr()?.port();
    let access = Access::new(SocketAddrV4::new(own, port), token::token(args.new_token)?);
    let interrupted = notify_on_interrupt()?;
    let (fragment, game) = match game {
        PageGame::Last => (String::new(), None),
        PageGame::At(fragment) => (fragment, None),
        PageGame::Sgf(sgf) => ("#game".to_owned(), Some(Bytes::from(sgf))),
    };
    let address = format!("{}{fragment}", access.address());
    let code = if args.lan { network::code(&address)? } else { String::new() };
    // At once: a program may read the address and close the pipe.
    out.write_all(format!("{address}\n{code}").as_bytes()).and_then(|()| out.flush())?;
    if args.open {
        browser::open(address, otherwise);
    }
    let jobs = args.jobs();
    let config = args.search.engine_config(config);
    let workers = jobs + EXTRA_SEARCHES;
    let bounds = Bounds {
        threads: jobs * config.threads,
        long_searches: workers - SHORT_SEARCHES,
        waiting_clients: WAITING_CLIENTS,
    };
    let queue = Arc::new(Queue::new(config.threads, bounds));
    let engines = Engines::new(config, jobs.max(KEPT_ENGINES));
    thread::scope(|scope| {
        let _close = Close(&queue);
        start_workers(scope, workers, &queue, &engines, || ())?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let router = router(access, Arc::clone(&queue), game);
        let served = runtime.block_on(async {
            let serving = pin!(serve_until(&interrupted, listener, router, &queue));
            match select(serving, pin!(free_unused(&engines))).await {
                Either::Left((served, _)) => served,
            }
        });
        // Connections that have not ended are closed.
        runtime.shutdown_background();
        served
    })
}

/// Frees tables that have not been used for long, without end.
async fn free_unused(engines: &Engines) -> Infallible {
    loop {
        sleep(KEPT / 4).await;
        engines.free_unused(KEPT);
    }
}

/// The port of the address. The browser keeps what a page stores by its address, so it is always the same
/// unless that is taken.
fn listen(from: Ipv4Addr, port: Option<u16>) -> anyhow::Result<TcpListener> {
    const USUAL: u16 = 4343;
    let on = |port| TcpListener::bind((from, port));
    let listener = match port {
        Some(port) => on(port).with_context(|| format!("port {port}"))?,
        None => on(USUAL).or_else(|_| on(0)).context("no free port")?,
    };
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn notify_on_interrupt() -> anyhow::Result<Arc<Notify>> {
    let interrupted = Arc::new(Notify::new());
    let notify = Arc::clone(&interrupted);
    ctrlc::set_handler(move || notify.notify_one()).context("no handler for interrupts")?;
    Ok(interrupted)
}

async fn serve_until(
    interrupted: &Notify,
    listener: TcpListener,
    router: Router,
    queue: &Queue,
) -> anyhow::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let open = GracefulShutdown::new();
    {
        let accepting = pin!(connections::accept(listener, router, &open));
        select(pin!(interrupted.notified()), accepting).await;
    }
    queue.end();
    drop(timeout(GRACE, open.shutdown()).await);
    Ok(())
}

fn router(access: Access, queue: Arc<Queue>, game: Option<Bytes>) -> Router {
    let access = Arc::new(access);
    let asks = middleware::from_fn_with_state(Arc::clone(&access), access::with_token);
    let ask = post(answers::stream).layer(DefaultBodyLimit::max(MAX_BODY)).layer(asks.clone());
    let game = get(move || async move {
        game.ok_or_else(|| refusal(StatusCode::NOT_FOUND, "there is no game"))
    })
    .fallback(page::use_get);
    Router::new()
        .route("/analyze", ask)
        .with_state(queue)
        .method_not_allowed_fallback(async || refusal(StatusCode::METHOD_NOT_ALLOWED, "use POST"))
        .route("/game", game.layer(asks))
        .fallback(page::file)
        .layer(middleware::from_fn_with_state(access, access::by_own_name))
}
