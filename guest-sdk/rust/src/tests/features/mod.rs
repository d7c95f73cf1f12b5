//! The features of a provider beyond the sample: one module for each, with a separate provider.

mod asset;
mod draft;
mod flatten;
mod function;
mod host_only;
mod http;
mod list;
mod lookup;
mod migration;
mod numbers;
mod partial;
mod request;
mod rules;
mod schema;
mod shared;
mod union;
mod wait;
