//! The shared parts of the integration tests: a real Pulumi engine, and the servers that it manages things on.
//!
//! `engine` finds the engine; `stack`, in a `stack_folder`, is one isolated project with one stack, begun by `builder`, configured by
//! `configuration` and looked into by `state`; `output` is the output of a command, `calls` the engine's own record of the
//! RPCs that it made. `powerdns` is a real server, `powerdns_stack` a program that manages it.
//! `registry` is a real registry of components, and `guarded_registry` one with tokens and storage; `http` is a server that answers as a
//! test says, and `tls` are certificates of servers.
//! `key_server` keeps the keys of the stacks' secrets.
//! `guest` runs one test for every language that components are written in; `long` says whether a test may take long.
//! `provider` makes two programs of one template; `sdks` are SDKs that Pulumi generates of our
//! schemas, and `inline` a program in another language that uses them.

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
