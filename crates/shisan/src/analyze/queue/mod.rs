//! The positions that wait for an answer, and those that are being answered.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::output::Output;
use shisan_analysis::{Id, Request};
use shisan_engine::search::Clock;

/// A position that waits.
#[derive(Clone)]
pub struct Job {
    /// Who takes the answer. Jobs with the same output are those of one client.
    pub output: Arc<Output>,
    /// Its place in the order of the input.
    pub sequence: u64,
    pub priority: i64,
    pub request: Arc<Request>,
    pub turn: usize,
}

impl Job {
    /// Whether it belongs to the query `id`, and to one of `turns`.
    fn is_of(&self, id: Option<&Id>, turns: Option<&[usize]>) -> bool {
        id.is_none_or(|id| self.request.id == *id)
            && turns.is_none_or(|turns| turns.contains(&self.turn))
    }
}

/// A job that a worker has taken. Its clock runs, and stops when the query is terminated.
pub struct Running {
    pub job: Job,
    pub clock: Clock,
}

/// The jobs of all clients.
///
/// Of one client they are taken by priority, then by arrival. The client with the fewest running jobs
/// comes first, then the one that has waited longest. When `limit` jobs run, a free worker takes
/// another one only for a client without any: no client waits for the search of another one to end.
pub struct Queue {
    limit: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Those with jobs, by their turn.
    clients: VecDeque<Client>,
    /// Nothing is added any more.
    closed: bool,
    /// How often the tables were cleared.
    cleared: u64,
}

/// The jobs with one output.
struct Client {
    output: Arc<Output>,
    waiting: BinaryHeap<Waiting>,
    running: Vec<Arc<Running>>,
}

impl Queue {
    /// With this many jobs of a client waiting, the next one waits to be added: memory is finite.
    const MAX_WAITING: usize = 1 << 16;

    /// A queue of which `limit` jobs run at the same time, or one of each client if those are more.
    pub fn new(limit: usize) -> Self {
        Self { limit, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Adds a job, unless its output is closed.
    pub fn push(&self, job: Job) {
        let mut state = self.lock();
        while !state.closed && !job.output.is_closed() {
            let waiting = &mut state.client(&job.output).waiting;
            if waiting.len() < Self::MAX_WAITING {
                waiting.push(Waiting(job));
                self.changed.notify_all();
                return;
            }
            state = self.wait(state);
        }
    }

    /// Takes the next job, once there is one; `None` when there will be none any more. With it comes how
    /// often the tables were cleared.
    pub fn take(&self) -> Option<(Arc<Running>, u64)> {
        let mut state = self.lock();
        loop {
            if let Some(running) = state.start_next(self.limit) {
                self.changed.notify_all();
                return Some((running, state.cleared));
            }
            if state.closed && state.clients.iter().all(|client| client.waiting.is_empty()) {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// A job is done.
    pub fn finish(&self, done: &Arc<Running>) {
        let mut state = self.lock();
        for client in &mut state.clients {
            client.running.retain(|running| !Arc::ptr_eq(running, done));
        }
        state.forget_idle();
        self.changed.notify_all();
    }

    /// Ends the jobs for `output` that are of the query `id`, or all, and of these turns, or of all. Those
    /// that run are stopped; the others are returned, and then the number of all.
    pub fn terminate(
        &self,
        output: &Arc<Output>,
        id: Option<&Id>,
        turns: Option<&[usize]>,
    ) -> (Vec<Job>, usize) {
        let mut state = self.lock();
        let client = state.client(output);
        let waiting = std::mem::take(&mut client.waiting).into_vec();
        let (ended, left): (Vec<Waiting>, Vec<Waiting>) =
            waiting.into_iter().partition(|Waiting(job)| job.is_of(id, turns));
        client.waiting = left.into();
        let mut jobs: Vec<Job> = ended.into_iter().map(|Waiting(job)| job).collect();
        jobs.sort_by_key(|job| job.sequence);
        let running = client.running.iter().filter(|running| running.job.is_of(id, turns));
        let stopped = running.inspect(|running| running.clock.stop()).count();
        state.forget_idle();
        self.changed.notify_all();
        let count = jobs.len() + stopped;
        (jobs, count)
    }

    /// Ends all jobs without an answer, and takes no more.
    pub fn end(&self) {
        let mut state = self.lock();
        state.closed = true;
        for client in &mut state.clients {
            client.output.close();
            client.waiting.clear();
            client.running.iter().for_each(|running| running.clock.stop());
        }
        state.forget_idle();
        self.changed.notify_all();
    }

    /// Has every engine start its next search with an empty table.
    pub fn clear_tables(&self) {
        self.lock().cleared += 1;
    }

    /// Lets the workers end when nothing waits any more.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The client with this output.
    fn client(&mut self, output: &Arc<Output>) -> &mut Client {
        let known = self.clients.iter().position(|client| Arc::ptr_eq(&client.output, output));
        let index = known.unwrap_or_else(|| {
            let (output, waiting) = (Arc::clone(output), BinaryHeap::new());
            self.clients.push_back(Client { output, waiting, running: Vec::new() });
            self.clients.len() - 1
        });
        &mut self.clients[index]
    }

    /// Starts the clock of the next job, if one may run.
    fn start_next(&mut self, limit: usize) -> Option<Arc<Running>> {
        let running: usize = self.clients.iter().map(|client| client.running.len()).sum();
        let may_run = |client: &Client| {
            !client.waiting.is_empty() && (running < limit || client.running.is_empty())
        };
        let clients = self.clients.iter().enumerate().filter(|(_, client)| may_run(client));
        let (index, _) = clients.min_by_key(|(_, client)| client.running.len())?;
        let mut client = self.clients.remove(index)?;
        let started = client.waiting.pop().map(|Waiting(job)| {
            let budget = job.request.limits.time_budget();
            Arc::new(Running { job, clock: Clock::new(Instant::now(), budget) })
        });
        client.running.extend(started.clone());
        self.clients.push_back(client);
        started
    }

    /// Removes the clients without jobs.
    fn forget_idle(&mut self) {
        self.clients.retain(|client| !client.waiting.is_empty() || !client.running.is_empty());
    }
}

/// A job by the order in which it is taken, the next one being the greatest.
struct Waiting(Job);

impl Waiting {
    fn key(&self) -> (i64, Reverse<u64>) {
        (self.0.priority, Reverse(self.0.sequence))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Waiting {}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use shisan_analysis::{Defaults, Query};

    fn client() -> Arc<Output> {
        Arc::new(Output::new(io::sink(), false, false))
    }

    /// Adds jobs of `output` at these priorities, each a query of its own by number.
    fn push(queue: &Queue, output: &Arc<Output>, priorities: &[i64]) {
        for (sequence, &priority) in (0..).zip(priorities) {
            let id = Id::Number(sequence as i64);
            let request = Request::new(id, &Query::default(), Vec::new(), &Defaults::default());
            let (request, _) = request.expect("an empty board");
            let (output, request) = (Arc::clone(output), Arc::new(request));
            queue.push(Job { output, sequence, priority, request, turn: 0 });
        }
    }

    /// What may be taken now, by client and place.
    fn take_all(queue: &Queue, clients: &[&Arc<Output>]) -> Vec<(usize, u64, Arc<Running>)> {
        let next = || queue.lock().start_next(queue.limit);
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
        let (queue, a) = (Queue::new(9), client());
        push(&queue, &a, &[0, 5, -1, 5]);
        assert_eq!(places(&take_all(&queue, &[&a])), [(0, 1), (0, 3), (0, 0), (0, 2)]);
    }

    #[test]
    fn clients_share_what_may_run() {
        let (queue, a, b) = (Queue::new(4), client(), client());
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
        let (queue, a, b, c) = (Queue::new(2), client(), client(), client());
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
        let (queue, a, b) = (Queue::new(2), client(), client());
        push(&queue, &a, &[0; 3]);
        push(&queue, &b, &[0; 3]);
        let taken = take_all(&queue, &[&a, &b]);
        let (waiting, count) = queue.terminate(&a, None, None);
        assert_eq!((waiting.len(), count), (2, 3));
        let stopped =
            taken.iter().map(|(client, _, running)| (*client, running.clock.is_stopped()));
        assert_eq!(stopped.collect::<Vec<_>>(), [(0, true), (1, false)]);
        a.close();
        push(&queue, &a, &[0]);
        queue.finish(&taken[0].2);
        assert_eq!(places(&take_all(&queue, &[&a, &b])), [(1, 1)], "nothing more is added");
    }
}
