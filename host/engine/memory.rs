//! The limit on a guest's memory, counted over all its memories, which remembers that it said no.

use wasmtime::{ResourceLimiter, Result};

use crate::limits::{Limit, Limits};

/// Counts what a store's guests grow to.
#[derive(Debug)]
pub struct MemoryLimiter {
    memory_limit: usize,
    memory_used: usize,
    table_limit: usize,
    table_used: usize,
    refused: Option<Limit>,
}

impl MemoryLimiter {
    /// A limiter for a new store.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            memory_limit: limits.size(Limit::Memory),
            memory_used: 0,
            table_limit: limits.size(Limit::TableElements),
            table_used: 0,
            refused: None,
        }
    }

    /// The limit that was reached, if any: the only evidence, because a guest that gets no memory just crashes.
    #[must_use]
    pub fn refused(&self) -> Option<Limit> {
        self.refused
    }

    /// The value of a limit that this limiter enforces.
    #[must_use]
    pub fn value(&self, limit: Limit) -> u64 {
        let value = if limit == Limit::TableElements {
            self.table_limit
        } else {
            self.memory_limit
        };
        value as u64
    }
}

impl ResourceLimiter for MemoryLimiter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> Result<bool> {
        let used = self
            .memory_used
            .saturating_add(desired.saturating_sub(current));
        if used > self.memory_limit {
            self.refused = Some(Limit::Memory);
            return Ok(false);
        }
        self.memory_used = used;
        Ok(true)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> Result<bool> {
        let used = self
            .table_used
            .saturating_add(desired.saturating_sub(current));
        if used > self.table_limit {
            self.refused = Some(Limit::TableElements);
            return Ok(false);
        }
        self.table_used = used;
        Ok(true)
    }
}
