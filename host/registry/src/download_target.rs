//! What is downloaded of a component that is one file: itself, or the bundle beside it.

/// The end of the name of a component's bundle, behind the whole name of the component.
pub const BUNDLE_END: &str = ".sigstore.json";

/// One of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DownloadTarget {
    Component,
    /// The signature of one.
    Bundle,
}
