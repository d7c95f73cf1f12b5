//! A resource monitor that accepts the same requests as the engine's, records them, and answers as a test says.

mod checks;
mod connections;
mod hooks;
mod service;
mod transforms;

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

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

pub use checks::urn;
pub use transforms::invoke;

use crate::protocol::pulumirpc as pb;
use crate::protocol::pulumirpc::resource_monitor_server::ResourceMonitorServer;

const MAX_MESSAGE_BYTES: usize = 400 << 20;

/// The stack of a request without a parent.
pub const STACK: &str = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";

/// The outcome of a registration.
pub enum Reply {
    /// The resource exists. Empty fields get defaults: the URN, the id `NAME_id`, and the inputs as outputs.
    Made(pb::RegisterResourceResponse),
    /// The call fails.
    Refused(Status),
    /// As for a child that failed: the deployment ends first.
    Never,
}

impl Reply {
    /// The resource exists, with defaults for all that an answer has.
    #[must_use]
    pub fn made() -> Self {
        Self::Made(pb::RegisterResourceResponse::default())
    }
}

/// Something that was looked up.
#[derive(Debug, Clone, PartialEq)]
pub enum Looked {
    /// The result of a function.
    Invoked(pb::ResourceInvokeRequest),
    /// An existing resource.
    Read(pb::ReadResourceRequest),
    /// The result of a method.
    Called(pb::ResourceCallRequest),
}

/// A run of a transform.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The resource before it.
    pub request: pb::TransformRequest,
    /// The changes.
    pub answer: pb::TransformResponse,
}

/// A run of a hook.
#[derive(Debug, Clone, PartialEq)]
pub struct Hooked {
    /// The name that was registered.
    pub hook: String,
    /// The resource.
    pub request: pb::ResourceHookRequest,
    /// Empty if it did not fail.
    pub error: String,
}

/// The result of a look-up that a test or a case chooses: properties, or a refusal.
type Find = Box<dyn Fn(&Looked) -> Result<Struct, pb::CheckFailure> + Send + Sync>;

/// The outcomes of registrations that a test or a case chooses.
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

/// The state that the service and its owner share.
struct Shared {
    script: Script,
    find: Find,
    telling: Telling,
    heard: Mutex<Heard>,
    arrived: Notify,
    connections: Counter,
}

/// A running monitor.
pub struct Monitor {
    /// Host and port, as the plugin gets it in a request.
    pub address: String,
    shared: Arc<Shared>,
    runtime: Option<Runtime>,
}

impl Monitor {
    /// A monitor with these features, which answers registrations as `script` says, and look-ups as `find` says.
    ///
    /// # Errors
    /// If no port is free, or no thread can be started.
    pub fn start(
        telling: Telling,
        script: impl Fn(&pb::RegisterResourceRequest) -> Reply + Send + Sync + 'static,
        find: impl Fn(&Looked) -> Result<Struct, pb::CheckFailure> + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            script: Box::new(script),
            find: Box::new(find),
            telling,
            heard: Mutex::default(),
            arrived: Notify::new(),
            connections: Counter::default(),
        });
        // A separate runtime: dropping it ends all connections at once.
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let listener = listen()?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?.to_string();
        let service = ResourceMonitorServer::new(Service(Arc::clone(&shared)))
            .max_decoding_message_size(MAX_MESSAGE_BYTES)
            .max_encoding_message_size(MAX_MESSAGE_BYTES);
        let counter = shared.connections.clone();
        let listener = {
            let _runtime = runtime.enter();
            TcpListener::from_std(listener)?
        };
        let incoming = TcpListenerStream::new(listener)
            .map(move |stream| stream.map(|stream| Counted::new(stream, &counter)));
        let server = tonic::transport::Server::builder().add_service(service);
        runtime.spawn(server.serve_with_incoming(incoming));
        Ok(Self {
            address,
            shared,
            runtime: Some(runtime),
        })
    }

    /// Lets a component exist that the program has registered.
    pub fn knows(&self, urn: &str) {
        self.shared.heard.lock().checks.knows(urn);
    }

    /// Closes all connections at once, as an engine that is killed.
    pub fn end(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// The requests so far that the real engine would refuse, or that cause failures later: each with the URN.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        self.shared.heard.lock().checks.faults()
    }

    /// The registrations in the order of their arrival.
    #[must_use]
    pub fn registered(&self) -> Vec<pb::RegisterResourceRequest> {
        self.shared.heard.lock().registered.clone()
    }

    /// The registrations after all transforms.
    #[must_use]
    pub fn all_transformed(&self) -> Vec<pb::RegisterResourceRequest> {
        self.shared.heard.lock().transformed.clone()
    }

    /// The requests and answers of transforms, in that order.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.heard.lock().asked.clone()
    }

    /// The hooks that ran, in that order.
    #[must_use]
    pub fn hooked(&self) -> Vec<Hooked> {
        self.shared.heard.lock().hooked.clone()
    }

    /// The function of the hook whose name has this suffix.
    #[must_use]
    pub fn hook(&self, ending: &str) -> Option<pb::Callback> {
        let heard = self.shared.heard.lock();
        let mut hooks = heard.hooks.iter();
        let (_, hook) = hooks.find(|(name, _)| name.ends_with(ending))?;
        hook.callback.clone()
    }

    /// Runs no hooks, as in a preview.
    pub fn only_previews(&self) {
        self.shared.heard.lock().is_preview = true;
    }

    /// The completed components, in order.
    #[must_use]
    pub fn completed(&self) -> Vec<(String, Struct)> {
        self.shared.heard.lock().completed.clone()
    }

    /// The packages that were announced, in order. The reference of the first one is `ref-1`.
    #[must_use]
    pub fn packages(&self) -> Vec<pb::RegisterPackageRequest> {
        self.shared.heard.lock().packages.clone()
    }

    /// The look-ups, in order.
    #[must_use]
    pub fn looked(&self) -> Vec<Looked> {
        self.shared.heard.lock().looked.clone()
    }

    /// The requested features, in order.
    #[must_use]
    pub fn features(&self) -> Vec<String> {
        self.shared.heard.lock().features.clone()
    }

    /// The connections that are open, and those that there ever were.
    #[must_use]
    pub fn connections(&self) -> (usize, usize) {
        self.shared.connections.now_and_ever()
    }

    /// Waits until a number of registrations have arrived.
    pub async fn has_got(&self, count: usize) {
        loop {
            let arrived = self.shared.arrived.notified();
            if self.shared.heard.lock().registered.len() >= count {
                return;
            }
            arrived.await;
        }
    }
}

impl Drop for Monitor {
    fn drop(&mut self) {
        self.end();
    }
}

/// Listens at a port that no earlier monitor of this process had, because a plugin identifies a monitor by its address.
fn listen() -> io::Result<std::net::TcpListener> {
    static USED: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
    loop {
        let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        if USED.lock().insert(port) {
            return Ok(listener);
        }
    }
}
