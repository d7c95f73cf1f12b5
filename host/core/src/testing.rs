//! A component that runs a test's steps, and the package around it: for the tests of this crate and of dependent
//! crates.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::must_use_candidate,
    clippy::missing_panics_doc,
    reason = "for tests"
)]

mod fake;
mod monitor;
mod notes;
mod session;
#[cfg(test)]
pub(crate) mod value_strategy;

use std::sync::Arc;

pub use fake::{Answers, Fake};
pub use monitor::FakeMonitor;
pub use notes::Notes;
use parking_lot::Mutex;
use serde_json::{Value as Json, json};
pub use session::{Entered, Script};
use tokio_util::sync::CancellationToken;

use crate::call::{Call, LogSink, Operation, Severity, Subject};
use crate::component::{CallFailure, Checkpoint, Component};
use crate::error::{CallError, GuestError};
use crate::package::{EnvironmentLookup, Package};
use crate::recovery::journal::Journal;
use crate::redaction::Secrets;
use crate::state::StoredProperties;
#[cfg(test)]
use crate::value;
use crate::value::{PropertyMap, PropertyValue};

/// The resource type of the fake component.
pub const THING: &str = "acme:index:Thing";
/// The function of the fake component.
pub const LOOK: &str = "acme:index:look";

/// Recorded messages.
#[derive(Default)]
pub struct Heard(Mutex<Vec<(Severity, String)>>);

impl LogSink for Heard {
    fn log(&self, severity: Severity, _urn: &str, message: &str, _ephemeral: bool) {
        self.0.lock().push((severity, message.to_owned()));
    }
}

impl Heard {
    /// All messages so far.
    pub fn messages(&self) -> Vec<(Severity, String)> {
        self.0.lock().clone()
    }
}

/// A package of one fake component.
pub struct Scene {
    pub package: Package,
    pub fake: Arc<Fake>,
    pub secrets: Arc<Secrets>,
    heard: Arc<Heard>,
}

impl Scene {
    /// The component's one resource type has an input and output `label`, a secret one `password`, and an output
    /// `serial`.
    pub fn new(hooks: &[&str]) -> Self {
        Self::with(hooks, |_| {}, Answers::default())
    }

    pub fn with(hooks: &[&str], change: impl FnOnce(&mut Json), answers: Answers) -> Self {
        let properties = json!({
            "label": { "type": "string" },
            "password": { "type": "string", "secret": true },
        });
        let mut outputs = properties.clone();
        outputs["serial"] = json!({ "type": "string" });
        let mut manifest = json!({
            "manifest": 1,
            "schema": {
                "name": "acme",
                "version": "1.2.3",
                "resources": { THING: { "inputProperties": properties, "properties": outputs } },
                "functions": { LOOK: {
                    "inputs": { "properties": properties },
                    "outputs": { "properties": outputs },
                } },
            },
            "resources": { THING: { "hooks": hooks } },
        });
        change(&mut manifest);
        let fake = Fake::new("acme.wasm", &manifest, answers);
        Self::of(fake, &[])
    }

    /// A package of two components or more.
    pub fn of(fake: Arc<Fake>, others: &[Arc<Fake>]) -> Self {
        let all = std::iter::once(&fake).chain(others);
        let components = all.map(|fake| Arc::clone(fake) as Arc<dyn Component>);
        let package =
            Package::assemble(components.collect(), Box::new(|_| None)).expect("a package");
        Self {
            package,
            fake,
            secrets: Secrets::new(),
            heard: Arc::default(),
        }
    }

    /// The same component in an environment with variables, all of them granted.
    pub fn with_environment(self, environment: EnvironmentLookup) -> Self {
        let component = Arc::clone(&self.fake) as Arc<dyn Component>;
        let package = Package::assemble(vec![component], environment).expect("a package");
        Self { package, ..self }
    }

    /// Lets the package keep its notes there.
    pub fn with_journal(self, journal: &Arc<Notes>) -> Self {
        let journal = Arc::clone(journal) as Arc<dyn Journal>;
        Self {
            package: self.package.with_journal(journal),
            ..self
        }
    }

    /// A call about the resource `one`.
    pub fn call(&self, operation: Operation) -> Call {
        let token = match operation {
            Operation::Invoke => LOOK,
            _ => THING,
        };
        let subject = Subject {
            urn: format!("urn:pulumi:dev::shop::{token}::one"),
            token: token.to_owned(),
            name: "one".to_owned(),
        };
        let log = Arc::clone(&self.heard) as Arc<dyn LogSink>;
        Call {
            random_seed: vec![7; 32],
            ..Call::new(
                operation,
                subject,
                CancellationToken::new(),
                log,
                &self.secrets,
            )
        }
    }

    pub fn preview(&self, operation: Operation) -> Call {
        Call {
            preview: true,
            ..self.call(operation)
        }
    }

    /// The messages so far, in order.
    pub fn heard(&self) -> Vec<(Severity, String)> {
        self.heard.messages()
    }
}

/// Properties with these values.
pub fn map<const N: usize>(members: [(&str, PropertyValue); N]) -> PropertyMap {
    members
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// Tests compare with recorded properties.
impl PartialEq<PropertyMap> for StoredProperties {
    fn eq(&self, recorded: &PropertyMap) -> bool {
        let ours: PropertyMap = self.clone().into();
        ours == *recorded
    }
}

/// Recorded properties that carry private state.
pub fn marked<const N: usize>(members: [(&str, PropertyValue); N], marks: Json) -> PropertyMap {
    let mut properties = map(members);
    let marks = marks.as_object().expect("marks").iter().map(|(key, mark)| {
        let mark = match mark {
            Json::Bool(mark) => PropertyValue::Bool(*mark),
            Json::String(mark) => mark.as_str().into(),
            Json::Array(names) => {
                let names = names.iter().filter_map(Json::as_str);
                PropertyValue::Array(names.map(Into::into).collect())
            }
            mark => PropertyValue::Number(mark.as_f64().expect("a number")),
        };
        (key.clone(), mark)
    });
    properties.insert("__wasm".to_owned(), PropertyValue::Object(marks.collect()));
    properties
}

/// An error that a guest returns.
pub fn refused(words: &str) -> CallError {
    CallError::Guest(GuestError::Other(words.to_owned()))
}

/// A create that failed after its checkpoint.
pub fn stopped(error: CallError, id: &str, outputs: PropertyMap) -> CallFailure {
    CallFailure {
        error,
        checkpoint: Some(Checkpoint {
            id: id.to_owned(),
            outputs,
            is_cut: false,
        }),
    }
}
