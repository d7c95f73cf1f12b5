//! The memory of a process, as Linux reports it.

use std::fs;

use anyhow::{Context as _, Result};
use serde::Serialize;

/// Memory of a process, in KiB.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Memory {
    /// The resident memory.
    rss_kib: u64,
    /// With its share of the memory that several processes share.
    pss_kib: u64,
    /// The memory that belongs to it alone and to no file.
    anonymous_kib: u64,
}

impl Memory {
    /// The present memory of a process.
    pub(crate) fn of(pid: u32) -> Result<Self> {
        let path = format!("/proc/{pid}/smaps_rollup");
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
        let figure = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            let figure = line.and_then(|line| line.split_whitespace().next());
            figure.and_then(|figure| figure.parse().ok()).unwrap_or(0)
        };
        Ok(Self {
            rss_kib: figure("Rss:"),
            pss_kib: figure("Pss:"),
            anonymous_kib: figure("Anonymous:"),
        })
    }
}
