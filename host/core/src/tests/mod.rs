//! Tests of the core's work around calls, with a component that only remembers its requests.

mod completed;
mod configuration;
mod crowd;
mod drift;
mod functions;
mod ignored;
mod imported;
mod journal;
mod left_out;
mod lifecycle;
mod lists;
mod migration;
mod moved;
mod naming;
mod recovery;
mod secrets;
mod unions;
