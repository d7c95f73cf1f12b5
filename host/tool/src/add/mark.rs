//! The mark of the modules that the command writes.

/// What every module begins with, behind the mark of a comment. A file without it is never overwritten.
pub(super) const MARK: &str =
    "Written by `pulumi-wasm add`: the command writes it anew, and loses what was changed here.";
