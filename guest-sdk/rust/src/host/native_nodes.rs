//! Stand-ins for the host's functions for components: they record the declarations.

use super::node::{NewLookup, NewNode};
use crate::error::Result;
use crate::testing::nodes;

pub(crate) fn register_node(node: NewNode) -> Result<u32> {
    nodes::with(|nodes| nodes.register(node))
}

pub(crate) fn finish_node(session: u32, node: u32, outputs: String) -> Result<()> {
    nodes::with(|nodes| nodes.finish(session, node, outputs))
}

pub(crate) fn derive_node(
    session: u32,
    source: String,
    callback: u32,
    position: String,
) -> Result<u32> {
    nodes::with(|nodes| nodes.derive(session, source, callback, position))
}

pub(crate) fn find_node(lookup: NewLookup) -> Result<u32> {
    nodes::with(|nodes| nodes.find(lookup))
}
