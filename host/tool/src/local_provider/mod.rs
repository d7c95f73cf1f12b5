//! A component in this process, served by the core that the plugin has: with its defaults, grants, policies, limits and
//! redaction, and without an engine. `test` and `try` work with it.

mod grants;
mod interrupt;
mod messages;
mod target;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
pub(crate) use grants::{GrantArguments, Missing, missing, wanted};
pub(crate) use interrupt::{INTERRUPTED, until_interrupted};
pub(crate) use messages::{Kept, Message, Printed};
use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::system::System;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_packages::{Digest, Loader, Store, TemporaryFolder, read_component};
use pulumi_wasm_simulator::Provider;
pub(crate) use target::{find, find_in_loop, path_hint};
use tokio::runtime::{Builder, Runtime};

use crate::component::compiled_code::precompile;
use crate::limits;
use crate::terminal::Console;

/// A component and everything that is needed to run it.
pub(crate) struct LocalProvider {
    /// As the user named it.
    pub(crate) file: PathBuf,
    pub(crate) digest: Digest,
    pub(crate) manifest: Manifest,
    runtime: Runtime,
    loader: Loader,
    /// The folder that contains the component while it runs.
    _store: TemporaryFolder,
}

/// The conditions that a provider runs under.
#[derive(Clone, Default)]
pub(crate) struct Conditions {
    pub(crate) grants: Grants,
    /// As typed: `memory=2GiB`.
    pub(crate) limits: Vec<String>,
    /// `None` for this machine, or for the recording in the environment.
    pub(crate) system: Option<System>,
}

impl LocalProvider {
    /// Reads a component file that has its manifest inside, and compiles it for this machine if that was not done.
    pub(crate) fn open(
        file: &Path,
        typed_limits: &[String],
        console: Console,
    ) -> anyhow::Result<Self> {
        let limits = limits::typed(typed_limits)?;
        let (bytes, digest) = read_component(file, &limits)?;
        let (_, manifest) = limits::manifest(&bytes, file)?;
        // All its mistakes are reported when it is loaded, within the limits that apply then.
        drop(precompile(file, &digest, console));
        let store = TemporaryFolder::new().context("cannot make a temporary folder")?;
        let loader = Loader::from_environment()?
            .keeping_in(Store::new(store.path().join("store")))
            .for_simulation();
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_stack_size(pulumi_wasm_sandbox::scheduler::STACK_BYTES)
            .enable_all()
            .build()?;
        Ok(Self {
            file: file.to_owned(),
            digest,
            manifest,
            runtime,
            loader,
            _store: store,
        })
    }

    /// The component as a provider that is not configured yet.
    pub(crate) fn provider(
        &self,
        conditions: &Conditions,
        log: &Arc<dyn LogSink>,
    ) -> anyhow::Result<Arc<Provider>> {
        let mut file = self.file.display().to_string();
        if file.starts_with('-') || file.contains("://") {
            // The loader would take it for a flag, or for a place in a registry.
            file.insert_str(0, "./");
        }
        let mut words = vec![file];
        for pattern in &conditions.grants.net {
            words.extend(["--allow-net".to_owned(), pattern.to_string()]);
        }
        for pattern in &conditions.grants.insecure_tls {
            words.extend(["--allow-insecure-tls".to_owned(), pattern.to_string()]);
        }
        for name in &conditions.grants.env {
            words.extend(["--allow-env".to_owned(), name.clone()]);
        }
        for limit in &conditions.limits {
            words.extend(["--limit".to_owned(), limit.clone()]);
        }
        let loader = self.loader.clone();
        let loader = match &conditions.system {
            // Replayed or simulated resources cannot be left behind.
            Some(system) => loader.within(system.clone()).without_journal(),
            None => loader,
        };
        let loaded = self.wait(loader.load_arguments(&words, log))?;
        interrupt::set_grace(loaded.cancel_grace());
        let provider = Provider::new(Arc::clone(&loaded.package), Arc::clone(log));
        for name in &conditions.grants.env {
            if let Some(value) = loaded.package.variable(name) {
                provider.secrets().keep(&value);
            }
        }
        Ok(provider)
    }

    /// Does work that waits.
    pub(crate) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }
}
