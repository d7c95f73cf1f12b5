//! Steps that look up what a component uses, in the world [`Component`](super::module::World::Component).

use super::declare::output;
use super::request::Request;
use super::steps::{Data, IMPORT_ANSWER, constants, pass_errors_on};

/// A look-up. It fails like the import.
#[derive(Debug, Clone, Default)]
pub struct Find {
    pub kind: &'static str,
    pub token: &'static str,
    /// A property map with outputs by their numbers.
    pub arguments: String,
}

impl Find {
    /// The outputs of the resource that a method is called on.
    pub fn receiver() -> Self {
        Self {
            kind: "reference",
            token: "",
            arguments: serde_json::json!({ "resource": output(0, "") }).to_string(),
        }
    }
}

pub(super) fn instruction(step: &Find, data: &mut Data, request: &Request<'_>) -> String {
    let session = request.number("session");
    let texts = [
        step.kind,
        step.token,
        "",
        &step.arguments,
        "{}",
        "fake.rs:1",
        "{}",
    ]
    .map(|text| data.text(text));
    format!(
        "(call $deployment.look-up {session} {} (i32.const {IMPORT_ANSWER})) {}",
        constants(&texts.concat()),
        pass_errors_on()
    )
}
