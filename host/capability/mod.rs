//! What a guest may reach, each in a place of its own: `http`, `log`, `clock`, `random`, `env`, `checkpoint`, `asset`,
//! `waiting`, and the standard streams.
//!
//! Everything here is below the WIT version: `guest` translates, and this decides.

pub mod asset;
pub mod checkpoint;
pub mod clock;
pub mod env;
pub mod http;
pub mod log;
pub mod random;
mod slot;
pub mod stdio;
#[cfg(test)]
pub(crate) mod testing;
pub mod waiting;

pub use slot::{ActiveCall, CallSlot};

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::limits::Limits;
use asset::AssetCapability;
use http::{HostPattern, HttpCapability};

/// What the user granted when the package was added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grants {
    pub net: Vec<HostPattern>,
    /// Names of environment variables.
    pub env: BTreeSet<String>,
}

/// What one component may reach, shared by all its instances.
pub struct Capabilities {
    pub http: HttpCapability,
    pub assets: AssetCapability,
    pub env: BTreeSet<String>,
}

impl Capabilities {
    /// The capabilities that grants amount to.
    #[must_use]
    pub fn new(grants: &Grants, limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            http: HttpCapability::new(grants.net.clone(), limits),
            assets: AssetCapability::new(limits),
            env: grants.env.clone(),
        })
    }
}
