//! The surroundings of the plugin in tests without a real engine: an engine that records, guests that misbehave, and
//! the plugin's own process.

#![allow(dead_code, reason = "each test file uses another part")]

#[path = "../../host/signature/src/tests/authority.rs"]
#[allow(clippy::expect_used, reason = "a test")]
pub(crate) mod authority;
pub(crate) mod calls;
pub(crate) mod declare;
pub(crate) mod dwarf;
pub(crate) mod engine;
pub(crate) mod find;
pub(crate) mod guest;
pub(crate) mod http_server;
pub(crate) mod keys;
pub(crate) mod module;
pub(crate) mod monitor;
pub(crate) mod plugin;
pub(crate) mod reach;
mod request;
pub(crate) mod scene;
pub(crate) mod share;
pub(crate) mod steps;
pub(crate) mod subject;
pub(crate) mod wasi_http;

use std::time::Duration;

use pulumi_wasm_capability::limits::Limit;

/// The end of a test that hangs, with the place where it waits. It does not judge speed: an answer that normally takes
/// seconds takes minutes on a busy machine. The test runner names tests that run for more than a minute.
const PATIENCE: Duration = Duration::from_secs(600);

/// Waits for something that must come.
pub(crate) async fn within<T>(work: impl Future<Output = T>) -> T {
    within_time(PATIENCE, work).await
}

/// Waits for something that must come soon.
pub(crate) async fn within_time<T>(time: Duration, work: impl Future<Output = T>) -> T {
    match tokio::time::timeout(time, work).await {
        Ok(done) => done,
        Err(_) => panic!("it took longer than {time:?}"),
    }
}

/// Whether a text contains all the others; panics with the text if it does not.
#[track_caller]
pub(crate) fn assert_says(text: &str, expected: &[&str]) {
    for part in expected {
        assert!(text.contains(part), "`{part}` is missing in: {text}");
    }
}

/// The parts of a message about a limit: the flag that raises a setting, or the name and the advice of a fixed limit.
pub(crate) fn words_about(limit: &str) -> Vec<String> {
    if Limit::by_name(limit).is_some() {
        return vec![format!("hint: raise it with `--limit {limit}=")];
    }
    let mut fixed = Limit::FIXED.into_iter();
    let fixed = fixed.find(|fixed| fixed.name() == limit);
    // The core defines the limits of a manifest.
    let hint = fixed.map_or_else(String::new, |fixed| fixed.hint(fixed.default_value()));
    vec![limit.to_owned(), format!("hint: {hint}")]
}
