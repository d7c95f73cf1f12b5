//! Bundled components under engines of other years: every feature that an engine has works, in the whole life of a stack.
//!
//! `docs/contribute/maintenance.md` has a table of the features and the versions of the engine in which each works.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod age;
mod forward;
mod half_made;
mod powerdns;
mod program;
mod random;
mod stack;
