//! The generated protocol types in their usual form, a module for each protobuf package: for clients of the plugin.

#![allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]

include!(concat!(env!("OUT_DIR"), "/protocol.rs"));
