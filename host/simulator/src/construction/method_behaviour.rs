//! The behaviours of every method, judged by one call.

use pulumi_wasm_core::value::PropertyValue;

use super::behaviour::{different, is_refusal, outcome};
use super::call::{MethodCall, Receiver, SELF};
use super::constructed::Constructed;
use super::promise::{broken_promises, differences_between};
use crate::conformance::{Breach, Outcome};
use crate::failure::Failure;
use crate::provider::Provider;
use crate::values::Mismatch;

/// A behaviour that every method must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MethodBehaviour {
    Call,
    CallPreviewHolds,
    CallTwice,
    UnknownArguments,
}

impl MethodBehaviour {
    /// All of them, in the order in which they are judged.
    pub const ALL: [Self; 4] = [
        Self::Call,
        Self::CallPreviewHolds,
        Self::CallTwice,
        Self::UnknownArguments,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::CallPreviewHolds => "call-preview-holds",
            Self::CallTwice => "call-twice",
            Self::UnknownArguments => "unknown-arguments",
        }
    }

    /// The rule, as a sentence.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Self::Call => "the example can be called",
            Self::CallPreviewHolds => "a call in a preview shows the real result",
            Self::CallTwice => "the same call of an equal resource returns the same",
            Self::UnknownArguments => {
                "an argument that is not known yet makes the results that depend on it unknown; nothing crashes"
            }
        }
    }
}

/// A call that judges a method.
#[derive(Debug, Clone)]
pub struct MethodExample {
    pub call: MethodCall,
    /// Whether the arguments are generated from the schema. The method may have further rules and refuse such a call.
    pub is_generated: bool,
}

/// Judges a method by an example.
pub async fn judge_method(
    provider: &Provider,
    example: &MethodExample,
) -> Vec<(MethodBehaviour, Outcome)> {
    let of = |preview| MethodCall {
        preview,
        ..example.call.clone()
    };
    let preview = provider.call_method(&of(true)).await;
    let update = provider.call_method(&of(false)).await;
    let again = provider.call_method(&of(false)).await;
    let mut failed = Vec::new();
    let mut is_refused = false;
    for (asked, made) in [("a preview", &preview), ("an update", &update)] {
        match &made.outputs {
            Err(failure) if !example.is_generated || failure.kind().is_mistake() => {
                failed.push(Breach::failed(format!("{asked} of the call"), failure));
            }
            Err(_) => is_refused = true,
            Ok(_) => {}
        }
    }
    let unmade = is_refused || !failed.is_empty();
    let held = |asked: &str, came: &str, found: &dyn Fn() -> Vec<Mismatch>| {
        if unmade {
            Outcome::NotJudged("the example cannot be called".to_owned())
        } else {
            outcome(different(asked, came, found()))
        }
    };
    let promised = held(
        "a preview of the call, and the update",
        "the update is another one",
        &|| broken_promises(&preview, &update),
    );
    let same = held("two calls", "they are not the same", &|| {
        differences_between(&update, &again)
    });
    let called = if is_refused && failed.is_empty() {
        Outcome::NotJudged("the arguments are made up, and the method refuses them".into())
    } else {
        outcome(failed)
    };
    let unknown = unknown_arguments(provider, example).await;
    vec![
        (MethodBehaviour::Call, called),
        (MethodBehaviour::CallPreviewHolds, promised),
        (MethodBehaviour::CallTwice, same),
        (MethodBehaviour::UnknownArguments, outcome(unknown)),
    ]
}

/// A preview for each argument of the schema in which that argument is unknown, and a preview in which all outputs of
/// the resource are unknown. To refuse it is right: some arguments have to be known.
async fn unknown_arguments(provider: &Provider, example: &MethodExample) -> Vec<Breach> {
    let mut broken = Vec::new();
    let mut judge = |asked: String, made: Constructed| {
        if let Err(failure) = &made.outputs
            && !is_orderly(failure, example.is_generated)
        {
            broken.push(Breach::failed(asked, failure));
        }
    };
    let preview = MethodCall {
        preview: true,
        ..example.call.clone()
    };
    for name in arguments(provider, &preview.token) {
        let mut preview = preview.clone();
        preview
            .arguments
            .insert(name.clone(), PropertyValue::Unknown);
        let made = provider.call_method(&preview).await;
        judge(format!("a preview in which `{name}` is unknown"), made);
    }
    let outputs = outputs(provider, preview.parts().0);
    let unknown = outputs.map(|name| (name, PropertyValue::Unknown));
    let receiver = Receiver::Given {
        id: None,
        outputs: unknown.collect(),
    };
    let preview = MethodCall {
        receiver,
        ..preview
    };
    let made = provider.call_method(&preview).await;
    let asked = "a preview in which the outputs of the resource are unknown";
    judge(asked.to_owned(), made);
    broken
}

fn is_orderly(failure: &Failure, is_generated: bool) -> bool {
    is_refusal(failure) || (is_generated && !failure.kind().is_mistake())
}

/// The names of a method's arguments.
fn arguments(provider: &Provider, token: &str) -> Vec<String> {
    let own = provider.package().component_of(token);
    let schema = own.map(|own| own.manifest().function_schema(token));
    match schema {
        Some(Ok(Some(method))) => {
            let names = method.inputs.properties.keys().filter(|name| *name != SELF);
            names.cloned().collect()
        }
        _ => Vec::new(),
    }
}

/// The names of a resource's outputs.
fn outputs(provider: &Provider, token: &str) -> impl Iterator<Item = String> {
    let own = provider.package().component_of(token);
    let schema = own.map(|own| own.manifest().resource(token));
    let names: Vec<String> = match schema {
        Some(Ok(Some((_, of)))) => of.outputs.properties.keys().cloned().collect(),
        _ => Vec::new(),
    };
    names.into_iter()
}
