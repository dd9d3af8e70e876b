//! The addon's own threads, by default one a core. libuv's stay free for files and DNS.

use std::{
    num::NonZero,
    sync::{
        LazyLock, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::runtime::{Builder, Runtime};

use crate::error::Error;

/// 0 until someone asks or says.
static COUNT: AtomicUsize = AtomicUsize::new(0);
static RUNTIME: OnceLock<std::io::Result<Runtime>> = OnceLock::new();

/// How many threads there are, or will be.
pub fn count() -> usize {
    static CORES: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, NonZero::get));
    match COUNT.load(Ordering::Relaxed) {
        0 => *CORES,
        count => count,
    }
}

/// Fails once the first of them has been started.
pub fn set_count(count: usize) -> Result<(), Error> {
    if RUNTIME.get().is_some() {
        return Err(Error::InvalidState(
            "The number of threads is to be set before the first promise or batch".into(),
        ));
    }
    COUNT.store(count, Ordering::Relaxed);
    Ok(())
}

/// Runs `job` on one of them.
pub fn spawn(job: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    /// Threads stay through the pauses of a service under light load.
    const IDLE: Duration = Duration::from_secs(60);
    let runtime = RUNTIME
        .get_or_init(|| {
            Builder::new_current_thread()
                .max_blocking_threads(count())
                .thread_keep_alive(IDLE)
                .thread_name("ferrosign")
                .build()
        })
        .as_ref()
        .map_err(|error| Error::Internal(format!("no threads to be had from the system: {error}")))?;
    runtime.spawn_blocking(job);
    Ok(())
}
