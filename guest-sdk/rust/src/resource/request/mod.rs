//! The requests of hooks.
//!
//! A hook gets one request and a context. The fields of the request are the values that nearly every hook needs. The
//! functions `old…` decode the recorded values when the hook calls them, so a hook that does not call them also works
//! for a record that does not fit the struct.

mod change;
mod check;
mod preview;
mod read;

use std::fmt;

use crate::resource::state::ResourceState;

pub use change::{CreateRequest, DeleteRequest, ResumeRequest, UpdateRequest};
pub use check::CheckRequest;
pub use preview::{PreviewCreateRequest, PreviewUpdateRequest};
pub use read::{ReadRequest, ReadResult};

macro_rules! debug {
    ($($name:ident { $($field:ident)? }),* $(,)?) => {$(
        /// Does not show properties, which may have secrets.
        impl<R: ResourceState> fmt::Debug for $name<R> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter
                    .debug_struct(stringify!($name))
                    $(.field(stringify!($field), &self.$field))?
                    .finish_non_exhaustive()
            }
        }
    )*};
}

debug! {
    CheckRequest {},
    CreateRequest {},
    DeleteRequest { id },
    PreviewCreateRequest {},
    PreviewUpdateRequest { id },
    ReadRequest { id },
    ResumeRequest { id },
    UpdateRequest { id },
}
