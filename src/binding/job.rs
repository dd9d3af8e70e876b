//! Promises: jobs go to the lane of their environment, and finished ones come back many per wake-up.

use std::{collections::VecDeque, sync::Arc};

use napi::{
    Env,
    bindgen_prelude::{Buffer, BufferSlice, External, Function},
};
use napi_derive::napi;

use super::{
    call::{
        AggregateWork, Signer, SignerHandle, Verifier, VerifierHandle, batch_work, sign_work, spans,
        sum_signatures, verify_work,
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
    lane::{Done, Lane, Outcome},
    threads,
};

type Result<T> = std::result::Result<T, napi::Error<Error>>;

/// The lane of this environment, closed when it goes away.
pub struct OpenLane {
    lane: Arc<Lane>,
    wake: Arc<Wake>,
}

impl Drop for OpenLane {
    fn drop(&mut self) {
        self.lane.close();
    }
}

/// Opens the lane of this environment; `callback` is called when finished jobs wait.
#[napi(catch_unwind)]
pub fn open_lane(env: Env, callback: Function<'_, (), ()>) -> napi::Result<External<OpenLane>> {
    let wake = Arc::new(Wake::new(&env, &callback)?);
    let bell = Arc::clone(&wake);
    Ok(External::new(OpenLane {
        lane: Lane::new(move || bell.ring()),
        wake,
    }))
}

/// Keeps the process alive while promises are pending.
#[napi(catch_unwind)]
pub fn hold_lane(env: Env, lane: &External<OpenLane>, pending: bool) {
    lane.wake.hold(&env, pending);
}

/// Drops what has not been started of a job; nothing will be heard of it.
#[napi(catch_unwind)]
pub fn cancel_job(lane: &External<OpenLane>, id: u32) {
    lane.lane.cancel(id);
}

/// How many threads there are, or will be.
#[napi(catch_unwind)]
pub fn thread_count() -> u32 {
    threads::count() as u32
}

/// Fails once there are threads.
#[napi(catch_unwind)]
pub fn set_thread_count(count: u32) -> Result<()> {
    threads::set_count(count as usize).map_err(thrown)
}

#[napi(catch_unwind)]
pub fn submit_sign(lane: &External<OpenLane>, id: u32, signer: &SignerHandle, data: &[u8]) -> Result<()> {
    let (signer, data) = (Signer::clone(signer), data.to_vec());
    start(lane, id, signer.cost, move || {
        let mut out = vec![0; signer.max_length];
        match signer.sign.sign(&data, &mut out) {
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
    lane: &External<OpenLane>,
    id: u32,
    verifier: &VerifierHandle,
    data: &[u8],
    signature: &[u8],
) -> Result<()> {
    let (verifier, data, signature) = (Verifier::clone(verifier), data.to_vec(), signature.to_vec());
    start(lane, id, verifier.cost, move || {
        Outcome::Verdict(verifier.verify.verify(&data, &signature))
    })
}

#[napi(catch_unwind)]
pub fn submit_sign_many(
    lane: &External<OpenLane>,
    id: u32,
    signer: &SignerHandle,
    data: &[u8],
    ends: &[u32],
) -> Result<()> {
    start_batch(lane, id, sign_work(signer, data, ends), results)
}

#[napi(catch_unwind)]
pub fn submit_verify_many(
    lane: &External<OpenLane>,
    id: u32,
    verifiers: Vec<&VerifierHandle>,
    data: &[u8],
    ends: &[u32],
) -> Result<()> {
    start_batch(lane, id, verify_work(&verifiers, data, ends), results)
}

/// The cost of a job that the table does not know.
const UNKNOWN: u32 = u32::MAX;

fn start(lane: &OpenLane, id: u32, cost: u32, job: impl FnOnce() -> Outcome + Send + 'static) -> Result<()> {
    lane.lane.submit(id, cost, job).map_err(thrown)
}

fn start_batch(lane: &OpenLane, id: u32, work: Work, outcome: fn(&Batch) -> Outcome) -> Result<()> {
    let batch = Batch::new(work, threads::count());
    lane.lane.submit_batch(id, batch, outcome).map_err(thrown)
}

fn results(batch: &Batch) -> Outcome {
    batch.results().map_or_else(Outcome::Failed, Outcome::Bytes)
}

#[napi(catch_unwind)]
pub fn submit_verify_batch(
    lane: &External<OpenLane>,
    id: u32,
    verifiers: Vec<&VerifierHandle>,
    data: &[u8],
    ends: &[u32],
) -> Result<()> {
    start_batch(lane, id, batch_work(&verifiers, data, ends), |batch| {
        batch.all_good().map_or_else(Outcome::Failed, Outcome::Verdict)
    })
}

#[napi(catch_unwind)]
pub fn submit_verify_aggregate(
    lane: &External<OpenLane>,
    id: u32,
    verifiers: Vec<&VerifierHandle>,
    data: &[u8],
    ends: &[u32],
) -> Result<()> {
    let work = AggregateWork::new(&verifiers, data, ends);
    start(lane, id, UNKNOWN, move || {
        work.run().map_or_else(Outcome::Failed, Outcome::Verdict)
    })
}

#[napi(catch_unwind)]
pub fn submit_aggregate_signatures(
    lane: &External<OpenLane>,
    id: u32,
    data: &[u8],
    ends: &[u32],
) -> Result<()> {
    let signatures = spans(data, ends);
    start(lane, id, UNKNOWN, move || {
        sum_signatures(&signatures).map_or_else(Outcome::Failed, Outcome::Bytes)
    })
}

#[napi(catch_unwind)]
pub fn submit_aggregate_public_keys(lane: &External<OpenLane>, id: u32, keys: Vec<&KeyHandle>) -> Result<()> {
    let keys: Vec<Arc<Key>> = keys.iter().map(|key| Arc::clone(key)).collect();
    start(lane, id, UNKNOWN, move || {
        blst::aggregate_public_keys(&keys.iter().map(|key| &**key).collect::<Vec<_>>())
            .map_or_else(Outcome::Failed, |key| Outcome::Key(Arc::new(key)))
    })
}

#[napi(catch_unwind)]
pub fn submit_generate(
    lane: &External<OpenLane>,
    id: u32,
    name: String,
    options: GenerateOptions,
) -> Result<()> {
    let request = GenerateRequest::parse(&name, options).map_err(thrown)?;
    start(lane, id, UNKNOWN, move || {
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
pub fn drain_lane(lane: &External<OpenLane>, mut header: BufferSlice<'_>, mut bytes: BufferSlice<'_>) -> u32 {
    lane.lane.fetch(|queue| drain(queue, &mut header, &mut bytes))
}

fn drain(queue: &mut VecDeque<Done>, header: &mut [u8], bytes: &mut [u8]) -> u32 {
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
pub fn take_bytes(lane: &External<OpenLane>) -> Option<Buffer> {
    match lane.lane.fetch(VecDeque::pop_front)?.outcome {
        Outcome::Bytes(bytes) => Some(bytes.into()),
        _ => None,
    }
}

/// The key at the head of the queue.
#[napi(catch_unwind)]
pub fn take_key(lane: &External<OpenLane>) -> Option<KeyHandle> {
    match lane.lane.fetch(VecDeque::pop_front)?.outcome {
        Outcome::Key(key) => Some(External::new(key)),
        _ => None,
    }
}
