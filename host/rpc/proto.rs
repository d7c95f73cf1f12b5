//! The generated protocol types as everybody has them, a module for each protobuf package: for who speaks to the plugin.

#![allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]

include!(concat!(env!("OUT_DIR"), "/protocol.rs"));
