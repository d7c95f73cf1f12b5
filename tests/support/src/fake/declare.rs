//! Steps that declare the parts of a component, in the world [`Component`](super::module::World::Component).

use super::request::Request;
use super::steps::{Data, IMPORT_ANSWER, constants, pass_errors_on};

/// A resource that a component declares. It fails like the import.
#[derive(Debug, Clone, Default)]
pub struct Declare {
    /// 0 for a resource of a provider, 1 for a group, 2 for a remote component.
    pub kind: u32,
    pub token: &'static str,
    /// The prefix of its name. The component's name is the rest.
    pub name: &'static str,
    /// Property maps with outputs by their numbers.
    pub inputs: String,
    pub options: String,
}

impl Declare {
    /// A resource of a provider.
    pub fn resource(token: &'static str, name: &'static str, inputs: String) -> Self {
        Self {
            token,
            name,
            inputs,
            options: "{}".to_owned(),
            ..Self::default()
        }
    }
}

/// The JSON for an output of a node.
pub fn output(node: u32, path: &str) -> serde_json::Value {
    serde_json::json!({
        pulumi_wasm_core::value::special_values::KEY: pulumi_wasm_core::value::special_values::OUTPUT,
        "handle": node,
        "path": path,
    })
}

pub(super) fn instruction(step: &Declare, data: &mut Data, request: &Request<'_>) -> String {
    let session = request.number("session");
    let [at, length] = request.text("context.name", [0, 0]);
    let prefix = data.text(step.name);
    // The name is put together where nothing else is: behind the answers of imports.
    let place = IMPORT_ANSWER + 512;
    let copy =
        |to: String, from: String, length: String| format!("(memory.copy {to} {from} {length})");
    let name = [
        copy(
            constants(&[place]),
            constants(&[prefix[0]]),
            constants(&[prefix[1]]),
        ),
        copy(constants(&[place + prefix[1]]), at, length.clone()),
    ];
    let name_length = format!("(i32.add (i32.const {}) {length})", prefix[1]);
    let token = data.text(step.token);
    let inputs = data.text(&step.inputs);
    let rest = ["fake.rs:1", "{}"].map(|text| data.text(text));
    let options = data.text(&step.options);
    format!(
        "{} (call $deployment.register {session} {} {} {name_length} {} (i32.const {IMPORT_ANSWER})) {}",
        name.concat(),
        constants(&[step.kind, token[0], token[1]]),
        constants(&[place]),
        constants(&[inputs, options, rest[0], rest[1]].concat()),
        pass_errors_on()
    )
}
