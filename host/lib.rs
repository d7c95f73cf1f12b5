//! The plugin `pulumi-resource-wasm`: Pulumi's provider protocol in front of the core.
//!
//! See `docs/architecture.md` for the picture. [`pulumi`] serves the protocol's calls; the crates below `host/` do the rest.

pub mod cli;
pub mod pulumi;

/// Values as the tests of the core make them up: a strategy that the core exported would make `proptest` a dependency of
/// every program.
#[cfg(test)]
#[path = "core/src/testing"]
mod strategies {
    use pulumi_wasm_core::value;

    mod value_strategy;

    pub(crate) use value_strategy::any_value;
}
