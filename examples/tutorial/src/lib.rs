//! Every step of `docs/tutorial.md`, compiled, with its unit tests.

include!(concat!(env!("OUT_DIR"), "/steps.rs"));
