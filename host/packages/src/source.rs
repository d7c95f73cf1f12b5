//! Where components come from: a file, a registry, a web server or a release. A user types a [`Source`], and the host
//! records a [`Place`].

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use pulumi_wasm_core::text::{on_one_line, quoted};
use pulumi_wasm_registry::{HostedFile, Reference};
use semver::Version;

use crate::project;

/// A component, as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A path.
    File(PathBuf),
    /// `oci://HOST/REPOSITORY:TAG`.
    Registry(Reference),
    /// `https://HOST/PATH.wasm`, or an asset of a release.
    Web(HostedFile),
}

impl Source {
    /// Parses a word of the command line. A word without a scheme is a path.
    ///
    /// # Errors
    /// A sentence: the scheme is not known, or the reference is malformed.
    pub fn parse(word: &str) -> Result<Self, String> {
        if Reference::is_meant(word) {
            return Reference::typed(word).map(Self::Registry);
        }
        if HostedFile::is_meant(word) {
            return word.parse().map(Self::Web);
        }
        match word.split_once("://") {
            Some((scheme, _)) if is_scheme(scheme) => Err(format!(
                "components come from files, from registries (`oci://HOST/REPOSITORY:TAG`), from web servers (`https://HOST/PATH.wasm`) and from \
                 releases (`github://HOST/OWNER/REPOSITORY@VERSION`, `gitlab://HOST/PROJECT@VERSION`), not from `{scheme}://`"
            )),
            _ => Ok(Self::File(PathBuf::from(word))),
        }
    }

    /// Parses a word as the system has it. A path need not be UTF-8.
    ///
    /// # Errors
    /// As for [`Source::parse`].
    pub fn parse_word(word: &OsStr) -> Result<Self, String> {
        word.to_str()
            .map_or_else(|| Ok(Self::File(PathBuf::from(word))), Self::parse)
    }

    /// The path, if it is a file.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(file),
            Self::Registry(_) | Self::Web(_) => None,
        }
    }

    /// The version that the component must have, if the source names one.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        match self {
            Self::File(_) => None,
            Self::Registry(reference) => reference.version(),
            Self::Web(file) => file.version(),
        }
    }
}

/// The advice for a missing file whose path is the address of a component that can be fetched.
#[must_use]
pub fn fetch_hint(path: &Path) -> Option<String> {
    let word = path.to_str()?;
    if Reference::is_meant(word) || HostedFile::is_meant(word) {
        return Some(
            "fetch the component with `pulumi-wasm pull SOURCE -o FILE.wasm`, and give the file"
                .to_owned(),
        );
    }
    Reference::without_scheme(word)
        .map(|reference| format!("a place in a registry begins with `oci://`: `{reference}`"))
}

/// A message that quotes words of a command line, without the users, passwords and queries that a user typed in an
/// address: a message may end in the log of a CI job.
#[must_use]
pub fn without_credentials<'a>(message: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    let mut message = message.to_owned();
    for word in words {
        let (scheme, address) = word.split_once("://").unwrap_or(("", word));
        let host_and_user = address.split('/').next().unwrap_or_default();
        // `random@4.18.0` names a package and its version.
        if let Some((user, _)) = host_and_user.rsplit_once('@')
            && (!scheme.is_empty() || user.contains(':'))
        {
            message = message.replace(&format!("{user}@"), "…@");
        }
        if let Some((_, query)) = address.split_once('?')
            && !(scheme.is_empty() || query.is_empty())
        {
            message = message.replace(&format!("?{query}"), "?…");
        }
    }
    message
}

/// As in RFC 3986, section 3.1.
fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => {
                let file = file.display().to_string();
                formatter.write_str(&on_one_line(&file))
            }
            Self::Registry(reference) => reference.fmt(formatter),
            Self::Web(file) => file.fmt(formatter),
        }
    }
}

/// The place where a component was found. It is looked for there again on a machine that does not have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A file: its path relative to the project, or its name alone.
    File(String),
    /// A registry. The reference has the digest of the manifest.
    Registry(Reference),
    /// A web server, or a release. The address has no digest, because the digest of the file is the digest of the
    /// component.
    Web(HostedFile),
}

impl Place {
    /// A recorded path, if it has the form of one.
    #[must_use]
    pub(crate) fn recorded(path: &str) -> Option<Self> {
        project::is_recorded_form(path).then(|| Self::File(path.to_owned()))
    }

    /// A recorded reference or address, if it has the form of one.
    #[must_use]
    pub(crate) fn fetched(text: &str) -> Option<Self> {
        if HostedFile::is_meant(text) {
            let file: HostedFile = text.parse().ok()?;
            return file.digest().is_none().then_some(Self::Web(file));
        }
        let reference: Reference = text.parse().ok()?;
        reference.digest()?;
        Some(Self::Registry(reference))
    }

    /// The recorded path, if it is a file.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::File(path) => Some(path),
            Self::Registry(_) | Self::Web(_) => None,
        }
    }

    /// The reference, if it is in a registry.
    #[must_use]
    pub fn reference(&self) -> Option<&Reference> {
        match self {
            Self::File(_) | Self::Web(_) => None,
            Self::Registry(reference) => Some(reference),
        }
    }

    /// The recorded form of a place that components are fetched from. `None` if it is a file.
    #[must_use]
    pub(crate) fn recorded_source(&self) -> Option<String> {
        match self {
            Self::File(_) => None,
            Self::Registry(_) | Self::Web(_) => Some(self.to_string()),
        }
    }

    /// The registry, the repository and the manifest, without the tag, which proves nothing; or the address. `None` if
    /// it is a file.
    #[must_use]
    pub(crate) fn origin(&self) -> Option<String> {
        match self {
            Self::File(_) => None,
            Self::Registry(reference) => {
                let digest = reference.digest()?;
                Some(format!("{}@{digest}", reference.place()))
            }
            Self::Web(file) => Some(file.unpinned().to_string()),
        }
    }

    /// `HOST` or `HOST:PORT` of the server that it is on. `None` if it is a file.
    #[must_use]
    pub(crate) fn server(&self) -> Option<String> {
        match self {
            Self::File(_) => None,
            Self::Registry(reference) => Some(reference.registry().to_owned()),
            Self::Web(file) => Some(file.server()),
        }
    }

    /// The source as an argument of a command in a shell, quoted if it has to be.
    #[must_use]
    pub fn word(&self) -> String {
        match self {
            Self::File(path) => quoted(&format!("./{path}")),
            Self::Registry(reference) => quoted(&reference.to_string()),
            Self::Web(file) => quoted(&file.to_string()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => formatter.write_str(path),
            Self::Registry(reference) => reference.fmt(formatter),
            Self::Web(file) => file.fmt(formatter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_no_credentials_of_the_words_that_it_quotes() {
        for (word, expected) in [
            ("oci://ada:pass@ghcr.io/a:1", "oci://…@ghcr.io/a:1"),
            ("oci://token@ghcr.io/a:1", "oci://…@ghcr.io/a:1"),
            ("ada:p@ss@ghcr.io", "…@ghcr.io"),
            (
                "https://acme.com/a.wasm?key=1#2",
                "https://acme.com/a.wasm?…",
            ),
            ("random@4.18.0", "random@4.18.0"),
            (
                "github://api.github.com/a/b@1.0.0",
                "github://api.github.com/a/b@1.0.0",
            ),
            ("oci://h/a:1@sha256:00", "oci://h/a:1@sha256:00"),
            ("what?.wasm", "what?.wasm"),
        ] {
            let message = format!("invalid value '{word}' for '<SOURCE>'");
            assert_eq!(
                without_credentials(&message, ["pull", word]),
                format!("invalid value '{expected}' for '<SOURCE>'")
            );
        }
    }

    #[test]
    fn a_word_without_a_scheme_is_a_file() {
        for word in [
            "./a.wasm",
            "a:b.wasm",
            "C:\\a.wasm",
            "://x",
            "oci:/x",
            "-://x",
        ] {
            assert_eq!(Source::parse(word), Ok(Source::File(PathBuf::from(word))));
        }
        for (word, expected) in [
            ("s3://bucket/a.wasm", "not from `s3://`"),
            ("docker://ghcr.io/a/b:1", "not from `docker://`"),
            ("oci://ghcr.io", "comes `/` and a repository"),
            (
                "oci://docker.io/acme/provider:1.2.0",
                "write `oci://registry-1.docker.io/…`",
            ),
            ("http://acme.com/acme.wasm", "write `https://`"),
            ("https://acme.com/acme", "ends in `.wasm`"),
            ("github://api.github.com/acme/a@v1.0.0", "without `v`"),
            ("gitlab://gitlab.com/12@1.0.0", "write the asset"),
        ] {
            let error = Source::parse(word).expect_err(word);
            assert!(error.contains(expected), "{error}");
        }
    }
}
