//! A resource monitor that accepts the same requests as the engine's, records them, and answers as a test says.

mod checks;
mod connections;
mod hooks;
mod service;
mod transforms;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use checks::Checks;
use connections::{Counted, Counter};
use hooks::Hooks;
use parking_lot::Mutex;
use prost_types::Struct;
use service::Service;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Notify;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::Status;
use transforms::Transforms;
#[allow(unused_imports, reason = "not every suite calls back by hand")]
pub use transforms::invoke;

use crate::protocol::pulumirpc as pb;
use crate::protocol::pulumirpc::resource_monitor_server::ResourceMonitorServer;

/// The end of a wait that hangs. It does not judge speed.
const PATIENCE: Duration = Duration::from_secs(600);
const MAX_MESSAGE_BYTES: usize = 400 << 20;

/// The stack of all tests.
pub const STACK: &str = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";

/// The outcome of a registration.
pub enum Reply {
    /// The resource exists. Empty fields get defaults: the URN, the id `NAME_id`, and the inputs as outputs.
    Made(pb::RegisterResourceResponse),
    Refused(Status),
    /// As for a child that failed: the deployment ends first.
    Never,
}

impl Reply {
    pub fn made() -> Self {
        Self::Made(pb::RegisterResourceResponse::default())
    }
}

/// Something that was looked up.
#[derive(Debug, Clone, PartialEq)]
pub enum Looked {
    Invoked(pb::ResourceInvokeRequest),
    Read(pb::ReadResourceRequest),
    Called(pb::ResourceCallRequest),
}

/// A run of a transform.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    pub request: pb::TransformRequest,
    pub answer: pb::TransformResponse,
}

/// A run of a hook.
#[derive(Debug, Clone, PartialEq)]
pub struct Hooked {
    /// The name that was registered.
    pub hook: String,
    pub request: pb::ResourceHookRequest,
    /// Empty if it did not fail.
    pub error: String,
}

/// The result of a look-up that a test chooses: properties, or a refusal.
type Find = Box<dyn Fn(&Looked) -> Result<Struct, pb::CheckFailure> + Send + Sync>;

/// The outcomes of registrations that a test chooses.
type Script = Box<dyn Fn(&pb::RegisterResourceRequest) -> Reply + Send + Sync>;

/// How the monitor reports its features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// By a list.
    Listed(&'static [i32]),
    /// The time of the question for each of them.
    Asked(&'static [&'static str]),
}

/// All features of the newest engine.
pub const ALL: Telling =
    Telling::Listed(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18]);

/// The requests so far.
#[derive(Default)]
struct Heard {
    registered: Vec<pb::RegisterResourceRequest>,
    /// The same after all transforms.
    transformed: Vec<pb::RegisterResourceRequest>,
    /// The requests and answers of transforms, in that order.
    asked: Vec<Asked>,
    transforms: Transforms,
    hooks: Hooks,
    hooked: Vec<Hooked>,
    /// Whether it is a preview, in which no hook runs.
    is_preview: bool,
    completed: Vec<(String, Struct)>,
    packages: Vec<pb::RegisterPackageRequest>,
    looked: Vec<Looked>,
    /// The names of features, and `GetDeploymentInfo`.
    features: Vec<String>,
    checks: Checks,
}

/// The state that the service and the test share.
struct Shared {
    script: Script,
    find: Find,
    telling: Telling,
    heard: Mutex<Heard>,
    arrived: Notify,
    connections: Counter,
}

/// A running monitor. Mistakes of its clients fail the test when it is dropped.
pub struct FakeMonitor {
    pub address: String,
    shared: Arc<Shared>,
    runtime: Option<Runtime>,
}

impl FakeMonitor {
    /// A monitor that creates everything.
    pub fn start() -> Self {
        Self::answering(|_| Reply::made())
    }

    /// A monitor that answers registrations as a script says.
    pub fn answering(
        script: impl Fn(&pb::RegisterResourceRequest) -> Reply + Send + Sync + 'static,
    ) -> Self {
        Self::telling(ALL, script)
    }

    /// A monitor that answers registrations as a script says, and in which this look-up succeeds.
    pub fn answering_and_finding(
        script: impl Fn(&pb::RegisterResourceRequest) -> Reply + Send + Sync + 'static,
        find: impl Fn(&Looked) -> Result<Struct, pb::CheckFailure> + Send + Sync + 'static,
    ) -> Self {
        Self::with(ALL, Box::new(script), Box::new(find))
    }

    /// Lets a component be there that the program has registered.
    pub fn knows(&self, urn: &str) {
        self.shared.heard.lock().checks.knows(urn);
    }

    /// A monitor that accepts every registration, and finds these things.
    pub fn finding(
        find: impl Fn(&Looked) -> Result<Struct, pb::CheckFailure> + Send + Sync + 'static,
    ) -> Self {
        Self::with(ALL, Box::new(|_| Reply::made()), Box::new(find))
    }

    /// A monitor with other features.
    pub fn telling(
        telling: Telling,
        script: impl Fn(&pb::RegisterResourceRequest) -> Reply + Send + Sync + 'static,
    ) -> Self {
        Self::with(
            telling,
            Box::new(script),
            Box::new(|_| Ok(Struct::default())),
        )
    }

    fn with(telling: Telling, script: Script, find: Find) -> Self {
        let shared = Arc::new(Shared {
            script,
            find,
            telling,
            heard: Mutex::default(),
            arrived: Notify::new(),
            connections: Counter::default(),
        });
        // A separate runtime: dropping it ends all connections at once.
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let listener = listen();
        listener.set_nonblocking(true).expect("a listener");
        let address = listener.local_addr().expect("an address").to_string();
        let service = ResourceMonitorServer::new(Service(Arc::clone(&shared)))
            .max_decoding_message_size(MAX_MESSAGE_BYTES)
            .max_encoding_message_size(MAX_MESSAGE_BYTES);
        let counter = shared.connections.clone();
        runtime.spawn(async move {
            let listener = TcpListener::from_std(listener).expect("a listener");
            let incoming = TcpListenerStream::new(listener)
                .map(move |stream| stream.map(|stream| Counted::new(stream, &counter)));
            let server = tonic::transport::Server::builder().add_service(service);
            server.serve_with_incoming(incoming).await
        });
        Self {
            address,
            shared,
            runtime: Some(runtime),
        }
    }

    /// Closes all connections at once, as an engine that is killed.
    pub fn end(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// The registrations in the order of their arrival.
    pub fn registered(&self) -> Vec<pb::RegisterResourceRequest> {
        self.shared.heard.lock().registered.clone()
    }

    /// The registration of that name, after all transforms.
    pub fn transformed(&self, name: &str) -> pb::RegisterResourceRequest {
        let heard = self.shared.heard.lock();
        let found = heard
            .transformed
            .iter()
            .find(|request| request.name == name);
        let found = found.unwrap_or_else(|| panic!("`{name}` did not come out of its transforms"));
        found.clone()
    }

    /// The registrations after all transforms.
    pub fn all_transformed(&self) -> Vec<pb::RegisterResourceRequest> {
        self.shared.heard.lock().transformed.clone()
    }

    /// The requests and answers of transforms, in that order.
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.heard.lock().asked.clone()
    }

    /// The hooks that ran, in that order.
    pub fn hooked(&self) -> Vec<Hooked> {
        self.shared.heard.lock().hooked.clone()
    }

    /// The function of the hook whose name has this suffix.
    pub fn hook(&self, ending: &str) -> pb::Callback {
        let heard = self.shared.heard.lock();
        let found = heard.hooks.iter().find(|(name, _)| name.ends_with(ending));
        let callback = found.and_then(|(_, hook)| hook.callback.clone());
        callback.unwrap_or_else(|| panic!("no hook `{ending}` was told"))
    }

    /// Runs no hooks, as in a preview.
    pub fn only_previews(&self) {
        self.shared.heard.lock().is_preview = true;
    }

    /// Their names.
    pub fn names(&self) -> Vec<String> {
        let registered = self.registered().into_iter();
        registered.map(|request| request.name).collect()
    }

    /// The registration of that name.
    pub fn one(&self, name: &str) -> pb::RegisterResourceRequest {
        let mut registered = self.registered().into_iter();
        let found = registered.find(|request| request.name == name);
        found.unwrap_or_else(|| panic!("`{name}` was not registered"))
    }

    /// The completed components, in order.
    pub fn completed(&self) -> Vec<(String, Struct)> {
        self.shared.heard.lock().completed.clone()
    }

    /// The packages that were announced, in order.
    pub fn packages(&self) -> Vec<pb::RegisterPackageRequest> {
        self.shared.heard.lock().packages.clone()
    }

    /// The look-ups, in order.
    pub fn looked(&self) -> Vec<Looked> {
        self.shared.heard.lock().looked.clone()
    }

    /// The requested features, in order.
    pub fn features(&self) -> Vec<String> {
        self.shared.heard.lock().features.clone()
    }

    /// The connections that are open, and those that there ever were.
    pub fn connections(&self) -> (usize, usize) {
        self.shared.connections.now_and_ever()
    }

    /// Waits until a number of registrations have arrived.
    pub async fn has_got(&self, count: usize) {
        let look = async {
            loop {
                let arrived = self.shared.arrived.notified();
                if self.shared.heard.lock().registered.len() >= count {
                    return;
                }
                arrived.await;
            }
        };
        let found = tokio::time::timeout(PATIENCE, look).await;
        found.unwrap_or_else(|_| panic!("there were never {count} registrations"));
    }

    /// Waits until all connections are closed.
    pub async fn is_left(&self) {
        let look = async {
            while self.connections().0 > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let found = tokio::time::timeout(PATIENCE, look).await;
        found.unwrap_or_else(|_| panic!("a connection is still open"));
    }

    /// The URN of a registration.
    pub fn urn(request: &pb::RegisterResourceRequest) -> String {
        checks::urn(request)
    }
}

/// Listens at a port that no earlier monitor of this process had, because a plugin identifies a monitor by its address.
fn listen() -> std::net::TcpListener {
    static USED: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
    loop {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        if USED.lock().insert(port) {
            return listener;
        }
    }
}

impl Drop for FakeMonitor {
    fn drop(&mut self) {
        self.end();
        let faults = self.shared.heard.lock().checks.faults();
        if !std::thread::panicking() {
            assert!(faults.is_empty(), "the engine would not take: {faults:#?}");
        }
    }
}
