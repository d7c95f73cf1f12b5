//! The limits on what a guest's instance takes, counted over all its memories and tables, which remember that they said
//! no.

use std::sync::Arc;

use async_trait::async_trait;
use wasmtime::{ResourceLimiterAsync, Result};

use super::Meter;
use crate::limits::{Limit, Limits};

/// Counts what a store's guests grow to.
pub struct MemoryLimiter {
    limits: Arc<Limits>,
    meter: Meter,
    memory_used: usize,
    table_used: usize,
    refused: Option<Limit>,
}

impl MemoryLimiter {
    /// A limiter for a new store, whose calls are measured by this meter.
    #[must_use]
    pub fn new(limits: Arc<Limits>, meter: Meter) -> Self {
        Self {
            limits,
            meter,
            memory_used: 0,
            table_used: 0,
            refused: None,
        }
    }

    /// The limit that was reached, if any: the only evidence, because a guest that gets no memory just crashes.
    #[must_use]
    pub fn refused(&self) -> Option<Limit> {
        self.refused
    }

    /// Begins a call: what an earlier one was refused, and lived with, says nothing about this one.
    pub fn begin(&mut self) {
        self.refused = None;
    }

    /// Notes that a limit was reached which is found elsewhere.
    pub fn refuse(&mut self, limit: Limit) {
        self.refused = Some(limit);
    }

    /// The limits that hold.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Bytes of all memories together.
    #[must_use]
    pub fn memory_used(&self) -> usize {
        self.memory_used
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
        let used = self
            .memory_used
            .saturating_add(desired.saturating_sub(current));
        if used > self.limits.size(Limit::Memory) {
            self.refused = Some(Limit::Memory);
            return Ok(false);
        }
        self.memory_used = used;
        if self.meter.note_memory(used) {
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
        let used = self
            .table_used
            .saturating_add(desired.saturating_sub(current));
        if used > self.limits.size(Limit::TableElements) {
            self.refused = Some(Limit::TableElements);
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
        self.limits.size(Limit::CoreInstances)
    }
}
