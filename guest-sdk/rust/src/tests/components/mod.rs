//! Components: from a request as the host sends it to what they declare and answer.

use serde_json::{Value as JsonValue, json};

use super::{context, parse, preview};
use crate::host::bindings::pulumi_wasm::provider::common::Error as WitError;
use crate::host::component_bindings::exports::pulumi_wasm::provider::components::{
    self as wit, Guest,
};
use crate::host::{NewLookup, NewNode};
use crate::testing::nodes::{self, Node, Nodes};

mod declare;
mod derive;
mod hooks;
mod lookups;
mod manifest;
mod methods;
mod mistakes;
mod sample;
mod transforms;

use sample::PulumiProvider;

const SITE: &str = "web:index:Site";
const SESSION: u32 = 7;

/// An output of a node, as both sides write it.
fn output(node: u32, path: &str) -> JsonValue {
    let mut output = json!({
        "4dabf18193072939515e22adb298388d": "d0e6a833031e9bbcd3f4e8bde6ca49a4",
        "handle": node,
    });
    if !path.is_empty() {
        output["path"] = path.into();
    }
    output
}

/// Constructs a component, and returns its outputs and its declarations.
fn construct(token: &str, inputs: &JsonValue) -> (Result<JsonValue, WitError>, Nodes) {
    construct_in(SESSION, token, inputs)
}

fn construct_in(
    session: u32,
    token: &str,
    inputs: &JsonValue,
) -> (Result<JsonValue, WitError>, Nodes) {
    drop(nodes::take());
    let answer = PulumiProvider::construct(wit::ConstructRequest {
        context: preview(token),
        session,
        inputs: inputs.to_string(),
        options: "{}".into(),
        extra: "{}".into(),
    });
    let outputs = answer.map(|answer| parse(&answer.outputs));
    (outputs, nodes::take())
}

/// Runs a callback of the session: its result, and what it declared.
fn run(callback: u32, argument: &JsonValue) -> (Result<JsonValue, WitError>, Nodes) {
    drop(nodes::take());
    let answer = PulumiProvider::run_callback(wit::CallbackRequest {
        context: context(SITE),
        session: SESSION,
        callback,
        kind: "apply".into(),
        argument: argument.to_string(),
        extra: "{}".into(),
    });
    let result = answer.map(|answer| parse(&answer.result_value));
    (result, nodes::take())
}

fn close(session: u32) {
    let request = wit::CloseRequest {
        session,
        extra: "{}".into(),
    };
    PulumiProvider::close(request).unwrap();
}

/// The resources that were declared.
fn resources(nodes: &Nodes) -> Vec<&NewNode> {
    let resources = nodes.nodes.iter().filter_map(|node| match node {
        Node::Resource(resource) => Some(resource),
        Node::Lookup(_) | Node::Derived { .. } => None,
    });
    resources.collect()
}

/// The look-ups.
fn lookups(nodes: &Nodes) -> Vec<&NewLookup> {
    let lookups = nodes.nodes.iter().filter_map(|node| match node {
        Node::Lookup(lookup) => Some(lookup),
        Node::Resource(_) | Node::Derived { .. } => None,
    });
    lookups.collect()
}

/// The source and the callback of a derived node.
#[track_caller]
fn derived(nodes: &Nodes, node: usize) -> (JsonValue, u32) {
    match &nodes.nodes[node - 1] {
        Node::Derived {
            source, callback, ..
        } => (parse(source), *callback),
        other => panic!("no value that is derived: {other:?}"),
    }
}

/// The text of an error that names no property.
#[track_caller]
fn other(error: Result<JsonValue, WitError>) -> String {
    match error {
        Err(WitError::Other(failure)) => failure.message,
        other => panic!("another outcome: {other:?}"),
    }
}
