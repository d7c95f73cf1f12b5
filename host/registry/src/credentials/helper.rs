//! Credential helpers: programs that store credentials, with docker's protocol for them.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde::Deserialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::Command;

use super::credential::{Credential, FoundCredential};
use crate::RegistryError;

/// The time limit of a helper.
const MAX_TIME: Duration = Duration::from_secs(30);
/// The maximum length of a helper's output.
const MAX_BYTES: u64 = 64 << 10;
/// The prefix of each helper's name.
const PREFIX: &str = "docker-credential-";
/// The message of a helper that has no credentials.
const NOTHING: &str = "credentials not found";
/// The user name that marks an identity token.
const TOKEN_USER: &str = "<token>";

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Document {
    username: String,
    secret: String,
}

/// Asks a helper for the credentials of a registry. Its output is never in a message, because it may be a secret.
///
/// # Errors
/// If the helper is missing, fails, exceeds its time limit, or its output is not a credential.
pub(super) async fn request(
    helper: &str,
    registry: &str,
    programs: &[PathBuf],
) -> Result<Option<FoundCredential>, RegistryError> {
    let is_name = helper
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    if !is_name {
        return Err(RegistryError::new(
            "a file of credentials names a helper with an invalid name",
        )
        .hint(
            "correct `credsStore` or `credHelpers` there: the helper `pass` is the program `docker-credential-pass`",
        ));
    }
    let program = format!("{PREFIX}{helper}");
    let failed = |reason: String| {
        RegistryError::new(format!("the helper `{program}` {reason}")).hint(format!(
            "`echo {registry} | {program} get >/dev/null` shows its errors and no credential; or log in without a helper"
        ))
    };
    let file = find(&program, programs).ok_or_else(|| failed("is not on `PATH`".to_owned()))?;
    let answer = tokio::time::timeout(MAX_TIME, run(&file, registry)).await;
    let (succeeded, output) = answer
        .map_err(|_| failed(format!("gave no answer in {} s", MAX_TIME.as_secs())))?
        .map_err(|error| failed(format!("cannot be run: {error}")))?;
    if output.len() as u64 > MAX_BYTES {
        return Err(failed(format!("returns more than {MAX_BYTES} bytes")));
    }
    if !succeeded {
        let says_nothing = String::from_utf8_lossy(&output).contains(NOTHING);
        return if says_nothing {
            Ok(None)
        } else {
            Err(failed("failed".to_owned()))
        };
    }
    let document: Document = serde_json::from_slice(&output)
        .map_err(|_| failed("does not return credentials".to_owned()))?;
    let credential = match document.username.as_str() {
        _ if document.secret.is_empty() => return Ok(None),
        TOKEN_USER => Credential::IdentityToken(document.secret),
        _ => Credential::Password {
            user: document.username,
            password: document.secret,
        },
    };
    Ok(Some(FoundCredential {
        credential,
        place: format!("the helper `{program}`"),
    }))
}

fn find(program: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let names = [program.to_owned(), format!("{program}.exe")];
    let mut files = folders
        .iter()
        .filter(|folder| folder.is_absolute())
        .flat_map(|folder| names.iter().map(|name| folder.join(name)));
    files.find(|file| file.is_file())
}

/// Runs the helper. Returns whether it succeeded, and its output. Dropping the future ends it.
async fn run(file: &Path, registry: &str) -> std::io::Result<(bool, Vec<u8>)> {
    let mut child = Command::new(file)
        .arg("get")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // A helper may succeed without reading its input.
        drop(input.write_all(registry.as_bytes()).await);
    }
    let mut output = Vec::new();
    if let Some(said) = child.stdout.take() {
        said.take(MAX_BYTES + 1).read_to_end(&mut output).await?;
    }
    if output.len() as u64 > MAX_BYTES {
        child.start_kill()?;
    }
    let status = child.wait().await?;
    Ok((status.success(), output))
}
