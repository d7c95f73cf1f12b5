//! Built components in tests. `cargo xtask test` builds the needed example and gives its place.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests may fail this way"
)]

use pulumi_wasm_testing::{Failure, FailureKind, Provider, Step};
use serde_json::json;

#[test]
#[should_panic(expected = "the component is not built: there is no `")]
fn a_component_that_is_not_there_is_missed_in_words() {
    let _ = Provider::component("nowhere.wasm");
}

#[test]
#[should_panic(expected = "it is not a WebAssembly file")]
fn a_file_that_is_no_component_is_refused() {
    let _ = Provider::component("Cargo.toml");
}

#[test]
fn a_component_is_given_the_made_up_randomness() -> Result<(), Failure> {
    let made = |seed: u64| {
        let provider = Provider::component("random.wasm");
        provider.fakes().seed(seed);
        let mut id = provider.resource("RandomId", "a");
        assert_eq!(id.up(json!({ "byteLength": 16 }))?, Step::Created);
        assert!(provider.calls() > 0);
        Ok::<_, Failure>(id.id().to_owned())
    };
    assert_eq!(made(1)?, made(1)?);
    assert_ne!(made(1)?, made(2)?);
    Ok(())
}

#[test]
fn a_component_reaches_the_made_up_network_and_clock_alone() -> Result<(), Failure> {
    let provider = Provider::component("powerdns.wasm");
    let server = "http://ns.test:8081";
    provider
        .fakes()
        .answer(server, |_| pulumi_wasm_testing::Response::status(503));
    provider.configure(json!({ "serverUrl": server, "apiKey": "k" }))?;
    let failure = provider
        .resource("Zone", "a")
        .up(json!({ "name": "example.org" }))
        .unwrap_err();
    assert_eq!(failure.kind(), FailureKind::Unavailable, "{failure}");
    assert!(provider.fakes().waited().as_secs() >= 3);
    assert_eq!(
        provider.fakes().requests()[0].header("x-api-key"),
        Some("k")
    );
    Ok(())
}
