//! The real engine with real components and servers: the last word.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

#[path = "engine/adopted.rs"]
mod adopted;
#[path = "engine/another_language.rs"]
mod another_language;
#[path = "engine/builds.rs"]
mod builds;
#[path = "engine/bundle.rs"]
mod bundle;
#[path = "engine/bundled.rs"]
mod bundled;
#[path = "engine/c.rs"]
mod c;
#[path = "engine/cases.rs"]
mod cases;
#[path = "engine/children.rs"]
mod children;
#[path = "engine/chosen.rs"]
mod chosen;
#[path = "engine/commands.rs"]
mod commands;
#[path = "engine/component.rs"]
mod component;
#[path = "engine/configuration.rs"]
mod configuration;
#[path = "engine/crash.rs"]
mod crash;
#[path = "engine/dependencies.rs"]
mod dependencies;
#[path = "engine/dev.rs"]
mod dev;
#[path = "engine/excess.rs"]
mod excess;
mod fake;
#[path = "engine/faults.rs"]
mod faults;
#[path = "engine/file_server.rs"]
mod file_server;
#[path = "engine/folder.rs"]
mod folder;
#[path = "engine/fresh.rs"]
mod fresh;
#[path = "engine/git_server.rs"]
mod git_server;
#[path = "engine/go.rs"]
mod go;
#[path = "engine/hello.rs"]
mod hello;
#[path = "engine/http2_server.rs"]
mod http2_server;
#[path = "engine/kill.rs"]
mod kill;
#[path = "engine/languages.rs"]
mod languages;
#[path = "engine/lookup.rs"]
mod lookup;
#[path = "engine/naming.rs"]
mod naming;
#[path = "engine/options.rs"]
mod options;
#[path = "engine/own_name.rs"]
mod own_name;
#[path = "engine/package.rs"]
mod package;
#[path = "engine/pages.rs"]
mod pages;
#[path = "engine/policies.rs"]
mod policies;
#[path = "engine/powerdns.rs"]
mod powerdns;
#[path = "engine/powerdns_edges.rs"]
mod powerdns_edges;
#[path = "engine/previews.rs"]
mod previews;
#[path = "engine/quickstart.rs"]
mod quickstart;
#[path = "engine/random.rs"]
mod random;
#[path = "engine/random_edges.rs"]
mod random_edges;
#[path = "engine/recovery.rs"]
mod recovery;
#[path = "engine/refusals.rs"]
mod refusals;
#[path = "engine/registry.rs"]
mod registry;
#[path = "engine/releases.rs"]
mod releases;
#[path = "engine/schemas.rs"]
mod schemas;
#[path = "engine/secrets.rs"]
mod secrets;
#[path = "engine/shelf.rs"]
mod shelf;
#[path = "engine/start.rs"]
mod start;
#[path = "engine/state.rs"]
mod state;
mod support;
#[path = "engine/team.rs"]
mod team;
#[path = "engine/tutorial.rs"]
mod tutorial;
#[path = "engine/types.rs"]
mod types;
#[path = "engine/upgrade.rs"]
mod upgrade;
#[path = "engine/website.rs"]
mod website;
#[path = "engine/workshop.rs"]
mod workshop;

/// The protocol's types, at the path that the engine's stand-in uses.
mod protocol {
    pub(crate) use pulumi_wasm_host::pulumi::proto::pulumirpc;
}
