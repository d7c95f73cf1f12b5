//! Commands that send to registries or fetch from them: `push`, `pull`, `login`, `sign` and `verify`.

mod air_gap;
mod faults;
mod guarded_registry;
mod login;
mod referrers;
mod registry;
mod signatures;
