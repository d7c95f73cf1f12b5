//! The measurements, as the caller reads them.

use serde::Serialize;

use crate::memory::Memory;

/// A whole run.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) scenarios: Vec<ScenarioReport>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ScenarioReport {
    pub(crate) name: String,
    pub(crate) servers: Vec<ServerReport>,
}

/// A server in a scenario: figures, or the reason for their absence.
#[derive(Debug, Serialize)]
pub(crate) struct ServerReport {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) outcome: Outcome,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Outcome {
    Measured(Figures),
    Failed { error: String },
}

/// Times are in microseconds, memory in KiB, as it was at the scenario's end.
#[derive(Debug, Serialize)]
pub(crate) struct Figures {
    pub(crate) calls: usize,
    pub(crate) p50_us: f64,
    pub(crate) p99_us: f64,
    pub(crate) calls_per_second: f64,
    /// Processor time of the server, the kernel's for it included.
    pub(crate) cpu_us_per_call: f64,
    #[serde(flatten)]
    pub(crate) memory: Memory,
    pub(crate) request_bytes: usize,
    pub(crate) answer_bytes: usize,
}
