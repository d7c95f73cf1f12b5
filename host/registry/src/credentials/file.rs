//! The format of a credentials file: docker's `config.json`, podman's `auth.json`.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use pulumi_wasm_platform::files::open_without_waiting;
use serde::Deserialize;

use super::credential::Credential;

/// Real credentials files are far smaller.
const MAX_BYTES: u64 = 1 << 20;
/// The key for credentials of Docker Hub, for any of its hosts.
const DOCKER_HUB: &str = "index.docker.io";
const DOCKER_HUB_HOSTS: [&str; 3] = ["docker.io", "registry-1.docker.io", DOCKER_HUB];

/// The parts of a file that are used. Other programs use the rest.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Document {
    // Docker reads and writes `null` for an empty map.
    auths: Option<BTreeMap<String, Option<Entry>>>,
    cred_helpers: Option<BTreeMap<String, String>>,
    creds_store: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Entry {
    auth: Option<String>,
    username: Option<String>,
    password: Option<String>,
    identitytoken: Option<String>,
}

/// Reads a file, if it is a regular file of bounded length.
pub(super) fn read(file: &Path) -> io::Result<Vec<u8>> {
    let opened = open_without_waiting(file)?;
    if !opened.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    opened.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        Err(io::Error::other("it is larger than 1 MiB"))
    } else {
        Ok(bytes)
    }
}

/// The keys that a registry may have in files and helpers, the usual key first.
pub(super) fn names(registry: &str) -> Vec<String> {
    if DOCKER_HUB_HOSTS.contains(&registry) {
        vec![format!("https://{DOCKER_HUB}/v1/"), registry.to_owned()]
    } else {
        vec![registry.to_owned()]
    }
}

/// Whether two keys name the same host, and the same path on it. The case of a host does not count.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let parts = |key| bare(key).split_once('/').unwrap_or((bare(key), ""));
    let ((host, path), (other_host, other_path)) = (parts(one), parts(other));
    host.eq_ignore_ascii_case(other_host) && path == other_path
}

/// Strips a key to the host, without the scheme and API version that some programs add.
fn bare(key: &str) -> &str {
    let key = key
        .strip_prefix("https://")
        .or_else(|| key.strip_prefix("http://"))
        .unwrap_or(key);
    let key = key.trim_end_matches('/');
    // Only directly after the host: otherwise the path belongs to a repository.
    let key = match key.split_once('/') {
        Some((host, "v1" | "v2")) => host,
        _ => key,
    };
    let mut hub = DOCKER_HUB_HOSTS.iter();
    if hub.any(|host| host.eq_ignore_ascii_case(key)) {
        DOCKER_HUB
    } else {
        key
    }
}

impl Document {
    /// Parses the text of a file.
    ///
    /// # Errors
    /// The position of the mistake. The error quotes nothing of the text, because it contains secrets.
    pub(super) fn parse(text: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(text).map_err(|error| {
            format!(
                "it is not a file of credentials, at line {} column {}",
                error.line(),
                error.column()
            )
        })
    }

    /// The helper for this registry.
    pub(super) fn helper(&self, name: &str) -> Option<&str> {
        let mut helpers = self.cred_helpers.iter().flatten();
        let helper = helpers.find(|(key, _)| is_same(key, name));
        helper
            .map(|(_, helper)| helper.as_str())
            .filter(|helper| !helper.is_empty())
    }

    /// The helper for all other registries.
    pub(super) fn store(&self) -> Option<&str> {
        self.creds_store
            .as_deref()
            .filter(|store| !store.is_empty())
    }

    /// The file's own entry, by the most specific key: `host/namespace/repository`, then `host/namespace`, then
    /// `host`.
    ///
    /// # Errors
    /// A sentence that does not quote the entry.
    pub(super) fn entry(
        &self,
        registry: &str,
        repository: &str,
    ) -> Result<Option<Credential>, String> {
        let host = bare(registry);
        let whole = format!("{host}/{repository}");
        let mut wanted = whole.as_str();
        loop {
            let mut entries = self.auths.iter().flatten();
            if let Some((key, Some(entry))) = entries.find(|(key, _)| is_same(key, wanted))
                && let Some(credential) = entry.credential(key)?
            {
                return Ok(Some(credential));
            }
            match wanted.rsplit_once('/') {
                Some((shorter, _)) => wanted = shorter,
                None => return Ok(None),
            }
        }
    }
}

impl Entry {
    /// Returns `None` if the entry only says that a helper has the credential.
    fn credential(&self, key: &str) -> Result<Option<Credential>, String> {
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        if let Some(token) = filled(&self.identitytoken) {
            return Ok(Some(Credential::IdentityToken(token)));
        }
        if let (Some(user), Some(password)) = (filled(&self.username), filled(&self.password)) {
            return Ok(Some(Credential::Password { user, password }));
        }
        let Some(encoded) = filled(&self.auth) else {
            return Ok(None);
        };
        let malformed =
            || format!("`auth` of `{key}` is not the base64 of a user, a colon and a password");
        let decoded = STANDARD
            .decode(encoded.trim())
            .or_else(|_| STANDARD_NO_PAD.decode(encoded.trim()));
        let decoded = decoded.ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let decoded = decoded.ok_or_else(malformed)?;
        let (user, password) = decoded.split_once(':').ok_or_else(malformed)?;
        Ok(Some(Credential::Password {
            user: user.to_owned(),
            password: password.trim_end_matches('\0').to_owned(),
        }))
    }
}
