//! The behaviours of every component, judged by one example of inputs.
//!
//! The engine relies on these: a component that registers other children each time replaces and deletes unchanged
//! resources, and a component that fails on unknown values has no previews.

use pulumi_wasm_core::value::PropertyValue;

use super::constructed::Constructed;
use super::promise::{broken_promises, differences_between};
use super::run::Construction;
use crate::conformance::{Breach, Outcome};
use crate::failure::{Failure, FailureKind};
use crate::provider::Provider;
use crate::values::Mismatch;

/// A behaviour that every component must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ComponentBehaviour {
    Construct,
    PreviewHolds,
    ConstructTwice,
    UnknownInputs,
}

impl ComponentBehaviour {
    /// All of them, in the order in which they are judged.
    pub const ALL: [Self; 4] = [
        Self::Construct,
        Self::PreviewHolds,
        Self::ConstructTwice,
        Self::UnknownInputs,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Construct => "construct",
            Self::PreviewHolds => "preview-holds",
            Self::ConstructTwice => "construct-twice",
            Self::UnknownInputs => "unknown-inputs",
        }
    }

    /// The rule, as a sentence.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Self::Construct => "the example can be constructed",
            Self::PreviewHolds => "a preview shows the real result",
            Self::ConstructTwice => "a second construction registers the same",
            Self::UnknownInputs => {
                "an input that is not known yet makes the values that depend on it unknown; nothing crashes"
            }
        }
    }
}

/// Judges a component by an example.
pub async fn judge_component(
    provider: &Provider,
    example: &Construction,
) -> Vec<(ComponentBehaviour, Outcome)> {
    let of = |preview| Construction {
        preview,
        ..example.clone()
    };
    let preview = provider.construct(&of(true)).await;
    let update = provider.construct(&of(false)).await;
    let again = provider.construct(&of(false)).await;
    let mut failed = Vec::new();
    for (asked, made) in [("a preview", &preview), ("an update", &update)] {
        if let Err(failure) = &made.outputs {
            failed.push(Breach::failed(format!("{asked} of the example"), failure));
        }
    }
    let unmade = !failed.is_empty();
    let held = |asked: &str, came: &str, found: &dyn Fn() -> Vec<Mismatch>| {
        if unmade {
            Outcome::NotJudged("the example cannot be constructed".to_owned())
        } else {
            outcome(different(asked, came, found()))
        }
    };
    let promised = held(
        "a preview of the example, and the update",
        "the update is another one",
        &|| broken_promises(&preview, &update),
    );
    let same = held(
        "two constructions of the example",
        "they are not the same",
        &|| differences_between(&update, &again),
    );
    let unknown = unknown_inputs(provider, &of(true)).await;
    vec![
        (ComponentBehaviour::Construct, outcome(failed)),
        (ComponentBehaviour::PreviewHolds, promised),
        (ComponentBehaviour::ConstructTwice, same),
        (ComponentBehaviour::UnknownInputs, outcome(unknown)),
    ]
}

/// A preview for each input, in which that one is unknown. To refuse it is right: some inputs have to be known.
async fn unknown_inputs(provider: &Provider, example: &Construction) -> Vec<Breach> {
    let mut broken = Vec::new();
    for name in example.inputs.keys() {
        let mut preview = example.clone();
        preview.inputs.insert(name.clone(), PropertyValue::Unknown);
        let made: Constructed = provider.construct(&preview).await;
        if let Err(failure) = &made.outputs
            && !is_refusal(failure)
        {
            let asked = format!("a preview in which `{name}` is unknown");
            broken.push(Breach::failed(asked, failure));
        }
    }
    broken
}

pub(super) fn is_refusal(failure: &Failure) -> bool {
    failure.kind() == FailureKind::Invalid
}

pub(super) fn different(asked: &str, came: &str, differences: Vec<Mismatch>) -> Vec<Breach> {
    if differences.is_empty() {
        return Vec::new();
    }
    vec![Breach {
        asked: asked.to_owned(),
        came: came.to_owned(),
        differences,
    }]
}

pub(super) fn outcome(breaches: Vec<Breach>) -> Outcome {
    if breaches.is_empty() {
        Outcome::Holds
    } else {
        Outcome::Broken(breaches)
    }
}
