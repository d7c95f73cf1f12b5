//! A resource monitor that accepts the same requests as the engine's, records them, and answers as a test says.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use prost_types::Struct;
pub use pulumi_wasm_stand_in::monitor::{
    ALL, Asked, Hooked, Looked, Monitor, Reply, STACK, Telling, invoke, urn,
};

use crate::protocol::pulumirpc as pb;

/// The end of a wait that hangs. It does not judge speed.
const PATIENCE: Duration = Duration::from_secs(600);

/// A running monitor. Mistakes of its clients fail the test when it is dropped.
pub struct FakeMonitor(Monitor);

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
        Self(Monitor::start(ALL, script, find).expect("a port"))
    }

    /// A monitor that accepts every registration, and finds these things.
    pub fn finding(
        find: impl Fn(&Looked) -> Result<Struct, pb::CheckFailure> + Send + Sync + 'static,
    ) -> Self {
        Self::answering_and_finding(|_| Reply::made(), find)
    }

    /// A monitor with other features.
    pub fn telling(
        telling: Telling,
        script: impl Fn(&pb::RegisterResourceRequest) -> Reply + Send + Sync + 'static,
    ) -> Self {
        Self(Monitor::start(telling, script, |_| Ok(Struct::default())).expect("a port"))
    }

    /// The registration of that name, after all transforms.
    pub fn transformed(&self, name: &str) -> pb::RegisterResourceRequest {
        let mut transformed = self.all_transformed().into_iter();
        let found = transformed.find(|request| request.name == name);
        found.unwrap_or_else(|| panic!("`{name}` did not come out of its transforms"))
    }

    /// The function of the hook whose name has this suffix.
    pub fn hook(&self, ending: &str) -> pb::Callback {
        let found = self.0.hook(ending);
        found.unwrap_or_else(|| panic!("no hook `{ending}` was told"))
    }

    /// The names of the registrations.
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

    /// Waits until a number of registrations have arrived.
    pub async fn has_got(&self, count: usize) {
        let found = tokio::time::timeout(PATIENCE, self.0.has_got(count)).await;
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
        urn(request)
    }
}

impl Deref for FakeMonitor {
    type Target = Monitor;

    fn deref(&self) -> &Monitor {
        &self.0
    }
}

impl DerefMut for FakeMonitor {
    fn deref_mut(&mut self) -> &mut Monitor {
        &mut self.0
    }
}

impl Drop for FakeMonitor {
    fn drop(&mut self) {
        self.0.end();
        let faults = self.0.faults();
        if !std::thread::panicking() {
            assert!(faults.is_empty(), "the engine would not take: {faults:#?}");
        }
    }
}
