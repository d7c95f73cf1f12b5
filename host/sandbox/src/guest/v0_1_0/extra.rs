//! The members of `extra`, which `wit/README.md` lists.

use pulumi_wasm_core::call::Call;
use serde::Deserialize;

/// More than the members need: a longer text has none that we know.
const MAX_BYTES: usize = 4 << 10;

/// The content of an `extra` field that says nothing.
pub(in crate::guest) fn nothing() -> String {
    "{}".to_owned()
}

/// What a guest is told of a call beside the fields of its context.
pub(super) fn of_context(call: &Call) -> String {
    let deployment = call.deployment();
    deployment.map_or_else(nothing, |deployment| deployment.json().to_owned())
}

/// Of a failure.
#[derive(Deserialize)]
struct OfFailure {
    #[serde(rename = "awaitFailed", default)]
    await_failed: bool,
}

/// Whether a failure says that the resource did not become ready. Any other text says nothing.
pub(super) fn is_await_failed(extra: &str) -> bool {
    extra.len() > 2
        && extra.len() <= MAX_BYTES
        && serde_json::from_str::<OfFailure>(extra).is_ok_and(|members| members.await_failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_member_itself_says_that_an_await_failed() {
        assert!(is_await_failed(r#"{"awaitFailed":true,"later":[1]}"#));
        let long = format!(
            r#"{{"awaitFailed":true,"more":"{}"}}"#,
            "x".repeat(MAX_BYTES)
        );
        for other in [
            "",
            "{}",
            "[]",
            r#"{"awaitFailed":false}"#,
            r#"{"awaitFailed":1}"#,
            &long,
        ] {
            assert!(!is_await_failed(other), "{other}");
        }
    }
}
