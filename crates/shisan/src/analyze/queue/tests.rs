use std::io;

use super::*;
use shisan_analysis::{Defaults, Query};

fn client() -> Arc<Output> {
    Arc::new(Output::new(io::sink(), false, false))
}

fn job(output: &Arc<Output>, sequence: u64, priority: i64, query: &Query) -> Job {
    let id = Id::Number(sequence as i64);
    let request = Request::new(id, query, Vec::new(), &Defaults::default());
    let (mut request, _) = request.expect("an empty board");
    // It takes no more than this machine has.
    request.threads = query.threads.map(|threads| threads as usize);
    Job { output: Arc::clone(output), sequence, priority, request: Arc::new(request), turn: 0 }
}

/// Adds jobs of `output` at these priorities, each a query of its own by number.
fn push(queue: &Queue, output: &Arc<Output>, priorities: &[i64]) {
    for (sequence, &priority) in (0..).zip(priorities) {
        let job = job(output, sequence, priority, &Query::default());
        queue.push(job).expect("room for it");
    }
}

/// A queue of this many searches of one thread.
fn queue(threads: usize) -> Queue {
    Queue::new(1, Bounds::of_one_client(threads))
}

/// What may be taken now, by client and place.
fn take_all(queue: &Queue, clients: &[&Arc<Output>]) -> Vec<(usize, u64, Arc<Running>)> {
    let next = || queue.lock().start_next(queue.threads, queue.bounds);
    std::iter::from_fn(next)
        .map(|running| {
            let is_its = |client: &&Arc<Output>| Arc::ptr_eq(client, &running.job.output);
            let client = clients.iter().position(is_its).expect("a client");
            (client, running.job.sequence, running)
        })
        .collect()
}

fn places(taken: &[(usize, u64, Arc<Running>)]) -> Vec<(usize, u64)> {
    taken.iter().map(|(client, sequence, _)| (*client, *sequence)).collect()
}

#[test]
fn jobs_of_a_client_come_by_priority_and_arrival() {
    let (queue, a) = (queue(9), client());
    push(&queue, &a, &[0, 5, -1, 5]);
    assert_eq!(places(&take_all(&queue, &[&a])), [(0, 1), (0, 3), (0, 0), (0, 2)]);
}

#[test]
fn clients_share_what_may_run() {
    let (queue, a, b) = (queue(4), client(), client());
    push(&queue, &a, &[0; 9]);
    push(&queue, &b, &[7; 3]);
    let taken = take_all(&queue, &[&a, &b]);
    assert_eq!(places(&taken), [(0, 0), (1, 0), (0, 1), (1, 1)]);
    for (client, _, running) in taken.iter().filter(|(client, ..)| *client == 0) {
        assert_eq!(*client, 0);
        queue.finish(running);
    }
    assert_eq!(places(&take_all(&queue, &[&a, &b])), [(0, 2), (0, 3)]);
}

#[test]
fn a_long_search_keeps_no_other_client_waiting() {
    let (queue, a, b, c) = (queue(2), client(), client(), client());
    push(&queue, &a, &[0; 5]);
    assert_eq!(places(&take_all(&queue, &[&a])), [(0, 0), (0, 1)]);
    push(&queue, &b, &[0; 2]);
    push(&queue, &c, &[0; 2]);
    let taken = take_all(&queue, &[&a, &b, &c]);
    assert_eq!(places(&taken), [(1, 0), (2, 0)], "one each");
    queue.finish(&taken[0].2);
    assert_eq!(places(&take_all(&queue, &[&a, &b, &c])), [(1, 1)]);
}

#[test]
fn a_client_ends_its_own_jobs_only() {
    let (queue, a, b) = (queue(2), client(), client());
    push(&queue, &a, &[0; 3]);
    push(&queue, &b, &[0; 3]);
    let taken = take_all(&queue, &[&a, &b]);
    let (waiting, count) = queue.terminate(&a, None, None);
    assert_eq!((waiting.len(), count), (2, 3));
    let stopped = taken.iter().map(|(client, _, running)| (*client, running.clock.is_stopped()));
    assert_eq!(stopped.collect::<Vec<_>>(), [(0, true), (1, false)]);
    a.close();
    push(&queue, &a, &[0]);
    queue.finish(&taken[0].2);
    assert_eq!(places(&take_all(&queue, &[&a, &b])), [(1, 1)], "nothing more is added");
}

#[test]
fn a_search_counts_its_threads() {
    let (queue, a, b) = (queue(3), client(), client());
    let threads = |threads| Query { threads: Some(threads), ..Query::default() };
    for (sequence, query) in (0..).zip([threads(2), threads(2), threads(1)]) {
        queue.push(job(&a, sequence, 0, &query)).expect("room for it");
    }
    let taken = take_all(&queue, &[&a, &b]);
    assert_eq!(places(&taken), [(0, 0)], "two and two are more than three");
    queue.push(job(&b, 0, 0, &threads(3))).expect("room for it");
    assert_eq!(places(&take_all(&queue, &[&a, &b])), [(1, 0)], "one of each client");
    queue.finish(&taken[0].2);
    assert_eq!(places(&take_all(&queue, &[&a, &b])), [(0, 1)], "one of each client");
}

#[test]
fn short_searches_pass_those_that_last() {
    let bounds = Bounds { threads: 1, long_searches: 2, waiting_clients: 3 };
    let queue = Queue::new(1, bounds);
    let endless = Query { max_time_ms: Some(3_600_000), ..Query::default() };
    let clients: Vec<Arc<Output>> = std::iter::repeat_with(client).take(7).collect();
    let all: Vec<&Arc<Output>> = clients.iter().collect();
    let add = |client: usize, query: &Query| queue.push(job(&clients[client], 0, 0, query));
    for client in 0..2 {
        assert_eq!(add(client, &endless), Ok(()));
    }
    let taken = take_all(&queue, &all);
    assert_eq!(places(&taken), [(0, 0), (1, 0)]);
    for client in 2..5 {
        assert_eq!(add(client, &endless), Ok(()));
    }
    assert_eq!(add(5, &endless), Err(Refused));
    assert_eq!(add(5, &Query::default()), Ok(()));
    assert_eq!(places(&take_all(&queue, &all)), [(5, 0)], "a short one");
    queue.finish(&taken[0].2);
    assert_eq!(places(&take_all(&queue, &all)), [(2, 0)], "the one that waits longest");
    assert_eq!(add(6, &endless), Ok(()), "one place is free");
}
