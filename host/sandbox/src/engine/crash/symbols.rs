//! The place in its sources at which a component crashed, read from its debugging information.
//!
//! The component's author wrote that information, and it can be crafted to use any time and memory, or to crash its
//! reader. So a child process reads it within limits. If the child crashes or its time ends, the report has function
//! names and no locations. Results are cached, and all work for one component has a time limit.

mod arguments;
mod child;
mod dwarf;
mod symbol;
mod worker;

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) use arguments::CodeAddress;
pub use arguments::{SYMBOLIZE_COMMAND, SymbolizeArguments};
use parking_lot::Mutex;
pub(super) use symbol::{Symbol, Symbols};
use tokio::sync::Semaphore;
pub use worker::{run_symbolize_worker, symbolize_here};

/// How long a call that crashed waits for places, on a machine that is busy.
const READING_TIME: Duration = Duration::from_secs(5);
/// The total time for reading the information of one component.
const READING_TIME_IN_ALL: Duration = Duration::from_secs(10);
/// The maximum number of components whose locations are cached, the most recent first.
const MAX_COMPONENTS: usize = 16;
/// The maximum number of components whose information is read. The time spent on each is kept until the process ends,
/// so that harmful components do not get a new time budget.
const MAX_READ_COMPONENTS: usize = 4096;
/// The maximum number of cached addresses of a component.
const MAX_ADDRESSES: usize = 256;

/// Finds places in sources. Clones share the cache.
#[derive(Clone)]
pub(crate) struct Symbolizer {
    /// The program that reads; without it, reports have no locations.
    program: Option<PathBuf>,
    known: Arc<Mutex<VecDeque<Known>>>,
    /// The time that is left for reading the information of each component, by digest.
    left: Arc<Mutex<HashMap<String, Duration>>>,
    /// One child runs at a time.
    turn: Arc<Semaphore>,
}

/// The known facts about a component.
struct Known {
    digest: String,
    symbols: Symbols,
}

impl Symbolizer {
    /// A reader that starts `program symbolize-frames …`.
    pub(crate) fn new(program: Option<PathBuf>) -> Self {
        Self {
            program,
            known: Arc::default(),
            left: Arc::default(),
            turn: Arc::new(Semaphore::new(1)),
        }
    }

    /// The symbols at addresses of a component's code that can be found within the time limit.
    pub(crate) async fn find(
        &self,
        file: &Path,
        digest: &str,
        addresses: &BTreeSet<CodeAddress>,
    ) -> Symbols {
        let known = |this: &Self| this.with(digest, |known| known.of(addresses));
        let (found, missing) = known(self);
        let Some(program) = &self.program else {
            return found;
        };
        if missing.is_empty() || self.time_left(digest).is_zero() {
            return found;
        }
        let turn = tokio::time::timeout(READING_TIME, self.turn.acquire()).await;
        let Ok(Ok(_turn)) = turn else {
            return found;
        };
        // Another call may have found it, or used up the time, in the meantime.
        let (found, missing) = known(self);
        let left = self.time_left(digest);
        if missing.is_empty() || left.is_zero() {
            return found;
        }
        let mut attempt = Attempt {
            symbolizer: self,
            digest,
            left: Duration::ZERO,
        };
        let began = Instant::now();
        let answer = child::read(program, file, &missing, left.min(READING_TIME)).await;
        match answer {
            Ok(Some(lists)) => {
                attempt.left = left.saturating_sub(began.elapsed());
                self.with(digest, |known| {
                    known.learn(missing, lists);
                    known.of(addresses).0
                })
            }
            Ok(None) => found,
            Err(reason) => {
                tracing::debug!("the debugging information of {digest} is not used: {reason}");
                found
            }
        }
    }

    /// The time that is left for a component.
    fn time_left(&self, digest: &str) -> Duration {
        let left = self.left.lock();
        match left.get(digest) {
            Some(left) => *left,
            None if left.len() < MAX_READ_COMPONENTS => READING_TIME_IN_ALL,
            None => Duration::ZERO,
        }
    }

    /// Runs a function on the known facts about a component.
    fn with<T>(&self, digest: &str, action: impl FnOnce(&mut Known) -> T) -> T {
        let mut all = self.known.lock();
        if let Some(known) = all.iter_mut().find(|known| known.digest == digest) {
            return action(known);
        }
        if all.len() == MAX_COMPONENTS {
            all.pop_front();
        }
        let mut known = Known {
            digest: digest.to_owned(),
            symbols: Symbols::new(),
        };
        let done = action(&mut known);
        all.push_back(known);
        done
    }
}

/// Reading a component's information. If it fails, or its call is cancelled, no time is left for another attempt.
struct Attempt<'a> {
    symbolizer: &'a Symbolizer,
    digest: &'a str,
    left: Duration,
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let mut left = self.symbolizer.left.lock();
        left.insert(self.digest.to_owned(), self.left);
    }
}

impl Known {
    /// The known symbols of addresses, and the addresses whose symbols are not known.
    fn of(&self, addresses: &BTreeSet<CodeAddress>) -> (Symbols, Vec<CodeAddress>) {
        let mut found = Symbols::new();
        let mut missing = Vec::new();
        for address in addresses {
            match self.symbols.get(address) {
                Some(symbols) => drop(found.insert(*address, Arc::clone(symbols))),
                None => missing.push(*address),
            }
        }
        (found, missing)
    }

    fn learn(&mut self, addresses: Vec<CodeAddress>, lists: Vec<Vec<Symbol>>) {
        if self.symbols.len() + addresses.len() > MAX_ADDRESSES {
            self.symbols.clear();
        }
        let lists = lists.into_iter().map(Arc::from);
        self.symbols.extend(addresses.into_iter().zip(lists));
    }
}

#[cfg(test)]
mod tests;
