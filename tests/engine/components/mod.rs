//! Component resources: their children, and what programs and policy packs do with them.

mod children;
mod commands;
mod component;
mod options;
mod policies;
mod shelf;
mod team;
mod website;
