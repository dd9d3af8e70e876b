//! Promises: jobs on threads of our own, finished ones handed back many per wake-up.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use napi::{
    Env,
    bindgen_prelude::{Buffer, BufferSlice, External, Function},
};
use napi_derive::napi;
use tokio::runtime::{Builder, Runtime};

use super::{
    call::{
        AggregateWork, SignerHandle, VerifierHandle, batch_work, sign_work, spans, sum_signatures,
        verify_work,
    },
    key::{GenerateOptions, GenerateRequest, KeyHandle},
    thrown,
    wake::Wake,
};
use crate::{
    backend::blst,
    batch::{Batch, Work},
    error::Error,
    key::Key,
};

type Result<T> = std::result::Result<T, napi::Error<Error>>;

/// One thread a core.
pub fn threads() -> usize {
    static THREADS: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    *THREADS
}

/// Runs `job` on the addon's own threads; libuv's stay free for files and DNS.
pub fn spawn(job: impl FnOnce() + Send + 'static) -> std::result::Result<(), Error> {
    /// Threads stay through the pauses of a service under light load.
    const IDLE: Duration = Duration::from_secs(60);
    static RUNTIME: LazyLock<std::io::Result<Runtime>> = LazyLock::new(|| {
        Builder::new_current_thread()
            .max_blocking_threads(threads())
            .thread_keep_alive(IDLE)
            .thread_name("ferrosign")
            .build()
    });
    let runtime = RUNTIME
        .as_ref()
        .map_err(|error| Error::Internal(format!("no threads to be had from the system: {error}")))?;
    runtime.spawn_blocking(job);
    Ok(())
}

/// What a job came to.
enum Outcome {
    Bytes(Vec<u8>),
    Verdict(bool),
    Key(Arc<Key>),
    Failed(Error),
}

struct Done {
    id: u32,
    outcome: Outcome,
}

/// The way back into one JavaScript environment.
pub struct Lane {
    shared: Arc<Shared>,
}

struct Shared {
    wake: Wake,
    done: Mutex<VecDeque<Done>>,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, VecDeque<Done>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes JavaScript only where it has not been woken for an earlier job yet.
    fn finish(&self, id: u32, outcome: Outcome) {
        let first = {
            let mut queue = self.queue();
            queue.push_back(Done { id, outcome });
            queue.len() == 1
        };
        if first {
            self.wake.ring();
        }
    }
}

impl Lane {
    fn submit(&self, id: u32, job: impl FnOnce() -> Outcome + Send + 'static) -> Result<()> {
        let shared = Arc::clone(&self.shared);
        spawn(move || {
            let outcome = catch_unwind(AssertUnwindSafe(job))
                .unwrap_or_else(|_| Outcome::Failed(Error::Internal("a job panicked".into())));
            shared.finish(id, outcome);
        })
        .map_err(thrown)
    }

    /// Every thread takes part; the one that ends the batch answers for it.
    fn submit_batch(&self, id: u32, work: Work, outcome: fn(&Batch) -> Outcome) -> Result<()> {
        let helpers = threads().min(work.items());
        let batch = Arc::new(Batch::new(work, threads()));
        if helpers == 0 {
            return self.submit(id, move || outcome(&batch));
        }
        for _ in 0..helpers {
            let (batch, shared) = (Arc::clone(&batch), Arc::clone(&self.shared));
            spawn(move || {
                if batch.help() {
                    shared.finish(id, outcome(&batch));
                }
            })
            .map_err(thrown)?;
        }
        Ok(())
    }
}

/// Opens the lane of this environment; `callback` is called when finished jobs wait.
#[napi(catch_unwind)]
pub fn open_lane(env: Env, callback: Function<'_, (), ()>) -> napi::Result<External<Lane>> {
    let wake = Wake::new(&env, &callback)?;
    Ok(External::new(Lane {
        shared: Arc::new(Shared {
            wake,
            done: Mutex::default(),
        }),
    }))
}

/// Keeps the process alive while promises are pending.
#[napi(catch_unwind)]
pub fn hold_lane(env: Env, lane: &External<Lane>, pending: bool) {
    lane.shared.wake.hold(&env, pending);
}

#[napi(catch_unwind)]
pub fn submit_sign(lane: &External<Lane>, id: u32, signer: &SignerHandle, data: &[u8]) -> Result<()> {
    let (sign, max_length, data) = (Arc::clone(&signer.sign), signer.max_length, data.to_vec());
    lane.submit(id, move || {
        let mut out = vec![0; max_length];
        match sign.sign(&data, &mut out) {
            Ok(length) => {
                out.truncate(length);
                Outcome::Bytes(out)
            }
            Err(error) => Outcome::Failed(error),
        }
    })
}

#[napi(catch_unwind)]
pub fn submit_verify(
    lane: &External<Lane>,
    id: u32,
    verifier: &VerifierHandle,
    data: &[u8],
    signature: &[u8],
) -> Result<()> {
    let (verifier, data, signature) = (Arc::clone(verifier), data.to_vec(), signature.to_vec());
    lane.submit(id, move || Outcome::Verdict(verifier.verify(&data, &signature)))
}

#[napi(catch_unwind)]
pub fn submit_sign_many(
    lane: &External<Lane>,
    id: u32,
    signer: &SignerHandle,
    data: &[u8],
    ends: &[u32],
) -> Result<()> {
    lane.submit_batch(id, sign_work(signer, data, ends), results)
}

#[napi(catch_unwind)]
pub fn submit_verify_many(
    lane: &External<Lane>,
    id: u32,
    verifiers: Vec<&VerifierHandle>,
    data: &[u8],
    ends: &[u32],
) -> Result<()> {
    lane.submit_batch(id, verify_work(&verifiers, data, ends), results)
}

fn results(batch: &Batch) -> Outcome {
    batch.results().map_or_else(Outcome::Failed, Outcome::Bytes)
}

#[napi(catch_unwind)]
pub fn submit_verify_batch(
    lane: &External<Lane>,
    id: u32,
    verifiers: Vec<&VerifierHandle>,
    data: &[u8],
    ends: &[u32],
) -> Result<()> {
    lane.submit_batch(id, batch_work(&verifiers, data, ends), |batch| {
        batch.all_good().map_or_else(Outcome::Failed, Outcome::Verdict)
    })
}

#[napi(catch_unwind)]
pub fn submit_verify_aggregate(
    lane: &External<Lane>,
    id: u32,
    verifiers: Vec<&VerifierHandle>,
    data: &[u8],
    ends: &[u32],
) -> Result<()> {
    let work = AggregateWork::new(&verifiers, data, ends);
    lane.submit(id, move || {
        work.run().map_or_else(Outcome::Failed, Outcome::Verdict)
    })
}

#[napi(catch_unwind)]
pub fn submit_aggregate_signatures(lane: &External<Lane>, id: u32, data: &[u8], ends: &[u32]) -> Result<()> {
    let signatures = spans(data, ends);
    lane.submit(id, move || {
        sum_signatures(&signatures).map_or_else(Outcome::Failed, Outcome::Bytes)
    })
}

#[napi(catch_unwind)]
pub fn submit_aggregate_public_keys(lane: &External<Lane>, id: u32, keys: Vec<&KeyHandle>) -> Result<()> {
    let keys: Vec<Arc<Key>> = keys.iter().map(|key| Arc::clone(key)).collect();
    lane.submit(id, move || {
        blst::aggregate_public_keys(&keys.iter().map(|key| &**key).collect::<Vec<_>>())
            .map_or_else(Outcome::Failed, |key| Outcome::Key(Arc::new(key)))
    })
}

#[napi(catch_unwind)]
pub fn submit_generate(lane: &External<Lane>, id: u32, name: String, options: GenerateOptions) -> Result<()> {
    let request = GenerateRequest::parse(&name, options).map_err(thrown)?;
    lane.submit(id, move || {
        request
            .run()
            .map_or_else(Outcome::Failed, |key| Outcome::Key(Arc::new(key)))
    })
}

/// One finished job in `header`: id, kind and length, four bytes each.
const RECORD: usize = 12;
const BYTES: u32 = 0;
const TRUE: u32 = 1;
const FALSE: u32 = 2;
const KEY: u32 = 3;
const FAILED: u32 = 4;

/// Moves finished jobs out: a record each in `header`, their bytes one after the other in `bytes`.
/// Stops where either is full, and before a job that yields a key or is larger than `bytes`: those come
/// first in the next call's turn, through `takeKey` and `takeBytes`. Returns how many records it wrote.
#[napi(catch_unwind)]
pub fn drain_lane(lane: &External<Lane>, mut header: BufferSlice<'_>, mut bytes: BufferSlice<'_>) -> u32 {
    let mut queue = lane.shared.queue();
    let (mut records, mut used) = (0, 0);
    while let Some(done) = queue.front() {
        let Some(record) = header.get_mut(records * RECORD..(records + 1) * RECORD) else {
            break;
        };
        let text;
        let (kind, content): (u32, &[u8]) = match &done.outcome {
            Outcome::Verdict(true) => (TRUE, &[]),
            Outcome::Verdict(false) => (FALSE, &[]),
            Outcome::Bytes(content) => (BYTES, content),
            Outcome::Key(_) => (KEY, &[]),
            Outcome::Failed(error) => {
                text = format!("{}\n{error}", error.code());
                (FAILED, text.as_bytes())
            }
        };
        let large = content.len() > bytes.len();
        if records > 0 && (large || content.len() > bytes.len() - used) {
            break;
        }
        let length = u32::try_from(content.len()).unwrap_or(u32::MAX);
        for (field, value) in record.chunks_exact_mut(4).zip([done.id, kind, length]) {
            field.copy_from_slice(&value.to_ne_bytes());
        }
        records += 1;
        if large || kind == KEY {
            // Left in the queue for `takeBytes` or `takeKey`.
            break;
        }
        bytes[used..used + content.len()].copy_from_slice(content);
        used += content.len();
        queue.pop_front();
    }
    records as u32
}

/// The result at the head of the queue, too large for the scratch of `drainLane`.
#[napi(catch_unwind)]
pub fn take_bytes(lane: &External<Lane>) -> Option<Buffer> {
    match lane.shared.queue().pop_front()?.outcome {
        Outcome::Bytes(bytes) => Some(bytes.into()),
        _ => None,
    }
}

/// The key at the head of the queue.
#[napi(catch_unwind)]
pub fn take_key(lane: &External<Lane>) -> Option<KeyHandle> {
    match lane.shared.queue().pop_front()?.outcome {
        Outcome::Key(key) => Some(External::new(key)),
        _ => None,
    }
}
