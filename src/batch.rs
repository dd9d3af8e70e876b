//! Many signatures at once: work that several threads take chunk by chunk, and its results in order.

use std::{
    ops::Range,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::{
    aggregate,
    backend::{Claim, Sign, Verify},
    error::Error,
};

/// Messages one after the other in `data`; each ends where `ends` says.
pub struct Spans {
    pub data: Vec<u8>,
    pub ends: Vec<u32>,
}

impl Spans {
    fn get(&self, index: usize) -> Option<&[u8]> {
        let start = if index == 0 {
            0
        } else {
            *self.ends.get(index - 1)? as usize
        };
        self.data.get(start..*self.ends.get(index)? as usize)
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.ends.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// Of an item whose message and signature are two spans.
    fn claim<'a>(&'a self, verifiers: &'a [Arc<dyn Verify>], item: usize) -> Option<Claim<'a>> {
        Some(Claim {
            verifier: &**verifiers.get(item)?,
            data: self.get(2 * item)?,
            signature: self.get(2 * item + 1)?,
        })
    }
}

/// What is done to each item of a batch.
pub enum Work {
    /// One signer, a message an item. `max` is the longest signature.
    Sign {
        signer: Arc<dyn Sign>,
        messages: Spans,
        max: usize,
    },
    /// A verifier an item; its message and its signature are two spans.
    Verify {
        verifiers: Vec<Arc<dyn Verify>>,
        spans: Spans,
    },
    /// The same items, but all that counts is whether every one holds: a verdict a chunk.
    VerifyAll {
        verifiers: Vec<Arc<dyn Verify>>,
        spans: Spans,
    },
}

/// The results of a run of items: their lengths, and their bytes one after the other.
#[derive(Default)]
struct Part {
    first: usize,
    lengths: Vec<u32>,
    bytes: Vec<u8>,
}

impl Work {
    pub fn items(&self) -> usize {
        match self {
            Self::Sign { messages, .. } => messages.ends.len(),
            Self::Verify { verifiers, .. } | Self::VerifyAll { verifiers, .. } => verifiers.len(),
        }
    }

    /// Chunks are small enough that `threads` end together, and large enough to be worth taking: the batch
    /// equations gain little beyond their longest.
    fn chunk(&self, threads: usize) -> usize {
        match self {
            Self::Sign { .. } | Self::Verify { .. } => (self.items() / (threads * 8)).clamp(1, 64),
            Self::VerifyAll { .. } => self.items().div_ceil(threads).clamp(1, 256),
        }
    }

    fn part(&self, items: Range<usize>) -> Result<Part, Error> {
        let outside = || Error::Internal("a batch item lies outside its batch".into());
        let mut part = Part {
            first: items.start,
            ..Part::default()
        };
        match self {
            Self::Sign {
                signer,
                messages,
                max,
            } => {
                for item in items {
                    let message = messages.get(item).ok_or_else(outside)?;
                    let before = part.bytes.len();
                    part.bytes.resize(before + max, 0);
                    let length = signer.sign(message, &mut part.bytes[before..])?;
                    part.bytes.truncate(before + length);
                    part.lengths.push(u32::try_from(length).unwrap_or(u32::MAX));
                }
            }
            Self::Verify { verifiers, spans } => {
                for item in items {
                    let claim = spans.claim(verifiers, item).ok_or_else(outside)?;
                    part.bytes.push(u8::from(claim.holds()));
                    part.lengths.push(1);
                }
            }
            Self::VerifyAll { verifiers, spans } => {
                let claims: Option<Vec<_>> = items.map(|item| spans.claim(verifiers, item)).collect();
                let holds = aggregate::all_hold(&claims.ok_or_else(outside)?);
                part.bytes.push(u8::from(holds));
                part.lengths.push(1);
            }
        }
        Ok(part)
    }
}

/// A batch under way. Every thread that calls [`Batch::help`] takes chunks until none is left.
pub struct Batch {
    work: Work,
    chunk: usize,
    next: AtomicUsize,
    progress: Mutex<Progress>,
    finished: Condvar,
}

struct Progress {
    done: usize,
    parts: Vec<Part>,
    failed: Option<Error>,
}

impl Batch {
    pub fn new(work: Work, threads: usize) -> Self {
        let chunk = work.chunk(threads);
        let progress = Progress {
            done: 0,
            parts: Vec::new(),
            failed: None,
        };
        Self {
            work,
            chunk,
            next: AtomicUsize::new(0),
            progress: Mutex::new(progress),
            finished: Condvar::new(),
        }
    }

    pub fn items(&self) -> usize {
        self.work.items()
    }

    /// Leaves what has not been taken undone. Nobody may wait for the results.
    pub fn stop(&self) {
        self.next.store(self.work.items(), Ordering::Relaxed);
    }

    /// Works until every chunk is taken. True for the one caller that completed the last of them.
    pub fn help(&self) -> bool {
        let mut completed = false;
        loop {
            let start = self.next.fetch_add(self.chunk, Ordering::Relaxed);
            if start >= self.work.items() {
                return completed;
            }
            let end = self.work.items().min(start + self.chunk);
            let part = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.work.part(start..end)))
                .unwrap_or_else(|_| Err(Error::Internal("a job of the batch panicked".into())));
            let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.done += end - start;
            match part {
                Ok(part) => progress.parts.push(part),
                Err(error) => progress.failed = Some(error),
            }
            if progress.done == self.work.items() {
                completed = true;
                self.finished.notify_all();
            }
        }
    }

    /// The results once all are there: the length of each as four bytes, little-endian, then all bytes.
    pub fn results(&self) -> Result<Vec<u8>, Error> {
        let mut progress = self.finished()?;
        progress.parts.sort_unstable_by_key(|part| part.first);
        let total: usize = progress
            .parts
            .iter()
            .map(|part| 4 * part.lengths.len() + part.bytes.len())
            .sum();
        let mut out = Vec::with_capacity(total);
        for length in progress.parts.iter().flat_map(|part| &part.lengths) {
            out.extend_from_slice(&length.to_le_bytes());
        }
        for part in progress.parts.drain(..) {
            out.extend_from_slice(&part.bytes);
        }
        Ok(out)
    }

    /// Whether every verdict is good; so it is where there is none.
    pub fn all_good(&self) -> Result<bool, Error> {
        let progress = self.finished()?;
        Ok(progress
            .parts
            .iter()
            .flat_map(|part| &part.bytes)
            .all(|verdict| *verdict == 1))
    }

    /// Waits for the threads that still work.
    fn finished(&self) -> Result<MutexGuard<'_, Progress>, Error> {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        while progress.done < self.work.items() {
            progress = self
                .finished
                .wait(progress)
                .unwrap_or_else(PoisonError::into_inner);
        }
        match progress.failed.take() {
            Some(error) => Err(error),
            None => Ok(progress),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signs by repeating the message.
    struct Echo;

    impl Sign for Echo {
        fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
            if data == b"fail" {
                return Err(Error::SigningFailed("echo"));
            }
            assert!(data != b"panic", "asked to panic");
            out[..data.len()].copy_from_slice(data);
            Ok(data.len())
        }
    }

    fn sign(messages: &[&[u8]]) -> Result<Vec<u8>, Error> {
        let mut spans = Spans {
            data: Vec::new(),
            ends: Vec::new(),
        };
        for message in messages {
            spans.data.extend_from_slice(message);
            spans.ends.push(u32::try_from(spans.data.len()).unwrap());
        }
        let batch = Arc::new(Batch::new(
            Work::Sign {
                signer: Arc::new(Echo),
                messages: spans,
                max: 8,
            },
            2,
        ));
        let other = Arc::clone(&batch);
        let thread = std::thread::spawn(move || other.help());
        let mine = batch.help();
        let theirs = thread.join().unwrap();
        assert_eq!(
            usize::from(mine) + usize::from(theirs),
            usize::from(!messages.is_empty()),
            "one completes"
        );
        batch.results()
    }

    #[test]
    fn results_stand_in_the_order_of_the_items() {
        assert_eq!(sign(&[]), Ok(vec![]));
        for count in [1, 2, 3, 63, 64, 65, 1000] {
            let messages: Vec<Vec<u8>> = (0..count).map(|i: usize| vec![i as u8; i % 8]).collect();
            let views: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
            let lengths = messages
                .iter()
                .flat_map(|message| (message.len() as u32).to_le_bytes());
            let expected: Vec<u8> = lengths.chain(messages.concat()).collect();
            assert_eq!(sign(&views), Ok(expected), "{count} items");
        }
    }

    /// Good is the signature that repeats the message.
    impl Verify for Echo {
        fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
            data == signature
        }
    }

    #[test]
    fn one_bad_item_of_any_chunk_spoils_the_whole() {
        for count in [0, 1, 2, 3, 257, 600] {
            for bad in (0..count).step_by(40).map(Some).chain([None]) {
                let bytes = (0..2 * count).map(|span| u8::from(bad == Some(span / 2) && span % 2 == 1));
                let work = Work::VerifyAll {
                    verifiers: (0..count).map(|_| Arc::new(Echo) as Arc<dyn Verify>).collect(),
                    spans: Spans {
                        data: bytes.collect(),
                        ends: (1..=2 * count as u32).collect(),
                    },
                };
                let batch = Batch::new(work, 2);
                batch.help();
                assert_eq!(batch.all_good(), Ok(bad.is_none()), "{count} items, {bad:?}");
            }
        }
    }

    #[test]
    fn failures_and_panics_are_errors() {
        assert_eq!(sign(&[b"a", b"fail", b"b"]), Err(Error::SigningFailed("echo")));
        assert!(matches!(sign(&[b"a", b"panic"]), Err(Error::Internal(_))));
    }
}
