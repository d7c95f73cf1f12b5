//! Bundled components under engines of other years: what each can do works, from its first resource to its last.
//!
//! `docs/contribute/maintenance.md` says under which versions each feature works.

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
