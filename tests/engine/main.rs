//! The real engine with real components and servers: the last word.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod adopted;
mod another_language;
mod builds;
mod bundle;
mod bundled;
mod c;
mod cases;
mod children;
mod chosen;
mod commands;
mod component;
mod configuration;
mod crash;
mod dependencies;
mod dev;
mod etcd;
mod excess;
mod faults;
mod file_server;
mod folder;
mod fresh;
mod git_server;
mod go;
mod hello;
mod http2_server;
mod installed;
mod kill;
mod languages;
mod lookup;
mod naming;
mod options;
mod own_name;
mod package;
mod pages;
mod policies;
mod powerdns;
mod powerdns_edges;
mod previews;
mod quickstart;
mod random;
mod random_edges;
mod recovery;
mod refusals;
mod registry;
mod releases;
mod schemas;
mod secrets;
mod shelf;
mod start;
mod state;
mod team;
mod tutorial;
mod types;
mod upgrade;
mod website;
mod workshop;
