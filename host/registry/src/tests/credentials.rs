//! Files of credentials, and helpers.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::credentials::{Credential, FoundCredential};

/// A folder with credentials files and helpers.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn helper(&self, name: &str, script: &str) {
        let file = self.path().join(format!("docker-credential-{name}"));
        std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("a file");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&file, mode).expect("a mode");
    }

    async fn find(
        &self,
        text: &str,
        registry: &str,
        repository: &str,
    ) -> Result<Option<FoundCredential>, RegistryError> {
        let file = self.path().join("config.json");
        std::fs::write(&file, text).expect("a file");
        let files = CredentialFiles {
            files: vec![
                CredentialFile::Usual(self.path().join("missing.json")),
                CredentialFile::Usual(file),
            ],
            programs: vec![self.path().to_owned()],
        };
        files.find(registry, repository).await
    }
}

/// The user and password of the credential.
fn shown(found: Result<Option<FoundCredential>, RegistryError>) -> String {
    match found {
        Ok(None) => "nothing".to_owned(),
        Ok(Some(found)) => match found.credential {
            Credential::Password { user, password } => format!("{user}:{password}"),
            Credential::IdentityToken(token) => format!("token {token}"),
        },
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn the_entry_that_says_most_is_taken() {
    let text = r#"{"auths":{
        "ghcr.io":{"auth":"aG9zdDox"},
        "path.example/acme/v1":{"auth":"YWNtZToy"},
        "ghcr.io/acme":{"auth":"YWNtZToy"},
        "ghcr.io/acme/provider":{"username":"repo","password":"3"},
        "https://quay.io/v1/":{"auth":"cXVheTo0AAA="},
        "https://index.docker.io/v1/":{"auth":"aHViOjU="},
        "empty.example":{},
        "null.example":null,
        "Capital.Example/Acme":{"auth":"aG9zdDox"},
        "HTTPS.Example":{"auth":"aG9zdDox"},
        "token.example":{"auth":"eDp5","identitytoken":"long"}
    },"unknown":[1]}"#;
    let home = Home::new();
    for (registry, repository, expected) in [
        ("ghcr.io", "acme/provider", "repo:3"),
        ("ghcr.io", "acme/other", "acme:2"),
        ("ghcr.io", "acme-evil/other", "host:1"),
        ("ghcr.io.evil.example", "acme/provider", "nothing"),
        ("path.example", "acme/v1/x", "acme:2"),
        // The case of a host does not count, but the case of a path does.
        ("https.example", "acme/provider", "host:1"),
        ("capital.example", "acme/provider", "nothing"),
        ("path.example", "acme/other", "nothing"),
        ("quay.io", "x", "quay:4"),
        ("registry-1.docker.io", "library/x", "hub:5"),
        ("empty.example", "x", "nothing"),
        ("null.example", "x", "nothing"),
        ("token.example", "x", "token long"),
    ] {
        let found = home.find(text, registry, repository).await;
        assert_eq!(shown(found), expected, "{registry}/{repository}");
    }
}

#[tokio::test]
async fn a_file_without_entries_as_docker_writes_it_has_no_credentials() {
    let home = Home::new();
    for text in [
        "{}",
        r#"{"auths":null,"credHelpers":null,"credsStore":null}"#,
        r#"{"auths":{},"credHelpers":{},"credsStore":""}"#,
    ] {
        assert_eq!(
            shown(home.find(text, "ghcr.io", "a").await),
            "nothing",
            "{text}"
        );
    }
}

#[tokio::test]
async fn a_place_below_a_file_is_one_without_credentials() {
    // As with `HOME=/dev/null`.
    let files = CredentialFiles {
        files: vec![CredentialFile::Usual(
            "/dev/null/.docker/config.json".into(),
        )],
        programs: Vec::new(),
    };
    assert_eq!(shown(files.find("a.b", "x").await), "nothing");
}

#[tokio::test]
async fn helpers_are_asked_by_the_name_of_the_registry() {
    let home = Home::new();
    home.helper(
        "one",
        r#"read -r name; echo "{\"Username\":\"$name\",\"Secret\":\"s\",\"ServerURL\":\"x\"}""#,
    );
    home.helper("token", r#"echo '{"Username":"<token>","Secret":"t"}'"#);
    home.helper(
        "nothing",
        "echo credentials not found in native keychain; exit 1",
    );
    let text = r#"{"auths":{"in.file":{"auth":"ZmlsZTox"},"stored.example":{}},
        "credHelpers":{"one.example":"one","token.example":"token","none.example":"nothing"},"credsStore":"one"}"#;
    for (registry, expected) in [
        ("one.example", "one.example:s"),
        ("token.example", "token t"),
        ("none.example", "nothing"),
        ("in.file", "file:1"),
        ("stored.example", "stored.example:s"),
        ("docker.io", "https://index.docker.io/v1/:s"),
    ] {
        assert_eq!(shown(home.find(text, registry, "x").await), expected);
    }
}

#[tokio::test]
async fn what_cannot_be_understood_is_an_error_with_its_place_and_without_its_secrets() {
    let home = Home::new();
    home.helper("fails", "echo secret-of-helper; exit 3");
    home.helper("talks", "echo secret-of-helper");
    home.helper("floods", "while :; do echo secret-of-helper; done");
    let with = |helper: &str| format!(r#"{{"credsStore":"{helper}"}}"#);
    for (text, expected) in [
        (
            "{\"auths\": secret".to_owned(),
            "config.json`: it is not a file of credentials, at line 1",
        ),
        (
            r#"{"auths":{"a.b":{"auth":"secret!"}}}"#.to_owned(),
            "`auth` of `a.b` is not",
        ),
        (
            r#"{"auths":{"a.b":{"auth":"c2VjcmV0"}}}"#.to_owned(),
            "`auth` of `a.b` is not",
        ),
        (
            r#"{"auths":{"a.b":{"auth":["secret"]}}}"#.to_owned(),
            "not a file of credentials",
        ),
        (
            with("missing"),
            "`docker-credential-missing` is not on `PATH`",
        ),
        (with("../evil"), "a helper with an invalid name"),
        (with("fails"), "`docker-credential-fails` failed"),
        (
            with("fails"),
            "`echo a.b | docker-credential-fails get >/dev/null`",
        ),
        (with("talks"), "does not return credentials"),
        (with("floods"), "returns more than 65536 bytes"),
    ] {
        let said = shown(home.find(&text, "a.b", "x").await);
        assert_says(&said, &[expected]);
        assert!(!said.contains("secret") && !said.contains("c2Vj"), "{said}");
    }
    let files = CredentialFiles {
        files: vec![CredentialFile::Named {
            file: home.path().join("gone.json"),
            variable: "PULUMI_WASM_REGISTRY_AUTH",
        }],
        programs: Vec::new(),
    };
    let said = shown(files.find("a.b", "x").await);
    assert_says(
        &said,
        &["gone.json`, which `PULUMI_WASM_REGISTRY_AUTH` names: "],
    );
}
