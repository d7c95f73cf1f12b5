//! The capabilities of a guest, one module for each: [`http`], [`log`], [`system`] with clock, randomness and variables,
//! [`checkpoint`], [`asset`], [`polling`], [`shared`] and [`declarations`]. Beside them are the [`limits`], the [`budget`] of host
//! memory, and [`json`], the format of property maps for guests.
//!
//! Everything here is below the version of the interface: `sandbox` translates, and this crate decides.

mod active_call;
pub mod asset;
pub mod budget;
pub mod call_stats;
pub mod checkpoint;
pub mod declarations;
pub mod fault_injection;
pub mod flag_place;
pub mod grant_policy;
pub mod http;
pub mod json;
pub mod limits;
pub mod log;
mod mutation_tracking;
pub mod polling;
pub mod record;
pub mod shared;
pub mod system;
#[doc(hidden)]
pub mod testing;

/// Values as the tests of the core make them up: a strategy that the core exported would make `proptest` a dependency of
/// every program.
#[cfg(test)]
#[path = "../../core/src/testing"]
mod strategies {
    use pulumi_wasm_core::value;

    mod value_strategy;

    pub(crate) use value_strategy::any_value;
}

use std::collections::BTreeSet;
use std::sync::Arc;

pub use active_call::{ActiveCall, CurrentCall};
use asset::AssetCapability;
use grant_policy::GrantPolicy;
use http::{HostPattern, HttpCapability};
pub use log::last_words::begins_go_report;
use mutation_tracking::TrackedNetwork;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;
use shared::Shared;
use system::System;
use system::env::Variables;

use crate::budget::{Budget, Shares};
use crate::limits::Limits;

/// The grants that the user gave when the package was added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grants {
    pub net: Vec<HostPattern>,
    /// Names of environment variables.
    pub env: BTreeSet<String>,
    /// The hosts whose certificates are not checked, if the configuration says so.
    pub insecure_tls: Vec<HostPattern>,
}

/// The capabilities of one component, shared by all its instances.
pub struct Capabilities {
    pub http: HttpCapability,
    pub assets: AssetCapability,
    pub variables: Variables,
    pub system: System,
    pub limits: Arc<Limits>,
    /// The values that its instances share.
    pub shared: Arc<Shared>,
    /// The amounts that it shares with the other components of the process.
    pub shares: Shares,
}

impl Capabilities {
    /// The same capabilities on another system.
    #[must_use]
    pub fn within(system: System, grants: &Grants, limits: &Limits) -> Arc<Self> {
        Self::under_policy(system, grants, limits, &GrantPolicy::default())
    }

    /// The same capabilities within the operator's rules.
    #[must_use]
    pub fn under_policy(
        system: System,
        grants: &Grants,
        limits: &Limits,
        grant_policy: &GrantPolicy,
    ) -> Arc<Self> {
        // Above all that sends: a request may have changed something though it failed.
        let watched = System {
            network: Arc::new(TrackedNetwork(Arc::clone(&system.network))),
            ..system.clone()
        };
        let shares = Shares::new(limits);
        let limits = &Arc::new(limits.clone());
        Arc::new(Self {
            http: HttpCapability::under_policy(
                &watched,
                grants.net.clone(),
                grants.insecure_tls.clone(),
                limits,
                grant_policy,
            ),
            assets: AssetCapability::new(limits),
            variables: Variables::new(grants.env.clone(), grant_policy),
            system,
            limits: Arc::clone(limits),
            shared: Shared::new(Arc::clone(limits)),
            shares,
        })
    }

    /// The host memory for one instance of the component.
    #[must_use]
    pub fn budget(&self) -> Arc<Budget> {
        Budget::new(Arc::clone(&self.limits), Arc::clone(&self.shares.memory))
    }

    /// Reads a granted environment variable, for a call or for the host itself.
    ///
    /// # Errors
    /// Like [`Variables::get`].
    pub fn variable(&self, call: Option<&Call>, name: &str) -> Result<Option<String>, GuestError> {
        self.variables
            .get(self.system.environment.as_ref(), call, name)
    }
}
