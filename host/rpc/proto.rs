//! The generated protocol types, a module for each protobuf package.

#![allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]

include!(concat!(env!("OUT_DIR"), "/protocol.rs"));
