//! What came of the cases.

use std::path::PathBuf;
use std::time::Duration;

use pulumi_wasm_simulator::conformance::{Breach, Outcome};

/// A case that was run.
pub(super) struct Result {
    pub(super) file: PathBuf,
    pub(super) title: String,
    /// The token of the resource type or function.
    pub(super) token: String,
    pub(super) parts: Vec<Part>,
    /// What was logged, for those who look for a mistake.
    pub(super) messages: Vec<String>,
    pub(super) took: Duration,
}

/// A step of a case, or a behaviour.
pub(super) struct Part {
    pub(super) kind: Kind,
    /// What it was, such as `up` or `import`.
    pub(super) name: String,
    /// What is to come, as a sentence.
    pub(super) rule: String,
    pub(super) outcome: Outcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The author's own.
    Step,
    /// What any provider must do.
    Behaviour,
}

impl Part {
    pub(super) fn breaches(&self) -> &[Breach] {
        match &self.outcome {
            Outcome::Broken(breaches) => breaches,
            Outcome::Holds | Outcome::NotJudged(_) => &[],
        }
    }

    pub(super) fn is_broken(&self) -> bool {
        matches!(self.outcome, Outcome::Broken(_))
    }
}

impl Result {
    pub(super) fn passed(&self) -> bool {
        !self.parts.iter().any(Part::is_broken)
    }
}
