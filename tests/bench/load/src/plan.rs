//! The measurements to make, as the caller writes them.

use serde::Deserialize;

/// A whole run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    pub(crate) servers: Vec<Server>,
    pub(crate) scenarios: Vec<Scenario>,
    /// How often the servers of a scenario take their turns.
    #[serde(default = "default_rounds")]
    pub(crate) rounds: usize,
    /// The length of a turn in milliseconds.
    #[serde(default = "default_slice")]
    pub(crate) slice_ms: u64,
    /// Calls to each server in each scenario before anything is timed.
    #[serde(default = "default_warmup")]
    pub(crate) warmup_calls: u64,
    /// Exactly this many calls instead of slices: for counting instructions.
    #[serde(default)]
    pub(crate) calls: Option<u64>,
    /// The processor of this client.
    #[serde(default)]
    pub(crate) client_core: Option<usize>,
    /// The processor of the servers. A server that counts processors when it starts should be started on it.
    #[serde(default)]
    pub(crate) server_core: Option<usize>,
}

/// A server that is configured and waits for calls.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Server {
    pub(crate) name: String,
    /// Host and port.
    pub(crate) address: String,
    pub(crate) pid: u32,
}

/// One kind of call to some of the servers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scenario {
    pub(crate) name: String,
    pub(crate) method: Method,
    /// The type of the resource.
    #[serde(default = "default_token")]
    pub(crate) token: String,
    /// How many values the inputs have that are not lists or objects.
    pub(crate) leaves: usize,
    /// The number of concurrent callers, all on one connection.
    #[serde(default = "default_concurrency")]
    pub(crate) concurrency: usize,
    /// The names of the servers; an empty list means all.
    #[serde(default)]
    pub(crate) servers: Vec<String>,
}

/// An RPC of the provider protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Method {
    Check,
    Diff,
    Create,
}

impl Method {
    /// The path of its requests.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::Check => "/pulumirpc.ResourceProvider/Check",
            Self::Diff => "/pulumirpc.ResourceProvider/Diff",
            Self::Create => "/pulumirpc.ResourceProvider/Create",
        }
    }
}

fn default_rounds() -> usize {
    9
}

fn default_slice() -> u64 {
    120
}

fn default_warmup() -> u64 {
    200
}

fn default_concurrency() -> usize {
    1
}

fn default_token() -> String {
    "bench:index:Thing".to_owned()
}
