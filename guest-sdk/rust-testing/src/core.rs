//! The host's core with one provider in it, called as the engine's requests call it.

use std::future::Future;
use std::sync::Arc;

use pulumi_wasm_capability::http::HostPattern;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_capability::{Capabilities, Grants};
use pulumi_wasm_core::component::Component;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_simulator as simulator;
use tokio::runtime::{Builder, Runtime};

use crate::failing::fail;
use crate::fakes::Fakes;
use crate::messages::Messages;

pub(crate) struct Core {
    provider: Arc<simulator::Provider>,
    runtime: Runtime,
    pub(crate) fakes: Fakes,
    pub(crate) messages: Messages,
}

impl Core {
    /// The core with one component, built from its manifest and its grants: all its permissions.
    #[track_caller]
    pub(crate) fn new(
        manifest: &Manifest,
        make: impl FnOnce(&Arc<Capabilities>) -> Arc<dyn Component>,
    ) -> Self {
        let fakes = Fakes::default();
        let system = fakes.system();
        let capabilities = Capabilities::within(system, &wanted(manifest), &Limits::default());
        let component = make(&capabilities);
        let environment =
            Box::new(move |name: &str| capabilities.variable(None, name).ok().flatten());
        let package = match Package::assemble(vec![component], environment) {
            Ok(package) => package,
            Err(error) => fail(&error.to_string()),
        };
        let runtime = match Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => fail(&format!(
                "the runtime of the test cannot be started: {error}"
            )),
        };
        let messages = Messages::default();
        Self {
            provider: simulator::Provider::new(Arc::new(package), Arc::new(messages.clone())),
            runtime,
            fakes,
            messages,
        }
    }

    pub(crate) fn package(&self) -> &Package {
        self.provider.package()
    }

    pub(crate) fn provider(&self) -> Arc<simulator::Provider> {
        Arc::clone(&self.provider)
    }

    pub(crate) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }
}

/// Everything that the manifest asks for: further requests of a provider are refused, as for a user who granted exactly
/// that.
fn wanted(manifest: &Manifest) -> Grants {
    let net = manifest
        .permissions
        .net
        .iter()
        .filter(|permission| permission.configured().is_none())
        .filter_map(|permission| permission.host.parse::<HostPattern>().ok());
    let env = manifest
        .permissions
        .env
        .iter()
        .map(|permission| permission.name.clone());
    Grants {
        net: net.collect(),
        env: env.collect(),
        ..Grants::default()
    }
}

/// Fails the test if the provider did otherwise than it expected.
impl Drop for Core {
    fn drop(&mut self) {
        let complaints = self.fakes.complaints();
        if !complaints.is_empty() && !std::thread::panicking() {
            fail(&format!(
                "requests were not as expected:\n  {}",
                complaints.join("\n  ")
            ));
        }
    }
}
