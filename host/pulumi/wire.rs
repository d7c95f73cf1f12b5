//! The generated protocol types that the plugin itself speaks: property values are in them as they are on the wire, and are
//! read and written by `convert`.

#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::all,
    clippy::pedantic,
    reason = "generated"
)]

include!(concat!(env!("OUT_DIR"), "/wire/wire.rs"));
