//! Edits the text of a credentials file. All other content belongs to other programs, and is kept.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use super::file::{Document, is_same, names};
use super::find::Secret;
use crate::RegistryHost;

const AUTHS: &str = "auths";

/// The text of the file with a user and a password for a registry. `text` is the current content, if the file
/// exists.
///
/// # Errors
/// A sentence without secrets: the file cannot be parsed, or it names a helper for the registry.
pub fn with_login(
    text: Option<&[u8]>,
    registry: &RegistryHost,
    user: &str,
    password: &Secret,
) -> Result<Vec<u8>, String> {
    let registry = registry.as_str();
    let mut document = match text {
        Some(text) => {
            if let Some(helper) = Document::parse(text)?.helper(registry) {
                return Err(format!(
                    "it has the helper `docker-credential-{}` for {registry}, which is asked before the file",
                    helper.escape_default()
                ));
            }
            read(text)?
        }
        None => Map::new(),
    };
    let auths = document.entry(AUTHS).or_insert(Value::Null);
    if auths.is_null() {
        *auths = json!({});
    }
    let auths = auths.as_object_mut().ok_or_else(malformed)?;
    auths.retain(|key, _| !is_same(key, registry));
    let key = names(registry).into_iter().next().unwrap_or_default();
    let auth = STANDARD.encode(format!("{user}:{}", password.0));
    auths.insert(key, json!({ "auth": auth }));
    Ok(written(&document))
}

/// The text of the file without the credentials for a registry, or `None` if it has none for it.
///
/// # Errors
/// A sentence without secrets: the file cannot be parsed.
pub fn without_login(text: &[u8], registry: &RegistryHost) -> Result<Option<Vec<u8>>, String> {
    let mut document = read(text)?;
    let Some(auths) = document.get_mut(AUTHS).filter(|auths| !auths.is_null()) else {
        return Ok(None);
    };
    let auths = auths.as_object_mut().ok_or_else(malformed)?;
    let before = auths.len();
    auths.retain(|key, _| !is_same(key, registry.as_str()));
    let is_changed = auths.len() != before;
    Ok(is_changed.then(|| written(&document)))
}

fn read(text: &[u8]) -> Result<Map<String, Value>, String> {
    // Parses the whole file first, because that error quotes nothing of the text.
    Document::parse(text)?;
    match serde_json::from_slice(text) {
        Ok(Value::Object(document)) => Ok(document),
        _ => Err(malformed()),
    }
}

fn malformed() -> String {
    "it is not a file of credentials".to_owned()
}

fn written(document: &Map<String, Value>) -> Vec<u8> {
    // Serializing strings cannot fail.
    let mut text = serde_json::to_vec_pretty(document).unwrap_or_default();
    text.push(b'\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(name: &str) -> RegistryHost {
        name.parse().expect("a host")
    }

    fn value(text: &[u8]) -> Value {
        serde_json::from_slice(text).expect("JSON")
    }

    fn secret() -> Secret {
        Secret("pass:word".to_owned())
    }

    #[test]
    fn a_login_is_added_and_removed_and_all_else_stays() {
        let text = with_login(None, &host("ghcr.io"), "alice", &secret()).expect("a text");
        let auth = STANDARD.encode("alice:pass:word");
        let expected = json!({ "auths": { "ghcr.io": { "auth": auth } } });
        assert_eq!(value(&text), expected);
        let null = Some(br#"{"auths":null,"credHelpers":null}"#.as_slice());
        let text = with_login(null, &host("ghcr.io"), "alice", &secret()).expect("a text");
        assert_eq!(value(&text)["auths"]["ghcr.io"], json!({ "auth": auth }));
        let before = br#"{"credsStore":"x","auths":{"https://ghcr.io/v1/":{"auth":"b2xkOm9sZA=="},"quay.io/a":{}},"other":[1]}"#;
        let text = with_login(Some(before), &host("ghcr.io"), "alice", &secret());
        let text = text.expect("a text");
        let auths = json!({ "ghcr.io": { "auth": auth }, "quay.io/a": {} });
        let expected = json!({ "credsStore": "x", "auths": auths, "other": [1] });
        assert_eq!(value(&text), expected);
        let without = without_login(&text, &host("ghcr.io")).expect("a text");
        let without = without.expect("it was there");
        let expected = json!({ "credsStore": "x", "auths": { "quay.io/a": {} }, "other": [1] });
        assert_eq!(value(&without), expected);
        assert_eq!(without_login(&without, &host("ghcr.io")), Ok(None));
        for text in ["{}", r#"{"auths":null}"#] {
            assert_eq!(without_login(text.as_bytes(), &host("ghcr.io")), Ok(None));
        }
    }

    #[test]
    fn a_login_takes_the_place_of_one_with_capital_letters_in_the_host() {
        let before = br#"{"auths":{"Ghcr.IO":{"auth":"b2xkOm9sZA=="},"ghcr.io/Acme":{}}}"#;
        let text = with_login(Some(before), &host("ghcr.io"), "alice", &secret());
        let auth = STANDARD.encode("alice:pass:word");
        let expected = json!({ "auths": { "ghcr.io": { "auth": auth }, "ghcr.io/Acme": {} } });
        assert_eq!(value(&text.expect("a text")), expected);
        let without = without_login(before, &host("ghcr.io")).expect("a text");
        let expected = json!({ "auths": { "ghcr.io/Acme": {} } });
        assert_eq!(value(&without.expect("it was there")), expected);
    }

    #[test]
    fn docker_hub_has_its_usual_name() {
        let text = with_login(None, &host("registry-1.docker.io"), "alice", &secret());
        let text = value(&text.expect("a text"));
        assert!(text["auths"]["https://index.docker.io/v1/"]["auth"].is_string());
    }

    #[test]
    fn a_file_that_is_not_understood_is_left_alone() {
        for text in [
            "",
            "[]",
            "{",
            r#"{"auths":[]}"#,
            r#"{"auths":{"a":"secret"}}"#,
        ] {
            for error in [
                with_login(Some(text.as_bytes()), &host("ghcr.io"), "alice", &secret()).err(),
                without_login(text.as_bytes(), &host("ghcr.io")).err(),
            ] {
                let error = error.expect(text);
                assert!(error.contains("not a file of credentials"), "{error}");
                assert!(!error.contains("secret"), "{error}");
            }
        }
        let helped = br#"{"credHelpers":{"ghcr.io":"gh"}}"#;
        let error = with_login(Some(helped), &host("ghcr.io"), "alice", &secret());
        assert!(
            error
                .expect_err("a helper")
                .contains("docker-credential-gh")
        );
    }
}
