//! The host's answer about a shared value.

/// The result under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FoundShared {
    Value(String),
    /// The call makes the value of this number.
    Missing(u32),
}
