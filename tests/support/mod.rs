//! The shared parts of the integration tests: a real Pulumi engine, and the servers that it manages things on.
//!
//! `engine` finds the engine; `stack`, in a `stack_folder`, is one isolated project with one stack, created by
//! `builder`, configured by `configuration` and inspected by `state`; `output` is the output of a command, and `calls`
//! the engine's own record of its RPCs. `powerdns` is a real server, `powerdns_stack` a program that manages it.
//! `registry` is a real registry of components, and `guarded_registry` one with tokens and storage; `http` is a server
//! that answers as a test says, and `tls` makes certificates for servers. `key_server` keeps the keys of the stacks'
//! secrets. `guest` runs one test for every language of components; `long` says whether a test may take long.
//! `provider` makes two programs from one template; `sdks` are SDKs that Pulumi generates from our schemas, and
//! `inline` is a program in another language that uses them.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "each test file uses its own part of this, and a test may say what it expects shortly"
)]

pub mod builder;
pub mod calls;
mod configuration;
pub mod engine;
pub mod guarded_registry;
pub mod guest;
pub mod http;
mod initial;
pub mod inline;
pub mod key_server;
pub mod long;
pub mod output;
pub mod powerdns;
pub mod powerdns_stack;
pub mod provider;
pub mod registry;
pub mod sdks;
pub mod stack;
pub mod stack_folder;
pub mod state;
pub mod tls;
