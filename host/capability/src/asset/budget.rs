//! How much one opened asset or archive may take.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pulumi_wasm_core::error::GuestError;

use super::content::ENTRY;
use super::fault::Fault;
use crate::budget::Reservation;
use crate::limits::{Limit, Limits};

/// The size of one read.
const CHUNK_BYTES: usize = 64 << 10;

/// Set when no caller waits for the work any more.
#[derive(Debug, Clone, Default)]
pub(super) struct Abandoned(Arc<AtomicBool>);

impl Abandoned {
    /// Something that ends the work when it is dropped.
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
        match self.abandoned.0.load(Ordering::Relaxed) {
            true => Err(io::Error::other("the call has ended")),
            false => self.bytes.read(into),
        }
    }
}

/// The remaining limits for one asset or archive, and the remaining time.
#[derive(Debug)]
pub struct AssetBudget<'a> {
    limits: &'a Limits,
    abandoned: Abandoned,
    entries: u64,
    /// Of this archive.
    bytes: u64,
    /// Of the call.
    open: u64,
    /// The memory of the content read so far.
    memory: Reservation,
}

impl<'a> AssetBudget<'a> {
    /// The limits for a call that holds so many bytes open already. `memory` grows with the content that is read.
    pub(super) fn new(
        limits: &'a Limits,
        held: u64,
        abandoned: Abandoned,
        memory: Reservation,
    ) -> Self {
        Self {
            limits,
            abandoned,
            entries: limits.get(Limit::ArchiveEntries),
            bytes: limits.get(Limit::ArchiveSize),
            open: limits.get(Limit::OpenAssets).saturating_sub(held),
            memory,
        }
    }

    /// The limits alone, without a caller that could end the work.
    #[must_use]
    pub fn of(limits: &'a Limits) -> Self {
        Self::new(limits, 0, Abandoned::default(), Reservation::default())
    }

    /// Packed bytes that are read no further when no caller waits any more. Of some archives, an unpacker reads millions of bytes
    /// for one that it gives.
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

    /// The memory of the content that is kept in the end: of so many bytes.
    pub(super) fn kept(mut self, bytes: usize) -> Result<Reservation, Fault> {
        let resized = self.memory.resize(bytes);
        resized.map_err(|reached| Fault::reached(&reached))?;
        Ok(self.memory)
    }

    /// Reads a whole asset or archive file.
    pub(super) fn read_whole(&mut self, from: &mut dyn Read) -> Result<Vec<u8>, Fault> {
        let limit = Limit::AssetSize;
        match self.read_up_to(self.limits.get(limit), from)? {
            Some(bytes) => Ok(bytes),
            None => Err(Fault::limit(limit, self.limits)),
        }
    }

    /// Takes an asset's bytes from those that the call may hold open.
    pub(super) fn take_open(&mut self, bytes: u64) -> Result<(), Fault> {
        match self.open.checked_sub(bytes) {
            Some(left) => self.open = left,
            None => return Err(Fault::limit(Limit::OpenAssets, self.limits)),
        }
        Ok(())
    }

    /// Reads one file of an archive, and takes its bytes from the remaining ones.
    pub(super) fn read_entry(&mut self, from: &mut dyn Read) -> Result<Vec<u8>, Fault> {
        self.count_entry()?;
        let Some(bytes) = self.read_up_to(self.bytes.min(self.open), from)? else {
            return Err(self.too_large());
        };
        self.bytes -= bytes.len() as u64;
        self.open -= bytes.len() as u64;
        Ok(bytes)
    }

    /// The limit that an archive reaches first.
    fn too_large(&self) -> Fault {
        let limit = if self.open < self.bytes {
            Limit::OpenAssets
        } else {
            Limit::ArchiveSize
        };
        Fault::limit(limit, self.limits).whole()
    }

    /// Takes one file of an archive, whose bytes are there already.
    pub(super) fn take_entry(&mut self, bytes: u64) -> Result<(), Fault> {
        self.count_entry()?;
        if bytes > self.bytes.min(self.open) {
            return Err(self.too_large());
        }
        self.bytes -= bytes;
        self.open -= bytes;
        Ok(())
    }

    /// Takes the name of a file of an archive, which is kept more than once.
    pub(super) fn take_name(&mut self, name: &str) -> Result<(), Fault> {
        self.take_memory(3 * name.len())
    }

    fn take_memory(&mut self, bytes: usize) -> Result<(), Fault> {
        let taken = self.memory.grow(bytes);
        taken.map_err(|reached| Fault::reached(&reached))
    }

    fn count_entry(&mut self) -> Result<(), Fault> {
        self.take_memory(ENTRY)?;
        let limit = Limit::ArchiveEntries;
        match self.entries.checked_sub(1) {
            Some(left) => self.entries = left,
            None => return Err(Fault::limit(limit, self.limits).whole()),
        }
        Ok(())
    }

    /// Unpacks a compressed archive file, before its files are taken.
    pub(super) fn unpack_whole(&mut self, from: &mut dyn Read) -> Result<Vec<u8>, Fault> {
        match self.read_up_to(self.bytes, from)? {
            Some(bytes) => Ok(bytes),
            None => Err(Fault::limit(Limit::ArchiveSize, self.limits).whole()),
        }
    }

    /// Everything, unless it is more than so many bytes.
    fn read_up_to(&mut self, most: u64, from: &mut dyn Read) -> Result<Option<Vec<u8>>, Fault> {
        let mut bytes = Vec::new();
        let mut chunk = vec![0; CHUNK_BYTES];
        loop {
            self.abandoned.check()?;
            match from.read(&mut chunk) {
                Ok(0) => return Ok(Some(bytes)),
                Ok(count) if (bytes.len() + count) as u64 > most => return Ok(None),
                Ok(count) => {
                    self.take_memory(count)?;
                    bytes.extend_from_slice(&chunk[..count]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Fault::from_machine(&error, "content")),
            }
        }
    }
}
