//! The stand-in for the host, as a test sees it.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use serde_json::Value as JsonValue;

use super::fake::{self, Fake};
use super::script::Exchange;
use crate::host::bindings::pulumi_wasm::provider::log::Severity;
use crate::host::bindings::pulumi_wasm::provider::views::Operation;
use crate::host::fatal::fatal;

/// Stands in for the host in this thread, as long as it lives: it answers the requests of providers as the test says,
/// and keeps their messages.
///
/// HTTP is a script: requests have to come in the order in which they are expected, and at its end every one must have
/// come, or the test fails. Waiting takes no time, but moves the clock.
///
/// ```
/// use pulumi_wasm_provider::prelude::*;
/// use pulumi_wasm_provider::testing::{self, Host};
/// use serde_json::json;
///
/// let host = Host::new();
/// host.expect("GET", "https://api.example.com/zones/a").answer(200, json!({ "serial": 7 }));
///
/// let cx: Context = testing::context("zone");
/// let zone: Json = cx.http().get("https://api.example.com/zones/a").send()?.json()?;
/// cx.info("found it");
/// assert_eq!(zone.0["serial"], 7);
/// assert_eq!(host.messages(), ["info: found it"]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Host {
    fake: Rc<RefCell<Fake>>,
    before: Option<Rc<RefCell<Fake>>>,
}

impl Host {
    /// An empty host: no environment variables, no answers.
    #[expect(clippy::new_without_default, reason = "it has an effect on the thread")]
    pub fn new() -> Self {
        let fake = Rc::new(RefCell::new(Fake::default()));
        let before = fake::install(Some(Rc::clone(&fake)));
        Self { fake, before }
    }

    fn change(&self, change: impl FnOnce(&mut Fake)) -> &Self {
        change(&mut self.fake.borrow_mut());
        self
    }

    /// The time of day, 1970 or later. It moves only when the provider waits.
    pub fn now(&self, now: SystemTime) -> &Self {
        let since = now.duration_since(SystemTime::UNIX_EPOCH);
        self.change(|fake| fake.started = Some(since.unwrap_or_default()))
    }

    /// An environment variable that is granted and set. Other variables are granted and not set.
    pub fn env(&self, name: impl Into<String>, value: impl Into<String>) -> &Self {
        self.change(|fake| {
            fake.variables.insert(name.into(), value.into());
        })
    }

    /// An environment variable that is not granted.
    pub fn deny_env(&self, name: impl Into<String>) -> &Self {
        self.change(|fake| fake.denied.push(name.into()))
    }

    /// The next random bytes; zeroes follow. Without this method, the bytes are arbitrary, but the same in every run.
    pub fn random(&self, bytes: impl IntoIterator<Item = u8>) -> &Self {
        self.change(|fake| fake.random.get_or_insert_default().extend(bytes))
    }

    /// The content of the asset with this handle. See [`asset`](super::asset).
    pub fn asset(&self, handle: u32, content: impl Into<Vec<u8>>) -> &Self {
        self.change(|fake| {
            fake.assets.insert(handle, content.into());
        })
    }

    /// The entries of the archive with this handle: paths, and handles of assets. See [`archive`](super::archive).
    pub fn archive(&self, handle: u32, entries: &[(&str, u32)]) -> &Self {
        let entries = entries
            .iter()
            .map(|(path, handle)| ((*path).to_owned(), *handle));
        self.change(|fake| {
            fake.archives.insert(handle, entries.collect());
        })
    }

    pub(crate) fn push(&self, exchange: Exchange) {
        self.fake.borrow_mut().script.push_back(exchange);
    }

    /// The messages so far, such as `warning: the zone is empty`. Messages of the status line begin with `status: `.
    pub fn messages(&self) -> Vec<String> {
        let describe = |(severity, message, ephemeral): &(Severity, String, bool)| {
            let kind = match severity {
                _ if *ephemeral => "status",
                Severity::Debug => "debug",
                Severity::Info => "info",
                Severity::Warning => "warning",
                Severity::Error => "error",
            };
            format!("{kind}: {message}")
        };
        self.fake.borrow().messages.iter().map(describe).collect()
    }

    /// The checkpoints so far: ids and outputs.
    pub fn checkpoints(&self) -> Vec<(String, JsonValue)> {
        let checkpoints = self.fake.borrow().checkpoints.clone();
        checkpoints
            .into_iter()
            .map(|(id, outputs)| (id, outputs.into()))
            .collect()
    }

    /// The views that were shown so far, such as `create acme:index:Disk root`.
    pub fn views(&self) -> Vec<String> {
        let fake = self.fake.borrow();
        let describe = |step: &crate::host::bindings::pulumi_wasm::provider::views::Step| {
            let operation = match step.operation {
                Operation::Same => "same",
                Operation::Create => "create",
                Operation::Update => "update",
                Operation::Delete => "delete",
                Operation::Replace => "replace",
                Operation::Read => "read",
                Operation::Refresh => "refresh",
                Operation::Import => "import",
            };
            let view = step.new.as_ref().or(step.old.as_ref());
            let view = view.map(|view| format!(" {} {}", view.token, view.name));
            let failure = step.failure.as_ref().map(|failure| format!(": {failure}"));
            format!(
                "{operation}{}{}",
                view.unwrap_or_default(),
                failure.unwrap_or_default()
            )
        };
        fake.steps.iter().map(describe).collect()
    }

    /// The total time that the provider has waited.
    pub fn waited(&self) -> Duration {
        self.fake.borrow().waited
    }
}

/// Fails the test if a request was not as expected, or did not come.
impl Drop for Host {
    fn drop(&mut self) {
        fake::install(self.before.take());
        if std::thread::panicking() {
            return;
        }
        let fake = self.fake.borrow();
        let mut problems = fake.mismatches.clone();
        problems.extend(
            fake.script
                .iter()
                .map(|missing| format!("{missing}: did not come")),
        );
        if !problems.is_empty() {
            fatal(&problems.join("; "));
        }
    }
}
