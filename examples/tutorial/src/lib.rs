//! Every step of `docs/author/tutorial.md`, compiled, with its unit tests.

include!(concat!(env!("OUT_DIR"), "/steps.rs"));
