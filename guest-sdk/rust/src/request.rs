//! The requests of hooks.
//!
//! A hook gets one request and a context. The request's fields are the values that each hook needs. What was recorded is
//! behind functions that begin with `old`: it is read when the hook asks for it, so that a hook that does not ask also runs
//! for a record of another form.

mod change;
mod check;
mod look;
mod preview;

pub use change::{CreateRequest, DeleteRequest, ResumeRequest, UpdateRequest};
pub use check::CheckRequest;
pub use look::{ReadRequest, ReadResult};
pub use preview::{PreviewCreateRequest, PreviewUpdateRequest};
