//! A resource monitor that accepts the same requests as the engine's, records them, and answers as a test says.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use tokio::sync::{Notify, Semaphore};

use crate::graph::{
    LookupRequest, LookupResult, Registered, Registration, RegistrationOutcome, ResourceKind,
};
use crate::monitor::{Monitor, MonitorError};
use crate::value::PropertyMap;

/// Computes the outputs in the answer to a registration.
type Make = Box<dyn Fn(&Registration) -> Registered + Send + Sync>;

/// Computes the result of a look-up.
type Find = Box<dyn Fn(&LookupRequest) -> Result<LookupResult, String> + Send + Sync>;

/// A monitor without an engine.
pub struct FakeMonitor {
    make: Make,
    find: Find,
    registered: Mutex<Vec<Registration>>,
    looked_up: Mutex<Vec<LookupRequest>>,
    urns: Mutex<BTreeSet<String>>,
    completed: Mutex<BTreeMap<String, PropertyMap>>,
    /// The number of registrations of custom resources that may be answered.
    gate: Semaphore,
    arrived: Notify,
}

impl FakeMonitor {
    /// A monitor that answers each registration with its inputs as outputs, and with the id `NAME_id`.
    pub fn new() -> Arc<Self> {
        Self::making(|_| Registered::default())
    }

    /// A monitor whose answers also have these outputs, dependencies and outcomes.
    pub fn making(make: impl Fn(&Registration) -> Registered + Send + Sync + 'static) -> Arc<Self> {
        Self::with(Box::new(make), Box::new(|_| Ok(LookupResult::default())))
    }

    /// A monitor that finds these resources, and creates everything.
    pub fn finding(
        find: impl Fn(&LookupRequest) -> LookupResult + Send + Sync + 'static,
    ) -> Arc<Self> {
        let find = move |request: &LookupRequest| Ok(find(request));
        Self::with(Box::new(|_| Registered::default()), Box::new(find))
    }

    /// A monitor whose answers to registrations and look-ups come from these functions.
    pub fn answering(
        make: impl Fn(&Registration) -> Registered + Send + Sync + 'static,
        find: impl Fn(&LookupRequest) -> LookupResult + Send + Sync + 'static,
    ) -> Arc<Self> {
        let find = move |request: &LookupRequest| Ok(find(request));
        Self::with(Box::new(make), Box::new(find))
    }

    /// A monitor that refuses look-ups for a reason, and creates everything.
    pub fn refusing_lookups(reason: &'static str) -> Arc<Self> {
        let refuse = move |_: &LookupRequest| Err(reason.to_owned());
        Self::with(Box::new(|_| Registered::default()), Box::new(refuse))
    }

    fn with(make: Make, find: Find) -> Arc<Self> {
        Arc::new(Self {
            make,
            find,
            registered: Mutex::default(),
            looked_up: Mutex::default(),
            urns: Mutex::default(),
            completed: Mutex::default(),
            gate: Semaphore::new(Semaphore::MAX_PERMITS),
            arrived: Notify::new(),
        })
    }

    /// Answers no registration of a custom resource until [`Self::release`].
    pub fn hold(&self) {
        self.gate.forget_permits(Semaphore::MAX_PERMITS);
    }

    /// Answers all registrations again.
    pub fn release(&self) {
        self.gate.add_permits(1 << 20);
    }

    /// Waits until this many registrations have arrived.
    pub async fn has_got(&self, count: usize) {
        loop {
            let arrived = self.arrived.notified();
            if self.registered.lock().len() >= count {
                return;
            }
            arrived.await;
        }
    }

    /// Adds a resource that somebody else has registered.
    pub fn knows(&self, urn: &str) {
        self.urns.lock().insert(urn.to_owned());
    }

    /// The registrations in the order of arrival.
    pub fn registered(&self) -> Vec<Registration> {
        self.registered.lock().clone()
    }

    /// The look-ups in the order of arrival.
    pub fn looked_up(&self) -> Vec<LookupRequest> {
        self.looked_up.lock().clone()
    }

    /// The registration of that name.
    pub fn one(&self, name: &str) -> Registration {
        let registered = self.registered.lock();
        let found = registered.iter().find(|one| one.name == name);
        found
            .unwrap_or_else(|| panic!("`{name}` was not registered"))
            .clone()
    }

    /// The completed resources, by URN.
    pub fn completed(&self) -> BTreeMap<String, PropertyMap> {
        self.completed.lock().clone()
    }

    /// The URN of a registration.
    pub fn urn(registration: &Registration) -> String {
        let Registration {
            token,
            name,
            parent,
            ..
        } = registration;
        let above = parent
            .split("::")
            .nth(2)
            .filter(|token| !token.contains("pulumi:Stack"));
        let above = above.map(|above| format!("{above}$")).unwrap_or_default();
        format!("urn:pulumi:dev::shop::{above}{token}::{name}")
    }
}

#[async_trait]
impl Monitor for FakeMonitor {
    async fn register(&self, registration: Registration) -> Result<Registered, MonitorError> {
        let urn = Self::urn(&registration);
        let parent = &registration.parent;
        let is_known = parent.is_empty() || parent.contains("pulumi:Stack");
        assert!(
            is_known || self.urns.lock().contains(parent),
            "could not find parent resource {parent} of {urn}"
        );
        assert_eq!(
            registration.inputs.keys().collect::<Vec<_>>(),
            registration.input_dependencies.keys().collect::<Vec<_>>(),
            "each input has an entry"
        );
        self.registered.lock().push(registration.clone());
        self.arrived.notify_waiters();
        if registration.kind == ResourceKind::Custom {
            drop(self.gate.acquire().await);
        }
        let made = (self.make)(&registration);
        assert!(self.urns.lock().insert(urn.clone()), "{urn} is there twice");
        let is_custom = registration.kind == ResourceKind::Custom;
        if made.outcome != RegistrationOutcome::Done {
            return Ok(Registered { urn, ..made });
        }
        let mut outputs = PropertyMap::new();
        if registration.kind != ResourceKind::Group {
            outputs.extend(registration.inputs);
        }
        outputs.extend(made.outputs);
        Ok(Registered {
            urn,
            id: made
                .id
                .or_else(|| is_custom.then(|| format!("{}_id", registration.name))),
            outputs,
            ..made
        })
    }

    async fn look_up(&self, request: LookupRequest) -> Result<LookupResult, MonitorError> {
        let found = (self.find)(&request);
        self.looked_up.lock().push(request);
        found.map_err(MonitorError::Refused)
    }

    async fn complete(&self, urn: &str, outputs: PropertyMap) -> Result<(), MonitorError> {
        assert!(self.urns.lock().contains(urn), "{urn} is not registered");
        let before = self.completed.lock().insert(urn.to_owned(), outputs);
        assert_eq!(before, None, "{urn} is completed twice");
        Ok(())
    }
}
