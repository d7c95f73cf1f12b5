//! The memory that the host keeps for components. Each instance has a [`Budget`]. Its calls reserve bytes before they
//! allocate them, and a [`Reservation`] returns the bytes when it is dropped. Every budget is part of its component's
//! [`Share`] of the process.

mod limit_reached;
mod share;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bytes::Bytes;
pub use limit_reached::LimitReached;
pub use share::{Part, Share, Shares};

use crate::limits::{Limit, Limits};

/// The size of one transfer that is always allowed: a guest needs it to report its result.
const MIN_TRANSFER_BYTES: u64 = 64 << 10;

/// The memory that the host may keep for one call, including memory that its instance still holds from earlier calls.
#[derive(Debug)]
pub struct Budget {
    limits: Arc<Limits>,
    share: Arc<Share>,
    used: AtomicU64,
    most: u64,
    /// Whether bytes were refused since the call began.
    is_exceeded: AtomicBool,
}

impl Budget {
    /// An empty budget within a component's share of the process.
    #[must_use]
    pub fn new(limits: Arc<Limits>, share: Arc<Share>) -> Arc<Self> {
        Arc::new(Self {
            most: limits.get(Limit::HostMemory),
            limits,
            share,
            used: AtomicU64::new(0),
            is_exceeded: AtomicBool::new(false),
        })
    }

    /// A separate budget, outside of any component: for tests and tools.
    #[must_use]
    pub fn alone(limits: Arc<Limits>) -> Arc<Self> {
        let share = Shares::new(&limits).memory;
        Self::new(limits, share)
    }

    /// The limits of the component.
    #[must_use]
    pub fn limits(&self) -> &Arc<Limits> {
        &self.limits
    }

    /// Reserves bytes.
    ///
    /// # Errors
    /// If the bytes exceed the remaining ones. The call that requested them then ends: [`Self::check`].
    pub fn reserve(self: &Arc<Self>, bytes: usize) -> Result<Reservation, LimitReached> {
        let mut reservation = self.nothing();
        reservation.grow(bytes)?;
        Ok(reservation)
    }

    /// A reservation that grows later.
    #[must_use]
    pub fn nothing(self: &Arc<Self>) -> Reservation {
        Reservation {
            budget: Some(Arc::clone(self)),
            share: Some(Arc::clone(&self.share)),
            bytes: 0,
        }
    }

    /// The bytes that can still be reserved.
    #[must_use]
    pub fn left(&self) -> u64 {
        let own = self.most.saturating_sub(self.used.load(Ordering::Relaxed));
        own.min(self.share.left())
    }

    /// The error if one of the two limits is reached.
    #[must_use]
    pub fn tell(&self, limit: Limit) -> LimitReached {
        match limit {
            Limit::ProcessMemory => self.share.reached(),
            limit => LimitReached::of(&self.limits, limit, "the host would keep for this call"),
        }
    }

    /// The maximum size of one transfer in bytes, and its limit.
    #[must_use]
    pub fn at_once(&self) -> (usize, Limit) {
        let (transfer, left) = (self.limits.get(Limit::Transfer), self.left());
        let (most, limit) = if transfer <= left {
            (transfer, Limit::Transfer)
        } else {
            (left.max(MIN_TRANSFER_BYTES), self.reached().limit)
        };
        (usize::try_from(most).unwrap_or(usize::MAX), limit)
    }

    /// Begins a call: refusals in earlier calls no longer matter.
    pub fn begin(&self) {
        self.is_exceeded.store(false, Ordering::Relaxed);
    }

    /// Checks that the running call was refused no bytes anywhere.
    ///
    /// # Errors
    /// If it was refused bytes, and so must not continue.
    pub fn check(&self) -> Result<(), LimitReached> {
        if self.is_exceeded.load(Ordering::Relaxed) {
            Err(self.reached())
        } else {
            Ok(())
        }
    }

    /// The reached limit: the limit of the call, or the limit of the process if the call has bytes left.
    fn reached(&self) -> LimitReached {
        let used = self.used.load(Ordering::Relaxed);
        if used < self.most && self.share.left() < self.most - used {
            return self.share.reached();
        }
        LimitReached::of(
            &self.limits,
            Limit::HostMemory,
            "the host keeps for this call",
        )
    }

    fn take(&self, bytes: u64) -> Result<(), LimitReached> {
        let before = self.used.fetch_add(bytes, Ordering::Relaxed);
        if before.saturating_add(bytes) > self.most {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
            return Err(LimitReached::of(
                &self.limits,
                Limit::HostMemory,
                "the host would keep for this call",
            ));
        }
        self.share.take(bytes).inspect_err(|_| {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
        })
    }
}

/// Reserved bytes. They are released on drop.
#[derive(Debug, Default)]
pub struct Reservation {
    /// `None` for bytes that outlive their call, and if nothing is counted.
    budget: Option<Arc<Budget>>,
    share: Option<Arc<Share>>,
    bytes: u64,
}

impl Reservation {
    /// Reserves more bytes.
    ///
    /// # Errors
    /// Like [`Budget::reserve`].
    pub fn grow(&mut self, bytes: usize) -> Result<(), LimitReached> {
        let Some(budget) = &self.budget else {
            return Ok(());
        };
        let bytes = bytes as u64;
        budget.take(bytes).inspect_err(|_| {
            budget.is_exceeded.store(true, Ordering::Relaxed);
        })?;
        self.bytes += bytes;
        Ok(())
    }

    /// Grows or shrinks the reservation to this size.
    ///
    /// # Errors
    /// Like [`Budget::reserve`].
    pub fn resize(&mut self, bytes: usize) -> Result<(), LimitReached> {
        match usize::try_from(self.bytes) {
            Ok(held) if held < bytes => self.grow(bytes - held),
            _ => {
                self.give_back(self.bytes.saturating_sub(bytes as u64));
                Ok(())
            }
        }
    }

    /// Changes the reserved size. A refusal does not end the call.
    ///
    /// # Errors
    /// Like [`Budget::reserve`].
    pub fn try_resize(&mut self, bytes: usize) -> Result<(), LimitReached> {
        let wanted = bytes as u64;
        if let (Some(budget), true) = (&self.budget, wanted > self.bytes) {
            budget.take(wanted - self.bytes)?;
            self.bytes = wanted;
            return Ok(());
        }
        self.resize(bytes)
    }

    /// The reserved bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Takes over the amount of another reservation.
    pub fn join(&mut self, mut other: Reservation) {
        self.bytes += std::mem::take(&mut other.bytes);
    }

    /// Memory that outlives its call: it counts for the component and the process from now on, and no longer for the
    /// instance.
    #[must_use]
    pub fn beyond_call(mut self) -> Self {
        if let Some(budget) = self.budget.take() {
            budget.used.fetch_sub(self.bytes, Ordering::Relaxed);
        }
        self
    }

    /// Bytes that keep their reservation until the last part of them is dropped.
    #[must_use]
    pub fn hold(self, bytes: impl Into<Bytes>) -> Bytes {
        struct Held {
            bytes: Bytes,
            _reservation: Reservation,
        }
        impl AsRef<[u8]> for Held {
            fn as_ref(&self) -> &[u8] {
                &self.bytes
            }
        }
        Bytes::from_owner(Held {
            bytes: bytes.into(),
            _reservation: self,
        })
    }

    fn give_back(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        if bytes == 0 {
            return;
        }
        self.bytes -= bytes;
        if let Some(budget) = &self.budget {
            budget.used.fetch_sub(bytes, Ordering::Relaxed);
        }
        if let Some(share) = &self.share {
            share.give_back(bytes);
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.give_back(self.bytes);
    }
}

#[cfg(test)]
mod tests;
