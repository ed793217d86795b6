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
/// comes first, then the one that has waited longest. When the threads are in use, a free worker takes
/// another one only for a client without any: no client waits for the search of another one to end, as long
/// as there are workers. Some of these take short searches alone, so that a client with one never waits for
/// those that last. A client whose reader is behind waits for that.
pub struct Queue {
    /// Threads of a search that does not name its own.
    threads: usize,
    bounds: Bounds,
    state: Mutex<State>,
    changed: Condvar,
}

/// What the clients of a queue share.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Search threads at the same time, or one search of each client if those are more.
    pub threads: usize,
    /// Searches that are not [short](Request::is_short) at the same time.
    pub long_searches: usize,
    /// Clients that wait for such a search; the searches of another one are refused.
    pub waiting_clients: usize,
}

impl Bounds {
    /// Those of a single client.
    pub fn of_one_client(threads: usize) -> Self {
        Self { threads, long_searches: usize::MAX, waiting_clients: usize::MAX }
    }
}

/// Too many clients wait for a search that lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

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

    /// A queue of searches with `threads`, unless they name others, within `bounds`.
    pub fn new(threads: usize, bounds: Bounds) -> Self {
        Self { threads, bounds, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Adds a job, unless its output is closed.
    ///
    /// # Errors
    /// [`Refused`] where too many clients wait for a search that lasts.
    pub fn push(&self, job: Job) -> Result<(), Refused> {
        let mut state = self.lock();
        if !job.request.is_short() && state.is_crowded(&job.output, self.bounds) {
            return Err(Refused);
        }
        while !state.closed && !job.output.is_closed() {
            let waiting = &mut state.client(&job.output).waiting;
            if waiting.len() < Self::MAX_WAITING {
                waiting.push(Waiting(job));
                self.changed.notify_all();
                break;
            }
            state = self.wait(state);
        }
        Ok(())
    }

    /// Takes the next job, once there is one; `None` when there will be none any more. With it comes how
    /// often the tables were cleared.
    pub fn take(&self) -> Option<(Arc<Running>, u64)> {
        let mut state = self.lock();
        loop {
            if let Some(running) = state.start_next(self.threads, self.bounds) {
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

    /// The reader of an output has caught up.
    pub fn wake(&self) {
        // Whoever looked before waits by now.
        drop(self.lock());
        self.changed.notify_all();
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
    fn start_next(&mut self, threads: usize, bounds: Bounds) -> Option<Arc<Running>> {
        let threads_of = |job: &Job| job.request.threads.unwrap_or(threads);
        let running = || self.clients.iter().flat_map(|client| &client.running);
        let in_use: usize = running().map(|running| threads_of(&running.job)).sum();
        let long = running().filter(|running| !running.job.request.is_short()).count();
        let may_run = |client: &Client| {
            client.waiting.peek().is_some_and(|Waiting(job)| {
                let has_room = in_use + threads_of(job) <= bounds.threads;
                !client.output.backlog().is_full()
                    && (has_room || client.running.is_empty())
                    && (job.request.is_short() || long < bounds.long_searches)
            })
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

    /// Whether as many other clients as may wait already wait for a search that lasts.
    fn is_crowded(&self, output: &Arc<Output>, bounds: Bounds) -> bool {
        let waits = |client: &&Client| {
            let next = client.waiting.peek();
            client.running.is_empty() && next.is_some_and(|Waiting(job)| !job.request.is_short())
        };
        let is_other = |client: &&Client| !Arc::ptr_eq(&client.output, output);
        self.clients.iter().filter(is_other).filter(waits).count() >= bounds.waiting_clients
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
mod tests;
