//! The engine's results for the calls of a resource's life: all work of the host around a guest, over gRPC.

mod configuration;
mod entries;
mod handshake;
mod list;
mod mapping;
mod migration;
mod promise;
mod read;
mod views;
