//! The memory limits of a guest's instance, for all its memories and tables together. They record every refusal.

use std::sync::Arc;

use async_trait::async_trait;
use pulumi_wasm_capability::budget::{LimitReached, Part, Shares};
use pulumi_wasm_capability::limits::{Limit, Limits};
use wasmtime::{ResourceLimiterAsync, Result};

use super::CpuBudget;

/// Bytes of the host that an element of a table takes.
const ELEMENT_BYTES: usize = 16;

/// Counts the memory of a store's guests.
pub struct MemoryLimiter {
    limits: Arc<Limits>,
    cpu_budget: CpuBudget,
    memory_used: usize,
    table_used: usize,
    refused: Option<Limit>,
    /// The limit on one transfer.
    at_once: Limit,
    /// Its part of the process's amounts: bytes, and linear memories.
    bytes: Part,
    _memories: Part,
}

impl MemoryLimiter {
    /// A limiter for a new store with this CPU budget, which is about to create this many linear memories.
    ///
    /// # Errors
    /// If an instance may not have this many memories, or the process cannot reserve them.
    pub fn new(
        limits: Arc<Limits>,
        cpu_budget: CpuBudget,
        shares: &Shares,
        memories: u64,
    ) -> Result<Self, LimitReached> {
        if memories > limits.get(Limit::Memories) {
            let what = "its linear memories are";
            return Err(LimitReached::of(&limits, Limit::Memories, what));
        }
        Ok(Self {
            limits,
            cpu_budget,
            memory_used: 0,
            table_used: 0,
            refused: None,
            at_once: Limit::Transfer,
            bytes: shares.memory.part(0)?,
            // A stack takes mappings too.
            _memories: shares.memories.part(memories.max(1))?,
        })
    }

    /// The limit that was reached, if any: the only evidence, because a guest that gets no memory just crashes.
    #[must_use]
    pub fn refused(&self) -> Option<Limit> {
        self.refused
    }

    /// Begins a call: an earlier refusal that the guest survived no longer counts. `at_once` is the limit on one
    /// transfer.
    pub fn begin(&mut self, at_once: Limit) {
        self.refused = None;
        self.at_once = at_once;
    }

    /// The limit on one transfer.
    #[must_use]
    pub fn at_once(&self) -> Limit {
        self.at_once
    }

    /// Records that the guest reached a limit that this limiter does not check itself.
    pub fn refuse(&mut self, limit: Limit) {
        self.refused = Some(limit);
    }

    /// The limits in force.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Bytes of all memories together.
    #[must_use]
    pub fn memory_used(&self) -> usize {
        self.memory_used
    }

    /// Reserves bytes of the process.
    fn take(&mut self, bytes: usize) -> bool {
        let has_room = self.bytes.grow(bytes as u64).is_ok();
        if !has_room {
            self.refused = Some(Limit::ProcessMemory);
        }
        has_room
    }
}

#[async_trait]
impl ResourceLimiterAsync for MemoryLimiter {
    async fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> Result<bool> {
        let more = desired.saturating_sub(current);
        let used = self.memory_used.saturating_add(more);
        if used > self.limits.size(Limit::Memory) {
            self.refused = Some(Limit::Memory);
            return Ok(false);
        }
        if !self.take(more) {
            return Ok(false);
        }
        self.memory_used = used;
        if self.cpu_budget.note_memory(used) {
            tokio::task::yield_now().await;
        }
        Ok(true)
    }

    async fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> Result<bool> {
        let more = desired.saturating_sub(current);
        let used = self.table_used.saturating_add(more);
        if used > self.limits.size(Limit::TableElements) {
            self.refused = Some(Limit::TableElements);
            return Ok(false);
        }
        if !self.take(more.saturating_mul(ELEMENT_BYTES)) {
            return Ok(false);
        }
        self.table_used = used;
        Ok(true)
    }

    fn instances(&self) -> usize {
        self.limits.size(Limit::CoreInstances)
    }

    fn tables(&self) -> usize {
        self.limits.size(Limit::CoreInstances)
    }

    fn memories(&self) -> usize {
        self.limits.size(Limit::Memories)
    }
}
