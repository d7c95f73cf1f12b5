//! The host's functions for components, in a component.

use super::node::{LookupKind, NewLookup, NewNode, NodeKind};
use crate::error::{Error, Result};
use crate::host::NO_EXTRA;
use crate::host::component_bindings::pulumi_wasm::provider::deployment;

pub(crate) fn register_node(node: NewNode) -> Result<u32> {
    let kind = match node.kind {
        NodeKind::Custom => deployment::ResourceKind::Custom,
        NodeKind::Group => deployment::ResourceKind::Group,
        NodeKind::Remote => deployment::ResourceKind::Remote,
    };
    let registration = deployment::Registration {
        session: node.session,
        kind,
        token: node.token,
        name: node.name,
        inputs: node.inputs,
        options: node.options,
        position: node.position,
        extra: NO_EXTRA.to_owned(),
    };
    deployment::register(&registration).map_err(Error::of_host)
}

pub(crate) fn finish_node(session: u32, node: u32, outputs: String) -> Result<()> {
    let outputs = deployment::GroupOutputs {
        session,
        node,
        outputs,
        extra: NO_EXTRA.to_owned(),
    };
    deployment::register_outputs(&outputs).map_err(Error::of_host)
}

pub(crate) fn derive_node(
    session: u32,
    source: String,
    callback: u32,
    position: String,
) -> Result<u32> {
    let applied = deployment::AppliedFunction {
        session,
        source,
        callback,
        position,
        extra: NO_EXTRA.to_owned(),
    };
    deployment::apply(&applied).map_err(Error::of_host)
}

pub(crate) fn find_node(lookup: NewLookup) -> Result<u32> {
    let kind = match lookup.kind {
        LookupKind::Read => "read",
        LookupKind::Invoke => "invoke",
        LookupKind::Method => "method",
        LookupKind::Reference => "reference",
    };
    let lookup = deployment::Query {
        session: lookup.session,
        kind: kind.to_owned(),
        token: lookup.token,
        name: lookup.name,
        arguments: lookup.arguments,
        options: lookup.options,
        position: lookup.position,
        extra: NO_EXTRA.to_owned(),
    };
    deployment::look_up(&lookup).map_err(Error::of_host)
}
