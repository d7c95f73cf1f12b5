//! The components that are built, and where they lie.

use std::path::PathBuf;

/// A component that was built.
pub(crate) struct Component {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// Which components are built.
pub(crate) enum Wanted<'a> {
    /// The examples of these names; an empty list means all of them.
    Examples(&'a [String]),
    /// All examples, and the components that only tests use.
    ForTests,
}
