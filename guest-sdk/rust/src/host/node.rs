//! Nodes of a component's graph, as the host takes them.

/// What makes a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    Custom,
    Group,
    Remote,
}

/// A resource that is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewNode {
    pub(crate) session: u32,
    pub(crate) kind: NodeKind,
    pub(crate) token: String,
    pub(crate) name: String,
    /// A property map with outputs in it.
    pub(crate) inputs: String,
    /// An object.
    pub(crate) options: String,
    pub(crate) position: String,
}
