//! The numbers of nodes.

/// The number of a node. The component itself is 0.
pub type NodeId = u32;

/// The number of the component itself: its inputs are its outputs in the graph.
pub const COMPONENT: NodeId = 0;
