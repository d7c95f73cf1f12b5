//! Amounts that the components of a process share, with a maximum for each component.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::limit_reached::LimitReached;
use crate::limits::{Limit, Limits};

/// One component may have this many times the amount that is still free. A part is always left for the next one: alone,
/// a component gets three quarters of the whole.
const TIMES_FREE: u64 = 3;

/// The memory of all components of this process together.
static MEMORY: AtomicU64 = AtomicU64::new(0);
static MEMORIES: AtomicU64 = AtomicU64::new(0);
static CONNECTIONS: AtomicU64 = AtomicU64::new(0);
static SESSIONS: AtomicU64 = AtomicU64::new(0);

/// One component's part of an amount that the process has. A request for more is judged by the limits of the
/// component's package.
#[derive(Debug)]
pub struct Share {
    total: &'static AtomicU64,
    own: AtomicU64,
    most: u64,
    reached: LimitReached,
}

impl Share {
    /// The HTTP requests in flight of a component with these limits. The share has no request yet.
    #[must_use]
    pub fn of_connections(limits: &Limits) -> Arc<Self> {
        let machine = (
            machine::connections(),
            "a higher limit of the system on open files (`ulimit -n`)",
        );
        Self::new(
            &CONNECTIONS,
            limits,
            Limit::ProcessConnections,
            Some(machine),
        )
    }

    /// A share of the amount that `total` counts. The machine's limit for a process counts as well, with the setting
    /// that raises it.
    pub(super) fn new(
        total: &'static AtomicU64,
        limits: &Limits,
        limit: Limit,
        machine: Option<(u64, &str)>,
    ) -> Arc<Self> {
        let what = match limit {
            Limit::ProcessMemories => "the linear memories of the components of this process are",
            Limit::ProcessConnections => "the HTTP connections of this process are",
            Limit::ProcessSessions => {
                "the component resources under construction in this process are"
            }
            _ => "the components of this process and the host memory for them take",
        };
        let mut reached = LimitReached::of(limits, limit, what);
        if let Some((most, setting)) = machine
            && most < reached.value
        {
            reached.value = most;
            reached.hint = format!("raise it with {setting}");
        }
        Arc::new(Self {
            total,
            own: AtomicU64::new(0),
            most: reached.value,
            reached,
        })
    }

    /// Reserves an amount.
    ///
    /// # Errors
    /// When the component has its share of the process already.
    pub fn take(&self, amount: u64) -> Result<(), LimitReached> {
        // A refused amount is never added, because meanwhile other requests would be refused for it.
        let fitting = |total: u64| {
            let own = self.own.load(Ordering::Relaxed);
            let total = total.checked_add(amount)?;
            self.fits(total, own.checked_add(amount)?).then_some(total)
        };
        let taken = self
            .total
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fitting);
        taken.map_err(|_| self.reached())?;
        self.own.fetch_add(amount, Ordering::Relaxed);
        Ok(())
    }

    /// Releases an amount.
    pub fn give_back(&self, amount: u64) {
        self.own.fetch_sub(amount, Ordering::Relaxed);
        self.total.fetch_sub(amount, Ordering::Relaxed);
    }

    /// Reserves an amount until the result is dropped.
    ///
    /// # Errors
    /// Like [`Self::take`].
    pub fn part(self: &Arc<Self>, amount: u64) -> Result<Part, LimitReached> {
        self.take(amount)?;
        Ok(Part {
            share: Arc::clone(self),
            amount,
        })
    }

    /// Whether the amount is free now.
    #[must_use]
    pub fn has_room(&self, amount: u64) -> bool {
        amount <= self.left()
    }

    /// The amount that is free now.
    #[must_use]
    pub fn left(&self) -> u64 {
        let free = self.most.saturating_sub(self.total.load(Ordering::Relaxed));
        let own = self.own.load(Ordering::Relaxed);
        // The largest amount for which `fits` returns true.
        free.saturating_mul(TIMES_FREE).saturating_sub(own) / (TIMES_FREE + 1)
    }

    /// The error if the amount is used up.
    #[must_use]
    pub fn reached(&self) -> LimitReached {
        self.reached.clone()
    }

    fn fits(&self, total: u64, own: u64) -> bool {
        let free = self.most.checked_sub(total);
        free.is_some_and(|free| own <= free.saturating_mul(TIMES_FREE))
    }
}

/// A reserved amount of a share. Released on drop.
#[derive(Debug)]
pub struct Part {
    share: Arc<Share>,
    amount: u64,
}

impl Part {
    /// Reserves more.
    ///
    /// # Errors
    /// Like [`Share::take`].
    pub fn grow(&mut self, amount: u64) -> Result<(), LimitReached> {
        self.share.take(amount)?;
        self.amount += amount;
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.share.give_back(self.amount);
    }
}

/// The amounts that the instances of one component share with other components.
#[derive(Debug, Clone)]
pub struct Shares {
    /// Bytes of linear memories, and of the host's memory for guests.
    pub memory: Arc<Share>,
    /// Linear memories: each takes mappings and address space, however small it is.
    pub memories: Arc<Share>,
    /// Component resources that are being constructed.
    pub sessions: Arc<Share>,
}

impl Shares {
    /// The shares of a component with these limits. Nothing is reserved yet.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let machine = (
            machine::memories(),
            "a higher limit of the system on mappings (`vm.max_map_count`)",
        );
        Self {
            memory: Share::new(&MEMORY, limits, Limit::ProcessMemory, None),
            memories: Share::new(&MEMORIES, limits, Limit::ProcessMemories, Some(machine)),
            sessions: Share::new(&SESSIONS, limits, Limit::ProcessSessions, None),
        }
    }
}

/// The machine's limits for a process.
mod machine {
    use std::sync::LazyLock;

    use pulumi_wasm_platform::machine::max_mappings;
    use pulumi_wasm_platform::process::max_descriptors;

    /// The largest number of mappings of a linear memory: its guards, its used part and the rest, and the image that it
    /// began as, with as much again for the stack of its instance.
    const MAPPINGS_OF_A_MEMORY: u64 = 8;
    /// The number of mappings of a process, if the system does not tell it.
    const USUAL_MAPPINGS: u64 = 65_530;

    /// Linear memories that fit into half of the mappings of a process: the other half is the host's own.
    pub(super) fn memories() -> u64 {
        static MOST: LazyLock<u64> = LazyLock::new(|| {
            let mappings = max_mappings().unwrap_or(USUAL_MAPPINGS);
            (mappings / 2 / MAPPINGS_OF_A_MEMORY).max(1)
        });
        *MOST
    }

    /// The connections that fit into half of the process's file descriptors: the other half is for the engine, files
    /// and child processes.
    pub(super) fn connections() -> u64 {
        let most = max_descriptors().unwrap_or(u64::MAX);
        (most / 2).max(1)
    }
}
