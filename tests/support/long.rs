//! Long runs: those with `PULUMI_WASM_TEST_LONG=1`.

/// Whether this is a long run. An empty variable and `0` mean a short run. `cargo xtask test` has the same rule.
pub(crate) fn is_long() -> bool {
    std::env::var_os("PULUMI_WASM_TEST_LONG").is_some_and(|value| !value.is_empty() && value != "0")
}
