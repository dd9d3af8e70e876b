//! The jobs of one JavaScript environment: queued, run on the addon's threads, their outcomes kept until fetched.

use std::{
    collections::VecDeque,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use crate::{batch::Batch, error::Error, key::Key, threads};

/// What a job came to.
pub enum Outcome {
    Bytes(Vec<u8>),
    Verdict(bool),
    Key(Arc<Key>),
    Failed(Error),
}

pub struct Done {
    pub id: u32,
    pub outcome: Outcome,
}

/// The way from one JavaScript environment to the threads and back.
pub struct Lane {
    state: Mutex<State>,
    /// Tells the environment that outcomes wait.
    ring: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Job>,
    /// How many threads work for this lane.
    runners: usize,
    /// The jobs at work, and which of them nobody waits for any more.
    running: Vec<u32>,
    cancelled: Vec<u32>,
    batches: Vec<(u32, Arc<Batch>)>,
    done: VecDeque<Done>,
    /// Since when outcomes wait for which the environment has not been rung.
    unheard: Option<Instant>,
    rung: bool,
}

struct Job {
    id: u32,
    /// What the table says, in microseconds; `u32::MAX` where it says nothing.
    cost: u32,
    /// `None` where another thread answers for the job.
    run: Box<dyn FnOnce() -> Option<Outcome> + Send>,
}

/// While jobs are queued, an outcome waits this long for others at most: waking JavaScript for each takes the
/// cores from the jobs (P-256 verification, 64 in flight: 40 microseconds each, 34 with this).
const PATIENCE: Duration = Duration::from_millis(1);

/// A thread that has worked this long for one lane stands in the queue again, behind those who wait for other lanes.
const TURN: Duration = Duration::from_millis(20);

impl Lane {
    pub fn new(ring: impl Fn() + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::default(),
            ring: Box::new(ring),
        })
    }

    /// Runs `job` on another thread; its outcome will be found under `id`.
    pub fn submit(
        self: &Arc<Self>,
        id: u32,
        cost: u32,
        job: impl FnOnce() -> Outcome + Send + 'static,
    ) -> Result<(), Error> {
        let job = Job {
            id,
            cost,
            run: Box::new(|| Some(job())),
        };
        self.enqueue(job)
    }

    /// Every thread takes part; the one that ends the batch answers for it.
    pub fn submit_batch(
        self: &Arc<Self>,
        id: u32,
        batch: Batch,
        outcome: fn(&Batch) -> Outcome,
    ) -> Result<(), Error> {
        let helpers = threads::count().min(batch.items());
        if helpers == 0 {
            return self.submit(id, 0, move || outcome(&batch));
        }
        let batch = Arc::new(batch);
        self.state().batches.push((id, Arc::clone(&batch)));
        for _ in 0..helpers {
            let batch = Arc::clone(&batch);
            self.enqueue(Job {
                id,
                cost: u32::MAX,
                run: Box::new(move || batch.help().then(|| outcome(&batch))),
            })?;
        }
        Ok(())
    }

    /// Drops what has not been started of a job; its outcome will not be found.
    pub fn cancel(&self, id: u32) {
        let mut state = self.state();
        state.queue.retain(|job| job.id != id);
        state.done.retain(|done| done.id != id);
        if state.running.contains(&id) {
            state.cancelled.push(id);
        }
        for (_, batch) in state.batches.extract_if(.., |(batch, _)| *batch == id) {
            batch.stop();
        }
    }

    /// Drops all that has not been started: the environment is going away.
    pub fn close(&self) {
        let mut state = self.state();
        state.queue.clear();
        for (_, batch) in state.batches.drain(..) {
            batch.stop();
        }
    }

    /// The outcomes that wait, for `take` to take from the front. When it leaves none, the next will ring again.
    pub fn fetch<T>(&self, take: impl FnOnce(&mut VecDeque<Done>) -> T) -> T {
        let mut state = self.state();
        let taken = take(&mut state.done);
        if state.done.is_empty() {
            state.rung = false;
        }
        taken
    }

    fn enqueue(self: &Arc<Self>, job: Job) -> Result<(), Error> {
        {
            let mut state = self.state();
            state.queue.push_back(job);
            if state.runners >= threads::count() {
                return Ok(());
            }
            state.runners += 1;
        }
        self.hire()
    }

    fn hire(self: &Arc<Self>) -> Result<(), Error> {
        let lane = Arc::clone(self);
        threads::spawn(move || lane.work())
    }

    /// Jobs one after the other until none is left.
    fn work(self: Arc<Self>) {
        let start = Instant::now();
        let mut finished = None;
        loop {
            let (next, ring) = {
                let mut state = self.state();
                if let Some((id, outcome)) = finished.take() {
                    state.finish(id, outcome);
                }
                let turn_is_over = start.elapsed() > TURN && !state.queue.is_empty();
                let next = if turn_is_over {
                    None
                } else {
                    state.queue.pop_front()
                };
                match &next {
                    Some(job) => state.running.push(job.id),
                    None if turn_is_over => {}
                    None => state.runners -= 1,
                }
                let ring = state.must_ring(next.as_ref());
                (next.ok_or(turn_is_over), ring)
            };
            if ring {
                (self.ring)();
            }
            match next {
                Ok(Job { id, run, .. }) => {
                    let outcome = catch_unwind(AssertUnwindSafe(run))
                        .unwrap_or_else(|_| Some(Outcome::Failed(Error::Internal("a job panicked".into()))));
                    finished = Some((id, outcome));
                }
                Err(turn_is_over) => {
                    // Threads were had before: where the system refuses now, this one goes on.
                    if turn_is_over && self.hire().is_err() {
                        continue;
                    }
                    return;
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn finish(&mut self, id: u32, outcome: Option<Outcome>) {
        if let Some(at) = self.running.iter().position(|running| *running == id) {
            self.running.swap_remove(at);
        }
        let Some(outcome) = outcome else {
            return;
        };
        self.batches.retain(|(batch, _)| *batch != id);
        if let Some(at) = self.cancelled.iter().position(|cancelled| *cancelled == id) {
            self.cancelled.swap_remove(at);
            return;
        }
        self.done.push_back(Done { id, outcome });
        self.unheard.get_or_insert_with(Instant::now);
    }

    /// Whether outcomes wait that should wait no longer, with `next` to be run first.
    fn must_ring(&mut self, next: Option<&Job>) -> bool {
        let Some(since) = self.unheard else {
            return false;
        };
        let patient = next.is_some_and(|job| {
            job.cost != u32::MAX && since.elapsed() + Duration::from_micros(job.cost.into()) < PATIENCE
        });
        if patient {
            return false;
        }
        self.unheard = None;
        !mem::replace(&mut self.rung, true)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Condvar,
            atomic::{AtomicUsize, Ordering},
            mpsc,
        },
        thread,
    };

    use super::*;

    /// A lane and how often it has rung.
    fn lane() -> (Arc<Lane>, Arc<AtomicUsize>, mpsc::Receiver<()>) {
        let rings = Arc::new(AtomicUsize::new(0));
        let (sender, receiver) = mpsc::channel();
        let counted = Arc::clone(&rings);
        let lane = Lane::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
            let _ = sender.send(());
        });
        (lane, rings, receiver)
    }

    /// Fetches at each ring, as the environment does, until `count` outcomes are there.
    fn fetch(lane: &Lane, rings: &mpsc::Receiver<()>, count: usize) -> Vec<Done> {
        let mut found = Vec::new();
        while found.len() < count {
            rings.recv_timeout(Duration::from_secs(30)).unwrap();
            found.extend(lane.fetch(mem::take));
        }
        found
    }

    #[test]
    fn every_outcome_is_found_and_none_is_forgotten_without_a_ring() {
        for cost in [0, 1, 500, u32::MAX] {
            let (lane, rings, receiver) = lane();
            for id in 0..1000 {
                lane.submit(id, cost, move || Outcome::Verdict(id % 2 == 0))
                    .unwrap();
            }
            let mut found = fetch(&lane, &receiver, 1000);
            found.sort_by_key(|done| done.id);
            for (id, done) in found.iter().enumerate() {
                assert_eq!(done.id as usize, id);
                assert!(matches!(done.outcome, Outcome::Verdict(verdict) if verdict == (id % 2 == 0)));
            }
            assert!(rings.load(Ordering::SeqCst) <= 1000);
            assert!(lane.state().running.is_empty());
        }
    }

    /// Jobs that wait at a gate, one for each thread, so that all others stay in the queue.
    fn gate(lane: &Arc<Lane>) -> impl Fn() {
        let gate = Arc::new((Mutex::new(false), Condvar::new()));
        for id in 0..threads::count() {
            let gate = Arc::clone(&gate);
            let job = move || {
                let open = gate.0.lock().unwrap();
                drop(gate.1.wait_while(open, |open| !*open).unwrap());
                Outcome::Verdict(true)
            };
            lane.submit(1_000_000 + id as u32, u32::MAX, job).unwrap();
        }
        while lane.state().running.len() < threads::count() {
            thread::yield_now();
        }
        move || {
            *gate.0.lock().unwrap() = true;
            gate.1.notify_all();
        }
    }

    #[test]
    fn what_is_cancelled_is_not_run_and_not_found() {
        let (lane, _, receiver) = lane();
        let open = gate(&lane);
        let runs = Arc::new(AtomicUsize::new(0));
        for id in 0..10 {
            let runs = Arc::clone(&runs);
            let job = move || {
                runs.fetch_add(1, Ordering::SeqCst);
                Outcome::Verdict(true)
            };
            lane.submit(id, 1, job).unwrap();
        }
        lane.cancel(3);
        lane.cancel(7);
        // At work already: it ends, and nobody hears of it.
        lane.cancel(1_000_000);
        open();
        let found = fetch(&lane, &receiver, 8 + threads::count() - 1);
        let mut ids: Vec<_> = found.iter().map(|done| done.id).filter(|id| *id < 10).collect();
        ids.sort_unstable();
        assert_eq!(ids, [0, 1, 2, 4, 5, 6, 8, 9]);
        assert_eq!(runs.load(Ordering::SeqCst), 8);
        while !lane.state().running.is_empty() {
            thread::yield_now();
        }
        let state = lane.state();
        assert!(state.cancelled.is_empty() && state.done.is_empty());
    }

    #[test]
    fn a_panic_is_an_outcome() {
        let (lane, _, receiver) = lane();
        lane.submit(1, 1, || panic!("asked to panic")).unwrap();
        let found = fetch(&lane, &receiver, 1);
        assert!(matches!(found[0].outcome, Outcome::Failed(Error::Internal(_))));
    }

    #[test]
    fn a_closed_lane_starts_nothing() {
        let (lane, rings, receiver) = lane();
        let open = gate(&lane);
        lane.submit(1, 1, || unreachable!("the lane is closed")).unwrap();
        lane.close();
        open();
        let found = fetch(&lane, &receiver, threads::count());
        assert!(found.iter().all(|done| done.id >= 1_000_000));
        assert!(rings.load(Ordering::SeqCst) >= 1);
    }
}
