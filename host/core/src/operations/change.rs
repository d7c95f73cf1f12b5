//! The work that create and update share: the preview, the comparison of the result with it, and the failure.

pub(super) mod failure;
pub(crate) mod outcome;
pub(crate) mod preview;
