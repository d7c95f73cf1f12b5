//! What is known to be wrong and is left out of random scripts until it is mended. Nothing should be.

use std::sync::OnceLock;

/// Parts of verdicts, places of secrets and parts of steps that do not count.
const OFF: [&str; 0] = [];

/// Whether a text has to do with what is known.
pub(crate) fn is_off(text: &str) -> bool {
    static GIVEN: OnceLock<Vec<String>> = OnceLock::new();
    let given = GIVEN.get_or_init(|| {
        let given = std::env::var("STATE_OFF").unwrap_or_default();
        let given = given.split(';').filter(|part| !part.is_empty());
        given.map(str::to_owned).collect()
    });
    OFF.iter().any(|part| text.contains(part))
        || given.iter().any(|part| text.contains(part.as_str()))
}
