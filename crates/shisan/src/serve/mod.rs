//! The subcommand `serve`: the page and its engine, for browsers on this machine.
//!
//! `access` says who may ask, `page` has the files, `answers` streams what the engine finds. Queries wait
//! in the queue of [`analyze`](crate::analyze), each request being one client.

mod access;
mod answers;
mod args;
mod browser;
mod page;
mod refusal;

use std::future::IntoFuture;
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::post;
use axum::serve::ListenerExt;
use axum::{Router, serve};
use shisan_engine::engine::EngineConfig;
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

use self::access::Access;
use self::refusal::refusal;
use crate::analyze::{Close, Engines, Queue, start_workers};

pub use self::args::ServeArgs;

/// Bytes of the longest body of a request.
const MAX_BODY: usize = 16 << 20;

/// Searches beyond `--jobs`, each for a client that would have none. A browser has up to six
/// connections to a server.
const EXTRA_SEARCHES: usize = 6;

/// How long connections may take to end after an interrupt.
const GRACE: Duration = Duration::from_secs(1);

/// Serves the page until an interrupt. Its address, with `fragment` at its end, is written to `out` as a
/// line. `otherwise` is what else to do where there is no browser.
///
/// # Errors
/// When the port is taken, `out` cannot be written, or there are no threads.
pub fn run(
    args: &ServeArgs,
    config: EngineConfig,
    fragment: &str,
    otherwise: &'static str,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let listener = listen(args.port)?;
    let access = Access::new(listener.local_addr()?.port())?;
    let interrupted = notify_on_interrupt()?;
    let address = format!("{}{fragment}", access.address());
    writeln!(out, "{address}").and_then(|()| out.flush())?;
    if args.open {
        browser::open(address, otherwise);
    }
    let jobs = args.jobs();
    let queue = Arc::new(Queue::new(jobs));
    let engines = Engines::new(args.search.engine_config(config));
    thread::scope(|scope| {
        let _close = Close(&queue);
        start_workers(scope, jobs + EXTRA_SEARCHES, &queue, &engines, || ())?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let served = runtime.block_on(serve_until(&interrupted, listener, access, &queue));
        // Connections that have not ended are closed.
        runtime.shutdown_background();
        served
    })
}

/// The port of the address. The browser keeps what a page stores by its address, so it is always the same
/// unless that is taken.
fn listen(port: Option<u16>) -> anyhow::Result<TcpListener> {
    const USUAL: u16 = 4343;
    let on = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
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
    access: Access,
    queue: &Arc<Queue>,
) -> anyhow::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?.tap_io(|connection| {
        // Lines are short, and no client should wait for them.
        if let Err(error) = connection.set_nodelay(true) {
            log::warn!("a connection with delays: {error}");
        }
    });
    let (stop, stopped) = oneshot::channel::<()>();
    let server = serve(listener, router(access, Arc::clone(queue)))
        .with_graceful_shutdown(async { drop(stopped.await) });
    let server = tokio::spawn(server.into_future());
    interrupted.notified().await;
    queue.end();
    drop(stop);
    match timeout(GRACE, server).await {
        Ok(ended) => ended.map_err(io::Error::from).and_then(|result| result).context("serving"),
        Err(_) => Ok(()),
    }
}

fn router(access: Access, queue: Arc<Queue>) -> Router {
    let access = Arc::new(access);
    let asks = middleware::from_fn_with_state(Arc::clone(&access), access::with_token);
    Router::new()
        .route("/analyze", post(answers::stream).layer(DefaultBodyLimit::max(MAX_BODY)).layer(asks))
        .with_state(queue)
        .method_not_allowed_fallback(async || refusal(StatusCode::METHOD_NOT_ALLOWED, "use POST"))
        .fallback(page::file)
        .layer(middleware::from_fn_with_state(access, access::from_this_machine))
}
