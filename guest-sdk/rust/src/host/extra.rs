//! The `extra` fields, in which both sides may say more than the interface has words for.

/// The value of every `extra` field: nothing, so far.
pub(crate) const NO_EXTRA: &str = "{}";

/// Nothing to say in an `extra` field.
pub(crate) fn no_extra() -> String {
    NO_EXTRA.to_owned()
}
