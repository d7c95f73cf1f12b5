//! The host, served in this process on a system that goes wrong as planned, and a real server behind it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use pulumi_wasm_capability::system::{System, Time};
use pulumi_wasm_core::call::Call;
use pulumi_wasm_host::pulumi::serve_attached;
use pulumi_wasm_network::NetworkSettings;
use pulumi_wasm_packages::journal::FileJournal;
use pulumi_wasm_packages::policy::PolicyFiles;
use pulumi_wasm_packages::{Loader, Store};
use pulumi_wasm_platform::peers::AllowedUsers;
use pulumi_wasm_sandbox::engine::{CodeCache, Compiler, Engine};
use tempfile::TempDir;
use test_support::protocol::pulumirpc as pb;
use tokio::net::TcpListener;

use super::plan::Plan;
use test_support::fake::calls::{arguments, properties};
use test_support::fake::plugin::{Client, connect};
use test_support::pulumi;
use test_support::servers::powerdns::PowerDns;

/// Clocks of this machine, for guests that pause in no time.
struct Hurried(Arc<dyn Time>);

#[tonic::async_trait]
impl Time for Hurried {
    fn time_of_day(&self, call: &Call) -> Duration {
        self.0.time_of_day(call)
    }

    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    async fn sleep(&self, _duration: Duration) {
        tokio::task::yield_now().await;
    }
}

/// A host with the package `powerdns`.
pub(crate) struct Host {
    pub(crate) client: Client,
    pub(crate) plan: Arc<Plan>,
    pub(crate) server: PowerDns,
    _folder: TempDir,
}

/// Serves a host on a separate port.
pub(crate) async fn serve(plan: &Arc<Plan>, store: PathBuf, folder: PathBuf) -> u16 {
    let machine = pulumi_wasm_network::machine(NetworkSettings::default());
    let system = System {
        time: Arc::new(Hurried(Arc::clone(&machine.time))),
        observer: Some(Arc::clone(plan) as Arc<_>),
        ..machine
    };
    let plugin = Path::new(env!("CARGO_BIN_EXE_pulumi-resource-wasm"));
    let cache = CodeCache::new(pulumi::engine::Engine::compiled_code());
    let compiler = Compiler::new(Engine::new(), cache, Some(plugin.to_owned()));
    // As the product does.
    let journal = FileJournal::new(folder.join("journal"), &folder, None);
    let loader = Loader::new(Store::new(store), compiler, folder, PolicyFiles::default())
        .within(system)
        .with_journal(Arc::new(journal));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(serve_attached(listener, loader, AllowedUsers::default()));
    port
}

impl Host {
    pub(crate) async fn start() -> Self {
        let server = PowerDns::start();
        let folder = tempfile::tempdir().unwrap();
        let plan = Arc::new(Plan::default());
        let store = folder.path().join("store");
        let port = serve(&plan, store, folder.path().to_owned()).await;
        let mut client = connect(port).await;
        client
            .handshake(pb::ProviderHandshakeRequest::default())
            .await
            .unwrap();
        let component = pulumi::engine::Engine::component("powerdns");
        let words = [component.to_str().unwrap(), "--limit", "cancel-grace=1ms"];
        client.parameterize(arguments(&words)).await.unwrap();
        let configuration = [("serverUrl", &*server.url()), ("apiKey", server.api_key())];
        let request = pb::ConfigureRequest {
            args: Some(properties(&configuration)),
            ..pb::ConfigureRequest::default()
        };
        client.configure(request).await.unwrap();
        Self {
            client,
            plan,
            server,
            _folder: folder,
        }
    }
}
