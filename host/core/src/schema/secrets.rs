//! Secret and write-only values: which values are secret by the schema, and how they stay so.

pub(super) mod exposed;
pub(super) mod keep_secrets;
pub(super) mod mark;
pub(super) mod write_only;
