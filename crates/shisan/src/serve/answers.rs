//! `POST /analyze`: queries in, a stream of answers out.

use std::convert::Infallible;
use std::io::{self, Write};
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use shisan_analysis::Defaults;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::connections::REQUEST_TIME;
use super::refusal::refusal;
use crate::analyze::{Backlog, Output, Queue, Service, events};

/// A stream has a line at least so often: writing it shows whether anybody still reads.
const KEEP_ALIVE: Duration = Duration::from_millis(150);

/// Answers the queries of a body; the searches end with the stream.
pub async fn stream(State(queue): State<Arc<Queue>>, request: Request) -> Response {
    let body = match timeout(REQUEST_TIME, Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => body,
        Ok(Err(rejection)) => return refusal(rejection.status(), &rejection.body_text()),
        Err(_) => return refusal(StatusCode::REQUEST_TIMEOUT, "the body takes too long"),
    };
    if body.iter().all(u8::is_ascii_whitespace) {
        return refusal(StatusCode::BAD_REQUEST, "the body has no query");
    }
    let (sender, lines) = mpsc::unbounded_channel();
    let backlog = Arc::<Backlog>::default();
    let written = Lines { sender, backlog: Arc::clone(&backlog) };
    let output = Arc::new(Output::with_backlog(written, Arc::clone(&backlog)));
    let answers =
        Answers { lines, backlog, output: Arc::downgrade(&output), queue: Arc::clone(&queue) };
    // It waits where many positions wait already.
    tokio::task::spawn_blocking(move || {
        let mut service = Service::new(&queue, &output, Defaults::default());
        if let Err(error) = service.serve(events(&*body), false) {
            log::error!("{error:#}");
        }
    });
    let body = Body::from_stream(stream::unfold(answers, async |mut answers| {
        let line = answers.next().await?;
        Some((Ok::<_, Infallible>(line), answers))
    }));
    let headers =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    (headers, body).into_response()
}

/// The sending end of a stream, which never waits.
struct Lines {
    sender: mpsc::UnboundedSender<Bytes>,
    backlog: Arc<Backlog>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.backlog.add();
        let sent = self.sender.send(Bytes::copy_from_slice(bytes));
        sent.map(|()| bytes.len()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The answers to one request. Its output lives as long as a question is open.
struct Answers {
    lines: mpsc::UnboundedReceiver<Bytes>,
    backlog: Arc<Backlog>,
    output: Weak<Output>,
    queue: Arc<Queue>,
}

impl Answers {
    /// The next line, a blank one if there is none for long; nothing in the end.
    async fn next(&mut self) -> Option<Bytes> {
        let Ok(line) = timeout(KEEP_ALIVE, self.lines.recv()).await else {
            return Some(Bytes::from_static(b"\n"));
        };
        if line.is_some() && self.backlog.take() {
            self.queue.wake();
        }
        line
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.lines.close();
        if let Some(output) = self.output.upgrade() {
            output.close();
            self.queue.terminate(&output, None, None);
        }
    }
}
