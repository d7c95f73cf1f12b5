//! The fault run: at every boundary between the example `powerdns` and the host, in every create, update and delete,
//! the guest is killed, or the host call fails, one boundary a run. Afterwards the real server and the state agree, or
//! the state says that the resource is partial, or the error says what may exist and how to import it; and after the
//! next `up`, both agree with the program.
//!
//! A clean run determines the boundaries, so the test covers a new boundary automatically. `recorded` tests runs that are
//! recorded from the same real server and replayed.

mod boundaries;
mod engine;
mod host;
mod model;
mod plan;
mod recorded;
mod things;
