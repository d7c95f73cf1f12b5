//! The requests of hooks.
//!
//! A hook gets one request and a context. The request's fields are the values that each hook needs. Functions that begin with
//! `old` give the recorded values. They read the record when the hook calls them, so a hook that does not call them also runs
//! for a record of another form.

mod change;
mod check;
mod look;
mod preview;

pub use change::{CreateRequest, DeleteRequest, ResumeRequest, UpdateRequest};
pub use check::CheckRequest;
pub use look::{ReadRequest, ReadResult};
pub use preview::{PreviewCreateRequest, PreviewUpdateRequest};
