//! The HTTP access of one component.

use std::sync::Arc;

use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::manifest::NetPermission;
use pulumi_wasm_core::value::PropertyMap;

use super::HostPattern;
use super::client::{HttpClient, Shared};
use super::grants::allowlist::Allowlist;
use super::grants::manifest_rules::ManifestRules;
use crate::CurrentCall;
use crate::budget::Share;
use crate::grant_policy::GrantPolicy;
use crate::limits::Limits;
use crate::system::System;

/// The access of one component by HTTP, shared by all its instances.
pub struct HttpCapability {
    shared: Arc<Shared>,
}

impl HttpCapability {
    /// The access that grants of the command line allow.
    #[must_use]
    pub fn new(system: &System, granted: Vec<HostPattern>, limits: &Limits) -> Self {
        Self::under_policy(system, granted, Vec::new(), limits, &GrantPolicy::default())
    }

    /// The same access within the operator's rules. The certificates of `insecure` hosts are not checked.
    #[must_use]
    pub fn under_policy(
        system: &System,
        granted: Vec<HostPattern>,
        insecure: Vec<HostPattern>,
        limits: &Limits,
        grant_policy: &GrantPolicy,
    ) -> Self {
        Self {
            shared: Arc::new(Shared {
                network: Arc::clone(&system.network),
                time: Arc::clone(&system.time),
                allowlist: Allowlist::new(granted, insecure, grant_policy),
                declared: ManifestRules::default(),
                limits: Arc::new(limits.clone()),
                connections: Share::of_connections(limits),
            }),
        }
    }

    /// Adds the grants of the user's configuration.
    pub fn grant(&self, patterns: Vec<HostPattern>) {
        self.shared.allowlist.grant(patterns);
    }

    /// Applies configuration that a component may have written: its addresses and proxies grant nothing.
    pub fn withhold(&self, patterns: Vec<HostPattern>) {
        self.shared.allowlist.withhold(patterns);
    }

    /// Applies the manifest's rules for its hosts: read-only requests, and credentials from the configuration.
    pub fn declare(&self, permissions: &[NetPermission], configuration: &PropertyMap) {
        self.shared.declared.declare(permissions, configuration);
    }

    /// The way to the network of the call that is running.
    ///
    /// # Errors
    /// `Unsupported` between calls.
    pub fn client(&self, current_call: &CurrentCall) -> Result<HttpClient, GuestError> {
        current_call
            .with(|active| HttpClient {
                shared: Arc::clone(&self.shared),
                call: active.call.clone(),
                usage: Arc::clone(&active.http),
                memory: Arc::clone(&current_call.memory),
                began: active.began,
                time: active.time,
            })
            .ok_or_else(|| GuestError::Unsupported("no call is running".to_owned()))
    }
}
