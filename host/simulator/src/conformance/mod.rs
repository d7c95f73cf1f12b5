//! The behaviours of every provider, judged by one example of inputs.
//!
//! The engine relies on these behaviours without saying so: a check that is not repeatable causes changes without a
//! reason, a diff that reports a difference without a change causes endless updates, and a preview that knows too much
//! shows wrong values.

mod judge;
mod odd_inputs;
mod place;
#[cfg(test)]
mod tests;

pub use judge::{Example, judge};

use super::failure::Failure;

/// A behaviour that every provider must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Behaviour {
    CheckTwice,
    OddInputs,
    UnknownInputs,
    Preview,
    Create,
    PreviewHolds,
    DiffWithItself,
    ReadAgrees,
    Import,
    DeleteTwice,
}

impl Behaviour {
    /// All of them, in the order in which they are judged.
    pub const ALL: [Self; 10] = [
        Self::CheckTwice,
        Self::OddInputs,
        Self::UnknownInputs,
        Self::Preview,
        Self::Create,
        Self::PreviewHolds,
        Self::DiffWithItself,
        Self::ReadAgrees,
        Self::Import,
        Self::DeleteTwice,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CheckTwice => "check-twice",
            Self::OddInputs => "odd-inputs",
            Self::UnknownInputs => "unknown-inputs",
            Self::Preview => "preview",
            Self::Create => "create",
            Self::PreviewHolds => "preview-holds",
            Self::DiffWithItself => "diff-with-itself",
            Self::ReadAgrees => "read-agrees",
            Self::Import => "import",
            Self::DeleteTwice => "delete-twice",
        }
    }

    /// The behaviour of that name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|behaviour| behaviour.name() == name)
    }

    /// The rule, as a sentence.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Self::CheckTwice => "checked inputs are accepted again and stay the same",
            Self::OddInputs => {
                "odd inputs are accepted or refused at a property that exists; nothing crashes"
            }
            Self::UnknownInputs => {
                "an input that is not known yet makes the values that depend on it unknown; nothing crashes"
            }
            Self::Preview => "a preview changes nothing and shows the same when it is repeated",
            Self::Create => "the example can be created",
            Self::PreviewHolds => "a preview shows the real result",
            Self::DiffWithItself => "a diff without a change reports no change",
            Self::ReadAgrees => "a created resource is read back as it is recorded",
            Self::Import => "an import finds the inputs that the thing was made with",
            Self::DeleteTwice => "a thing that is gone already can be deleted",
        }
    }
}

/// The verdict on one behaviour.
#[derive(Debug, Clone)]
pub struct Verdict {
    pub behaviour: Behaviour,
    pub outcome: Outcome,
}

/// The result of a judgement.
#[derive(Debug, Clone)]
pub enum Outcome {
    Holds,
    /// It could not be judged, for this reason.
    NotJudged(String),
    Broken(Vec<Breach>),
}

/// A violation of a behaviour.
#[derive(Debug, Clone)]
pub struct Breach {
    /// The request, as a sentence.
    pub asked: String,
    /// The result, as a sentence; without values of secrets.
    pub came: String,
    /// Differences by path; empty if the whole value differs.
    pub differences: Vec<super::Mismatch>,
}

impl Breach {
    /// A breach that the result describes completely.
    pub(super) fn new(asked: impl Into<String>, came: impl Into<String>) -> Self {
        Self {
            asked: asked.into(),
            came: came.into(),
            differences: Vec::new(),
        }
    }

    /// A call that failed.
    pub(super) fn failed(asked: impl Into<String>, failure: &Failure) -> Self {
        Self::new(asked, failure.to_string())
    }
}
