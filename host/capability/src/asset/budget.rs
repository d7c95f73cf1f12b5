//! The maximum memory for one opened asset or archive.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pulumi_wasm_core::error::GuestError;

use super::content::ENTRY;
use super::fault::Fault;
use crate::budget::{Budget, Reservation};
use crate::limits::{Limit, Limits};

/// The size of one read.
const CHUNK_BYTES: usize = 64 << 10;

/// Set when no caller waits for the work any more.
#[derive(Debug, Clone, Default)]
pub(super) struct Abandoned(Arc<AtomicBool>);

impl Abandoned {
    /// A guard that ends the work when it is dropped.
    pub(super) fn on_drop(&self) -> impl Drop + use<> {
        struct Guard(Abandoned);
        impl Drop for Guard {
            fn drop(&mut self) {
                self.0.0.store(true, Ordering::Relaxed);
            }
        }
        Guard(self.clone())
    }

    fn check(&self) -> Result<(), Fault> {
        if self.0.load(Ordering::Relaxed) {
            return Err(Fault::new(GuestError::Cancelled, "the call has ended"));
        }
        Ok(())
    }
}

/// Packed bytes, for as long as a caller waits.
pub(super) struct Watched<'a> {
    bytes: &'a [u8],
    abandoned: Abandoned,
}

impl Read for Watched<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.abandoned.0.load(Ordering::Relaxed) {
            Err(io::Error::other("the call has ended"))
        } else {
            self.bytes.read(into)
        }
    }
}

/// The remaining limits for one asset or archive, and the remaining time.
#[derive(Debug)]
pub struct AssetBudget<'a> {
    limits: &'a Limits,
    abandoned: Abandoned,
    entries: u64,
    /// The memory of the content read so far.
    memory: Reservation,
}

impl<'a> AssetBudget<'a> {
    /// The limits for one asset or archive. `memory` grows with the content that is read.
    pub(super) fn new(limits: &'a Limits, abandoned: Abandoned, memory: Reservation) -> Self {
        Self {
            limits,
            abandoned,
            entries: limits.get(Limit::ArchiveEntries),
            memory,
        }
    }

    /// The limits alone, without a caller that could end the work.
    #[must_use]
    pub fn of(limits: &'a Limits) -> Self {
        let memory = Budget::alone(Arc::new(limits.clone())).nothing();
        Self::new(limits, Abandoned::default(), memory)
    }

    /// Packed bytes that are read no further when no caller waits any more. For some archives, the unpacker reads
    /// millions of bytes for each byte that it returns.
    pub(super) fn watched<'b>(&self, bytes: &'b [u8]) -> Watched<'b> {
        Watched {
            bytes,
            abandoned: self.abandoned.clone(),
        }
    }

    /// Ends the work if no caller waits for it any more.
    pub(super) fn check(&self) -> Result<(), Fault> {
        self.abandoned.check()
    }

    /// The reservation for the content that is kept, of this many bytes.
    pub(super) fn kept(mut self, bytes: usize) -> Result<Reservation, Fault> {
        let resized = self.memory.resize(bytes);
        resized.map_err(|reached| Fault::reached(&reached))?;
        Ok(self.memory)
    }

    /// Reads a whole asset or archive file.
    pub(super) fn read_whole(&mut self, from: &mut dyn Read) -> Result<Vec<u8>, Fault> {
        self.read_within(Some(Limit::AssetSize), from)
    }

    /// Reads one file of an archive.
    pub(super) fn read_entry(&mut self, from: &mut dyn Read) -> Result<Vec<u8>, Fault> {
        self.count_entry()?;
        self.read_all(from)
    }

    /// Counts the name of an archive's file, which the host stores more than once.
    pub(super) fn take_name(&mut self, name: &str) -> Result<(), Fault> {
        self.take_memory(3 * name.len())
    }

    fn take_memory(&mut self, bytes: usize) -> Result<(), Fault> {
        let taken = self.memory.grow(bytes);
        taken.map_err(|reached| Fault::reached(&reached))
    }

    /// Counts one file of an archive.
    pub(super) fn count_entry(&mut self) -> Result<(), Fault> {
        self.take_memory(ENTRY)?;
        let limit = Limit::ArchiveEntries;
        match self.entries.checked_sub(1) {
            Some(left) => self.entries = left,
            None => return Err(Fault::limit(limit, self.limits).whole()),
        }
        Ok(())
    }

    /// Reads all bytes, within the budget of host memory.
    pub(super) fn read_all(&mut self, from: &mut dyn Read) -> Result<Vec<u8>, Fault> {
        self.read_within(None, from)
    }

    /// Reads everything and reserves memory for it. `limit` is a further limit on its size.
    fn read_within(&mut self, limit: Option<Limit>, from: &mut dyn Read) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        let mut chunk = vec![0; CHUNK_BYTES];
        loop {
            self.abandoned.check()?;
            match from.read(&mut chunk) {
                Ok(0) => return Ok(bytes),
                Ok(count) => {
                    let size = (bytes.len() + count) as u64;
                    if let Some(limit) = limit
                        && size > self.limits.get(limit)
                    {
                        return Err(Fault::limit(limit, self.limits));
                    }
                    self.take_memory(count)?;
                    bytes.extend_from_slice(&chunk[..count]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Fault::from_machine(&error, "content")),
            }
        }
    }
}
