//! The messages and services of the protocol files in `proto/`.

#![allow(
    clippy::all,
    dead_code,
    unreachable_pub,
    missing_docs,
    reason = "generated from the protocol files"
)]

include!(concat!(env!("OUT_DIR"), "/protocol.rs"));
