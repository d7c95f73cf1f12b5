//! The shared parts of the integration tests: a simulated engine with guests that run a test's steps (`fake`), a real engine (`pulumi`),
//! and servers (`servers`).

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::new_without_default,
    reason = "tests alone use it, and a test may say shortly what it expects"
)]

pub mod authority;
pub mod fake;
pub mod once_by_name;
pub mod programs;
pub mod pulumi;
pub mod servers;
pub mod signing_keys;

pub use pulumi_wasm_stand_in::protocol;

use std::time::Duration;

use pulumi_wasm_capability::limits::Limit;

/// The end of a test that hangs, with the place where it waits. It does not judge speed: an answer that normally takes
/// seconds takes minutes on a busy machine. The test runner names tests that run for more than a minute.
const PATIENCE: Duration = Duration::from_secs(600);

/// Waits for something that must come.
pub async fn within<T>(work: impl Future<Output = T>) -> T {
    within_time(PATIENCE, work).await
}

/// Waits for something that must come soon.
pub async fn within_time<T>(time: Duration, work: impl Future<Output = T>) -> T {
    match tokio::time::timeout(time, work).await {
        Ok(done) => done,
        Err(_) => panic!("it took longer than {time:?}"),
    }
}

/// Whether a text contains all the others; panics with the text if it does not.
#[track_caller]
pub fn assert_says(text: &str, expected: &[&str]) {
    for part in expected {
        assert!(text.contains(part), "`{part}` is missing in: {text}");
    }
}

/// The parts of a message about a limit: the flag that raises a setting, or the name and the advice of a fixed limit.
pub fn words_about(limit: &str) -> Vec<String> {
    if Limit::by_name(limit).is_some() {
        return vec![format!("hint: raise it with `--limit {limit}=")];
    }
    let mut fixed = Limit::FIXED.into_iter();
    let fixed = fixed.find(|fixed| fixed.name() == limit);
    // The core defines the limits of a manifest.
    let hint = fixed.map_or_else(String::new, |fixed| fixed.hint(fixed.default_value()));
    vec![limit.to_owned(), format!("hint: {hint}")]
}

/// Whether this is a long run, with `PULUMI_WASM_TEST_LONG=1`. An empty variable and `0` mean a short run. `cargo xtask test` has the
/// same rule.
pub fn is_long() -> bool {
    std::env::var_os("PULUMI_WASM_TEST_LONG").is_some_and(|value| !value.is_empty() && value != "0")
}
