//! What a guest may reach, each in a place of its own: `http`, `log`, `clock`, `random`, `env`, `checkpoint`, `asset`,
//! `waiting`, `shared`, and the standard streams.
//!
//! Everything here is below the WIT version: `guest` translates, and this decides.

pub mod asset;
pub mod boundary;
pub mod budget;
mod changing;
pub mod checkpoint;
pub mod clock;
pub mod env;
pub mod frame;
pub mod http;
pub mod in_process;
pub mod json;
pub mod limits;
pub mod log;
mod machine;
mod printed;
pub mod random;
pub mod record;
mod said;
pub mod shared;
mod slot;
pub mod surroundings;
pub mod tally;
#[doc(hidden)]
pub mod testing;
pub mod waiting;

/// Values as the tests of the core make them up: a strategy that the core exported would make `proptest` a dependency of
/// every program.
#[cfg(test)]
#[path = "../../core/src"]
mod strategies {
    use pulumi_wasm_core::value;

    mod value_strategy;

    pub(crate) use value_strategy::any_value;
}

pub use slot::{ActiveCall, CallSlot};

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::budget::{Budget, Shares};
use crate::limits::Limits;
use asset::AssetCapability;
use changing::Watched;
use env::Variables;
use frame::Frame;
use http::{HostPattern, HttpCapability};
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;
use shared::Shared;
use surroundings::Surroundings;

/// What the user granted when the package was added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grants {
    pub net: Vec<HostPattern>,
    /// Names of environment variables.
    pub env: BTreeSet<String>,
    /// Hosts whose certificates need not be looked at, where the configuration says so.
    pub insecure_tls: Vec<HostPattern>,
}

/// What one component may reach, shared by all its instances.
pub struct Capabilities {
    pub http: HttpCapability,
    pub assets: AssetCapability,
    pub variables: Variables,
    pub surroundings: Surroundings,
    pub limits: Arc<Limits>,
    /// What its instances share.
    pub shared: Arc<Shared>,
    /// What it shares with the other components of the process.
    pub shares: Shares,
}

impl Capabilities {
    /// The same in other surroundings.
    #[must_use]
    pub fn within(surroundings: Surroundings, grants: &Grants, limits: &Limits) -> Arc<Self> {
        Self::framed(surroundings, grants, limits, &Frame::default())
    }

    /// The same within what an operator allows.
    #[must_use]
    pub fn framed(
        surroundings: Surroundings,
        grants: &Grants,
        limits: &Limits,
        frame: &Frame,
    ) -> Arc<Self> {
        // Above all that sends: a request may have changed something though it failed.
        let watched = Surroundings {
            network: Arc::new(Watched(Arc::clone(&surroundings.network))),
            ..surroundings.clone()
        };
        let shares = Shares::new(limits);
        let limits = &Arc::new(limits.clone());
        Arc::new(Self {
            http: HttpCapability::framed(
                &watched,
                grants.net.clone(),
                grants.insecure_tls.clone(),
                limits,
                frame,
            ),
            assets: AssetCapability::new(limits),
            variables: Variables::new(grants.env.clone(), frame),
            surroundings,
            limits: Arc::clone(limits),
            shared: Shared::new(Arc::clone(limits)),
            shares,
        })
    }

    /// What the host may keep for one instance of the component.
    #[must_use]
    pub fn budget(&self) -> Arc<Budget> {
        Budget::new(Arc::clone(&self.limits), Arc::clone(&self.shares.memory))
    }

    /// Reads a granted environment variable, for a call or for the host itself.
    ///
    /// # Errors
    /// As [`Variables::get`].
    pub fn variable(&self, call: Option<&Call>, name: &str) -> Result<Option<String>, GuestError> {
        self.variables
            .get(self.surroundings.environment.as_ref(), call, name)
    }
}
