#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        reason = "tests may fail this way"
    )
)]

mod built;
mod construction;
mod core;
mod failing;
mod fakes;
mod judge;
mod messages;
mod method;
mod provider;
mod resource;
mod values;

pub use construction::{Child, Constructed, Construction};
pub use fakes::{Expected, Fakes, Fault, Request, Response, Store};
pub use messages::Message;
pub use method::{Called, Method};
pub use provider::{ListedResource, Provider};
pub use resource::{Change, Difference, Drift, Failure, FailureKind, Preview, Resource, Step};
pub use values::{Properties, archive, file_archive, file_asset, secret, text_asset, unknown};
