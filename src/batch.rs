//! Many signatures at once: work that several threads take chunk by chunk, and its results in order.

use std::{
    ops::Range,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::{
    backend::{Sign, Verify},
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
            Self::Verify { verifiers, .. } => verifiers.len(),
        }
    }

    fn part(&self, items: Range<usize>) -> Result<Part, Error> {
        let outside = || Error::Internal("a batch item lies outside its batch".into());
        let mut part = Part {
            first: items.start,
            ..Part::default()
        };
        for item in items {
            let before = part.bytes.len();
            match self {
                Self::Sign {
                    signer,
                    messages,
                    max,
                } => {
                    let message = messages.get(item).ok_or_else(outside)?;
                    part.bytes.resize(before + max, 0);
                    let length = signer.sign(message, &mut part.bytes[before..])?;
                    part.bytes.truncate(before + length);
                }
                Self::Verify { verifiers, spans } => {
                    let (message, signature) = spans
                        .get(2 * item)
                        .zip(spans.get(2 * item + 1))
                        .ok_or_else(outside)?;
                    part.bytes
                        .push(u8::from(verifiers[item].verify(message, signature)));
                }
            }
            part.lengths
                .push(u32::try_from(part.bytes.len() - before).unwrap_or(u32::MAX));
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
    /// Chunks are small enough that `threads` end together, and large enough to be worth taking.
    pub fn new(work: Work, threads: usize) -> Self {
        let chunk = (work.items() / (threads * 8)).clamp(1, 64);
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

    /// Waits for the threads that still work, then gives the results: the length of each as four bytes,
    /// little-endian, then all bytes.
    pub fn results(&self) -> Result<Vec<u8>, Error> {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        while progress.done < self.work.items() {
            progress = self
                .finished
                .wait(progress)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if let Some(error) = progress.failed.take() {
            return Err(error);
        }
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

    #[test]
    fn failures_and_panics_are_errors() {
        assert_eq!(sign(&[b"a", b"fail", b"b"]), Err(Error::SigningFailed("echo")));
        assert!(matches!(sign(&[b"a", b"panic"]), Err(Error::Internal(_))));
    }
}
