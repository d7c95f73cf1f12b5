//! Nodes of a component's graph, as the host takes them.

/// The creator of the resource.
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

/// The kinds of look-ups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LookupKind {
    Read,
    Invoke,
    Method,
    Reference,
}

/// The subject of a look-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewLookup {
    pub(crate) session: u32,
    pub(crate) kind: LookupKind,
    /// The type, function or method; empty for a reference.
    pub(crate) token: String,
    /// The name of a resource that is read; empty for the others.
    pub(crate) name: String,
    /// A property map with outputs in it.
    pub(crate) arguments: String,
    /// An object.
    pub(crate) options: String,
    pub(crate) position: String,
}
