//! The context of every call: its resource, its time limit, its log and its secrets.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;

use crate::error::advice::{Advice, NeutralWording, Wording};
use crate::error::failure::PropertyFailure;
use crate::graph::SharedGraph;
use crate::redaction::{CleanLog, LastMessages, Secrets};
pub use crate::text::message::{LogSink, Severity, is_for_author, to_author};
use crate::text::on_one_line;
use crate::value::PropertyMap;
use crate::view::ViewSink;

/// The resource or function that a call is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    /// The resource's URN; empty if the call has no resource.
    pub urn: String,
    /// The type token of the resource, or the function's token.
    pub token: String,
    /// The resource's name; empty if the call has no resource.
    pub name: String,
}

/// The lifecycle operations, by Pulumi's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    CheckConfig,
    Configure,
    Check,
    Diff,
    Create,
    Read,
    Update,
    Delete,
    Migrate,
    List,
    Invoke,
    Construct,
    Call,
    /// A hook of a component on one of its children.
    Hook,
}

impl Operation {
    /// The name in messages: `create`, `check`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Operation::CheckConfig => "check-config",
            Operation::Configure => "configure",
            Operation::Check => "check",
            Operation::Diff => "diff",
            Operation::Create => "create",
            Operation::Read => "read",
            Operation::Update => "update",
            Operation::Delete => "delete",
            Operation::Migrate => "migrate",
            Operation::List => "list",
            Operation::Invoke => "invoke",
            Operation::Construct => "construct",
            Operation::Call => "call",
            Operation::Hook => "hook",
        }
    }

    /// Whether the operation only declares resources. Its declarations then depend only on the inputs.
    #[must_use]
    pub fn declares(self) -> bool {
        matches!(self, Operation::Construct | Operation::Call)
    }
}

/// The effects that a call may have outside the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effects {
    /// No effects: the clock stands still, and random numbers depend only on a seed.
    None,
    /// Requests that only read: `GET` and `HEAD`.
    Read,
    /// All granted effects.
    All,
}

/// The context of one call. `pulumi` creates it for each request, and it is passed down to the guest.
#[derive(Clone)]
pub struct Call {
    pub operation: Operation,
    pub subject: Arc<Subject>,
    /// The deployment of an earlier call in the session, for calls without a resource. See [`Self::deployment`].
    pub known_deployment: Option<Arc<Deployment>>,
    /// Whether the engine asks only for a preview of the operation.
    pub preview: bool,
    pub effects: Effects,
    /// The time limit of the call; `None` uses the component's limit.
    pub timeout: Option<Duration>,
    /// The part of the time that earlier calls of the same request took.
    pub spent: Duration,
    /// The seed for random numbers if [`Effects::None`] holds; may be empty.
    pub random_seed: Vec<u8>,
    /// Cancelled when the user or the engine cancels.
    pub cancellation: CancellationToken,
    /// The log of the call. It removes secrets from messages.
    pub log: Arc<dyn LogSink>,
    /// The last messages of the call, for the report of a failure.
    pub last_messages: Arc<LastMessages>,
    /// The secrets that are removed from the call's text.
    pub secrets: Arc<Secrets>,
    /// The changes that the call may have made outside the host.
    pub changes: Mutations,
    /// The receiver of view steps; `None` if views are not shown.
    pub views: Option<Arc<dyn ViewSink>>,
    /// The receiver of a create's checkpoints; `None` if only the answer carries them.
    pub notes: Option<Arc<dyn CheckpointSink>>,
    /// The component's declarations, in calls that construct a component.
    pub graph: Option<SharedGraph>,
    /// Values that live until the call is answered.
    pub kept: KeptAlive,
    /// The words of the engine's users; neutral unless the face sets its own.
    pub wording: &'static dyn Wording,
}

/// Values that are dropped when a call is answered. Clones share one list.
#[derive(Clone, Default)]
pub struct KeptAlive(Arc<Mutex<Vec<Box<dyn Any + Send>>>>);

impl KeptAlive {
    pub fn keep(&self, thing: impl Any + Send) {
        let mut things = self.0.lock();
        things.push(Box::new(thing));
    }

    /// Drops all values, for a call that is answered in parts.
    pub fn clear(&self) {
        self.0.lock().clear();
    }
}

impl Call {
    /// The deployment of the call's resource, or the known deployment of the session; `None` if the engine has named
    /// neither.
    #[must_use]
    pub fn deployment(&self) -> Option<Cow<'_, Deployment>> {
        let urn = &self.subject.urn;
        match self.known_deployment.as_deref() {
            Some(known) if known.has(urn) => Some(Cow::Borrowed(known)),
            _ => Deployment::of(urn).map(Cow::Owned),
        }
    }

    /// A call without effects, with the component's time limit. `secrets` are the secrets of the session.
    #[must_use]
    pub fn new(
        operation: Operation,
        subject: impl Into<Arc<Subject>>,
        cancellation: CancellationToken,
        log: Arc<dyn LogSink>,
        secrets: &Arc<Secrets>,
    ) -> Self {
        let secrets = secrets.of_call();
        let last_messages = Arc::<LastMessages>::default();
        Self {
            operation,
            known_deployment: None,
            subject: subject.into(),
            preview: false,
            effects: Effects::None,
            timeout: None,
            spent: Duration::ZERO,
            random_seed: Vec::new(),
            cancellation,
            log: Arc::new(CleanLog::new(
                log,
                Arc::clone(&secrets),
                Arc::clone(&last_messages),
            )),
            last_messages,
            secrets,
            changes: Mutations::default(),
            views: None,
            notes: None,
            graph: None,
            kept: KeptAlive::default(),
            wording: &NeutralWording,
        }
    }

    /// The advice in the words of the engine's users.
    #[must_use]
    pub fn advice(&self, advice: Advice<'_>) -> String {
        self.wording.advice(advice)
    }

    /// Logs a message on this call's resource.
    pub fn log(&self, severity: Severity, message: &str) {
        self.log.log(severity, &self.subject.urn, message, false);
    }

    /// The last messages of the call for the end of a report, except those that the report contains already. Empty if the
    /// report contains them all.
    #[must_use]
    pub fn other_last_messages(&self, report: &str) -> String {
        let mut lines = self.last_messages.lines();
        lines.retain(|line| !report.contains(line.as_str()));
        if lines.is_empty() {
            return String::new();
        }
        format!("\nits last messages:\n  {}", lines.join("\n  "))
    }

    /// Logs notes on this call's resource in a single warning.
    pub fn warn_of(&self, notes: &[PropertyFailure]) {
        if notes.is_empty() {
            return;
        }
        let lines: Vec<String> = notes
            .iter()
            .map(|note| match note.property.as_str() {
                "" => note.reason.clone(),
                property => format!("`{}`: {}", on_one_line(property), note.reason),
            })
            .collect();
        self.log(Severity::Warning, &lines.join("\n"));
    }
}

/// Stores the checkpoints of a running create, in addition to the answer.
#[async_trait]
pub trait CheckpointSink: Send + Sync {
    /// Stores a checkpoint. The create continues even if this fails.
    async fn keep(&self, call: &Call, checkpoint: &Checkpoint);
}

/// A checkpoint of a guest during a create or update: it records a resource that already exists.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Checkpoint {
    pub id: String,
    pub outputs: PropertyMap,
    /// Whether some outputs could not be saved.
    pub is_cut: bool,
}

/// Counts the requests of a call that may have changed something. The host counts by its own observation and does not
/// rely on the guest. Clones share one counter.
#[derive(Debug, Clone, Default)]
pub struct Mutations(Arc<AtomicUsize>);

impl Mutations {
    /// Counts a request that may change something, before it is sent.
    pub fn sent(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Removes that request from the count, because it was refused and changed nothing.
    pub fn refused(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether something may have changed.
    #[must_use]
    pub fn are_possible(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

/// The project and the stack of a deployment, as in its URNs. The engine does not tell providers the organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deployment {
    project: String,
    /// The stack's name without the organization.
    stack: String,
}

impl Deployment {
    /// The deployment of a URN; `None` if the text is not a URN.
    #[must_use]
    pub fn of(urn: &str) -> Option<Self> {
        let (project, stack) = names_in_urn(urn)?;
        Some(Self {
            project: project.to_owned(),
            stack: stack.to_owned(),
        })
    }

    #[must_use]
    pub fn project(&self) -> &str {
        &self.project
    }

    #[must_use]
    pub fn stack(&self) -> &str {
        &self.stack
    }

    /// Whether a URN belongs to this deployment. A text that is not a URN counts as belonging.
    #[must_use]
    pub fn has(&self, urn: &str) -> bool {
        self.rest_of(urn).is_some() || names_in_urn(urn).is_none()
    }

    /// The URN after the names of this deployment; `None` for another deployment. Compares prefixes, without a search.
    fn rest_of<'a>(&self, urn: &'a str) -> Option<&'a str> {
        let rest = urn
            .strip_prefix("urn:pulumi:")?
            .strip_prefix(&*self.stack)?;
        let rest = rest.strip_prefix("::")?.strip_prefix(&*self.project)?;
        rest.strip_prefix("::")
    }
}

/// The names of the project and the stack.
fn names_in_urn(urn: &str) -> Option<(&str, &str)> {
    // urn:pulumi:STACK::PROJECT::TYPE::NAME
    let mut parts = urn.strip_prefix("urn:pulumi:")?.splitn(3, "::");
    let (stack, project) = (parts.next()?, parts.next()?);
    parts.next()?;
    Some((project, stack))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_urn_tells_of_project_and_stack() {
        let urn = "urn:pulumi:dev::shop::acme:index:Thing::my::thing";
        let found = Deployment::of(urn).expect("a deployment");
        assert_eq!((found.project(), found.stack()), ("shop", "dev"));
        assert!(found.has(urn) && found.has(""));
        for other in ["live", "de", "devs"] {
            assert!(!found.has(&urn.replace("dev", other)), "{other}");
        }
        for other in ["", "dev::shop::a:b:C::n", "urn:pulumi:dev::shop"] {
            assert_eq!(Deployment::of(other), None, "{other}");
        }
    }
}
