//! The results of the cases.

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
    /// The log messages, for a reader who looks for a mistake.
    pub(super) messages: Vec<String>,
    pub(super) took: Duration,
}

/// A step of a case, or a behaviour.
pub(super) struct Part {
    pub(super) kind: Kind,
    /// Its name, such as `up` or `import`.
    pub(super) name: String,
    /// The expectation, as a sentence.
    pub(super) rule: String,
    pub(super) outcome: Outcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The author's own.
    Step,
    /// A behaviour that every provider must have.
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
