//! The operations of the provider protocol, one file each, and the two parts that create and update share: the promise
//! of a preview, and the comparison of the result with it.

pub mod check;
pub mod configure;
pub mod create;
pub mod delete;
pub mod diff;
pub mod invoke;
pub mod list;
pub(crate) mod outcome;
pub(crate) mod preview;
pub mod read;
pub(crate) mod update;
