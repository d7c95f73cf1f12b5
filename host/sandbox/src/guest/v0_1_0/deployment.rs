//! Hands a component's declarations in a deployment to the graph of its session.

use pulumi_wasm_capability::declarations;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::graph::{
    Declaration, Derivation, Graph, GroupOutputs, LookupDeclaration, LookupKind, NodeId,
    ResourceKind, SharedGraph,
};
use pulumi_wasm_core::text::Excerpt;

use super::bindings::pulumi_wasm::provider::common;
use super::component_bindings::pulumi_wasm::provider::deployment;
use super::convert::to_wit_error;
use super::host::Answer;
use crate::guest::host_call::{Observed, fallible};
use crate::guest::state::GuestState;

/// The graph of the session with this number.
fn graph(state: &GuestState, session: u32) -> Result<SharedGraph, GuestError> {
    let graph = state.current_call.with(|active| active.call.graph.clone());
    let graph = graph.flatten().ok_or_else(|| {
        GuestError::Unsupported(
            "no session is open: a resource can be declared only while a component is constructed"
                .to_owned(),
        )
    })?;
    graph.lock().is_session(session)?;
    Ok(graph)
}

/// Charges a graph's memory to the limits of a session.
fn declare<T>(
    state: &GuestState,
    graph: &SharedGraph,
    take: impl FnOnce(&Limits, &mut Graph) -> Result<T, GuestError>,
) -> Result<T, common::Error> {
    let taken = take(&state.capabilities.limits, &mut graph.lock());
    taken.map_err(to_wit_error)
}

async fn register(
    state: &mut GuestState,
    given: deployment::Registration,
) -> Result<NodeId, common::Error> {
    let graph = graph(state, given.session).map_err(to_wit_error)?;
    let texts = given.token.len() + given.name.len() + given.position.len();
    let inputs = state.declared(&given.inputs, "inputs");
    let inputs = inputs.map_err(to_wit_error)?;
    let options = state.declared(&given.options, "options");
    let options = options.map_err(to_wit_error)?;
    state.hold(texts).map_err(to_wit_error)?;
    let declaration = Declaration {
        kind: match given.kind {
            deployment::ResourceKind::Custom => ResourceKind::Custom,
            deployment::ResourceKind::Group => ResourceKind::Group,
            deployment::ResourceKind::Remote => ResourceKind::Remote,
        },
        token: given.token,
        name: given.name,
        inputs,
        options,
        position: given.position,
    };
    declare(state, &graph, |limits, graph| {
        declarations::register(limits, graph, declaration)
    })
}

async fn register_outputs(
    state: &mut GuestState,
    given: deployment::GroupOutputs,
) -> Result<(), common::Error> {
    let graph = graph(state, given.session).map_err(to_wit_error)?;
    let outputs = state.declared(&given.outputs, "outputs");
    let outputs = GroupOutputs {
        node: given.node,
        outputs: outputs.map_err(to_wit_error)?,
    };
    declare(state, &graph, |limits, graph| {
        declarations::finish(limits, graph, outputs)
    })
}

async fn look_up(
    state: &mut GuestState,
    given: deployment::Query,
) -> Result<NodeId, common::Error> {
    let graph = graph(state, given.session).map_err(to_wit_error)?;
    let Some(kind) = LookupKind::from_word(&given.kind) else {
        let kind = Excerpt::name(&given.kind);
        let reason = format!("look-ups of the kind `{kind}` are not known to this host");
        return Err(to_wit_error(GuestError::Unsupported(reason)));
    };
    let texts = given.token.len() + given.name.len() + given.position.len();
    let arguments = state.declared(&given.arguments, "arguments");
    let arguments = arguments.map_err(to_wit_error)?;
    let options = state.declared(&given.options, "options");
    let options = options.map_err(to_wit_error)?;
    state.hold(texts).map_err(to_wit_error)?;
    let declaration = LookupDeclaration {
        kind,
        token: given.token,
        name: given.name,
        arguments,
        options,
        position: given.position,
    };
    declare(state, &graph, |limits, graph| {
        declarations::find(limits, graph, declaration)
    })
}

async fn apply(
    state: &mut GuestState,
    given: deployment::AppliedFunction,
) -> Result<NodeId, common::Error> {
    let graph = graph(state, given.session).map_err(to_wit_error)?;
    let source = state.declared_value(&given.source, "source");
    state.hold(given.position.len()).map_err(to_wit_error)?;
    let derivation = Derivation {
        source: source.map_err(to_wit_error)?,
        callback: given.callback,
        position: given.position,
    };
    declare(state, &graph, |limits, graph| {
        declarations::derive(limits, graph, derivation)
    })
}

impl deployment::Host for Observed<'_> {
    async fn register(&mut self, given: deployment::Registration) -> Answer<u32> {
        let texts = [
            &given.token,
            &given.name,
            &given.inputs,
            &given.options,
            &given.position,
            &given.extra,
        ];
        let bytes = texts.into_iter().map(String::len).sum();
        fallible!(self, "deployment.register", bytes, register(self.0, given))
    }

    async fn register_outputs(&mut self, given: deployment::GroupOutputs) -> Answer<()> {
        let bytes = given.outputs.len() + given.extra.len();
        fallible!(
            self,
            "deployment.register-outputs",
            bytes,
            register_outputs(self.0, given)
        )
    }

    async fn look_up(&mut self, given: deployment::Query) -> Answer<u32> {
        let texts = [
            &given.kind,
            &given.token,
            &given.name,
            &given.arguments,
            &given.options,
            &given.position,
            &given.extra,
        ];
        let bytes = texts.into_iter().map(String::len).sum();
        fallible!(self, "deployment.look-up", bytes, look_up(self.0, given))
    }

    async fn apply(&mut self, given: deployment::AppliedFunction) -> Answer<u32> {
        let bytes = given.source.len() + given.position.len() + given.extra.len();
        fallible!(self, "deployment.apply", bytes, apply(self.0, given))
    }
}
