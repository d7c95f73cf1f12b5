//! What the engine gets for the calls of a resource's life: everything that the host does around a guest, over gRPC.

mod configuration;
mod entries;
mod handshake;
mod list;
mod mapping;
mod migration;
mod promise;
mod read;
mod value;
mod views;
