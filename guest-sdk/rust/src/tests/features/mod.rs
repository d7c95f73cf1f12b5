//! What a provider may have beyond the sample: one module for each feature, each with a provider of its own.

mod asset;
mod draft;
mod flatten;
mod function;
mod http;
mod list;
mod lookup;
mod migration;
mod numbers;
mod rules;
mod schema;
mod shared;
mod union;
mod wait;
mod withheld;
