//! What a user names as a component: a file, or a component in a registry or on a web server.

use std::fmt;
use std::path::{Path, PathBuf};

use pulumi_wasm_core::text::on_one_line;
use pulumi_wasm_registry::{HostedFile, Reference};
use semver::Version;

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
    /// Understands a word. One without a scheme is a path.
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

    /// The path, if it is a file.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(file),
            Self::Registry(_) | Self::Web(_) => None,
        }
    }

    /// The version that the component has to be of, if the source says one.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        match self {
            Self::File(_) => None,
            Self::Registry(reference) => reference.version(),
            Self::Web(file) => file.version(),
        }
    }
}

/// As RFC 3986 section 3.1 writes one.
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

#[cfg(test)]
mod tests {
    use super::*;

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
