//! Names of components that are release assets: `github://HOST/OWNER/REPOSITORY@VERSION[/ASSET][#sha256:HEX]`, and
//! `gitlab://HOST/PROJECT@VERSION[/ASSET][#sha256:HEX]`.
//!
//! The hosts are the ones in Pulumi's `pluginDownloadURL`: `api.github.com`, or the host of a GitLab server.

use std::fmt;
use std::str::FromStr;

use semver::Version;

use crate::Digest;

use crate::reference::check_registry;

/// The suffix of a bundle's name, after the component's whole name.
pub const BUNDLE_END: &str = ".sigstore.json";

/// The file to download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DownloadTarget {
    Component,
    /// The bundle with the component's signature.
    Bundle,
}

/// The maximum length of a name without its digest. A package's value has a name for each component, and is copied
/// into each checkpoint.
const MAX_BYTES: usize = 512;
/// The suffix of a component's name.
const END: &str = ".wasm";
/// A common prefix of provider repositories, before the name of the package.
const PREFIX: &str = "pulumi-";

/// A service with releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Forge {
    GitHub,
    GitLab,
}

/// A component that is an asset of a release.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReleaseAsset {
    pub(crate) forge: Forge,
    /// `HOST` or `HOST:PORT`.
    host: String,
    /// `OWNER/REPOSITORY` on GitHub. On GitLab, the number or the path of a project.
    project: String,
    /// The version as text. The release has the tag `vVERSION`.
    version: String,
    /// As typed. If it is missing, the asset has the default name.
    asset: Option<String>,
    /// The digest of the component.
    digest: Option<Digest>,
}

impl Forge {
    pub const ALL: [Self; 2] = [Self::GitHub, Self::GitLab];

    fn scheme(self) -> &'static str {
        match self {
            Self::GitHub => "github://",
            Self::GitLab => "gitlab://",
        }
    }

    fn form(self) -> &'static str {
        match self {
            Self::GitHub => "`github://api.github.com/OWNER/REPOSITORY@1.2.0`",
            Self::GitLab => "`gitlab://gitlab.com/PROJECT@1.2.0`",
        }
    }

    /// The host of the public service.
    pub(crate) fn public_host(self) -> &'static str {
        match self {
            Self::GitHub => "api.github.com",
            Self::GitLab => "gitlab.com",
        }
    }

    /// The forge whose token is in this variable.
    #[must_use]
    pub fn of_token_variable(name: &str) -> Option<Self> {
        let mut forges = Self::ALL.into_iter();
        forges.find(|forge| forge.token_variable() == name)
    }

    /// The variable with the user's token.
    #[must_use]
    pub fn token_variable(self) -> &'static str {
        match self {
            Self::GitHub => "GITHUB_TOKEN",
            Self::GitLab => "GITLAB_TOKEN",
        }
    }
}

impl FromStr for ReleaseAsset {
    type Err = String;

    /// Parses a name.
    ///
    /// # Errors
    /// A sentence with the wrong part, and its form.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut forges = Forge::ALL.into_iter();
        let found = forges.find_map(|forge| Some((forge, text.strip_prefix(forge.scheme())?)));
        let (forge, rest) = found.ok_or("it begins with neither `github://` nor `gitlab://`")?;
        let form = forge.form();
        let (rest, digest) = match rest.split_once('#') {
            None => (rest, None),
            Some((rest, digest)) => {
                let hex = digest.strip_prefix("sha256:");
                let digest = hex.and_then(|hex| hex.parse().ok()).ok_or(
                    "after `#` comes `sha256:` and 64 hexadecimal digits in lower case, the digest of the component",
                )?;
                (rest, Some(digest))
            }
        };
        if rest.len() > MAX_BYTES {
            return Err(format!(
                "without its digest, it has more than {MAX_BYTES} characters"
            ));
        }
        if rest.contains('?') {
            return Err("the name of a release has no `?`".to_owned());
        }
        let (host, rest) = rest
            .split_once('/')
            .ok_or_else(|| format!("after the host comes `/` and a project, as in {form}"))?;
        check_registry(host)?;
        let (project, rest) = rest
            .split_once('@')
            .ok_or_else(|| format!("after the project comes `@` and a version, as in {form}"))?;
        check_project(forge, project)?;
        let (version, asset) = match rest.split_once('/') {
            None => (rest, None),
            Some((version, asset)) => (version, Some(asset)),
        };
        if Version::parse(version).is_err() {
            return Err(format!(
                "`{}` is not a version: write it in full and without `v`, as in {form}",
                version.escape_default()
            ));
        }
        if let Some(asset) = asset
            && !(is_name(asset) && asset.ends_with(END))
        {
            return Err(format!(
                "after the version, write `/` and the name of an asset that ends in `{END}`: only letters, digits, `.`, `_` and `-`"
            ));
        }
        let release = Self {
            forge,
            host: host.to_owned(),
            project: project.to_owned(),
            version: version.to_owned(),
            asset: asset.map(str::to_owned),
            digest,
        };
        if release.asset.is_none() && release.is_numbered() {
            Err(format!(
                "a project number has no name: write the asset after the version, as in `{release}/acme{END}`"
            ))
        } else {
            Ok(release)
        }
    }
}

/// Judges the name of a project, which becomes a part of addresses.
fn check_project(forge: Forge, project: &str) -> Result<(), String> {
    let parts: Vec<&str> = project.split('/').collect();
    let is_long_enough = match forge {
        Forge::GitHub => parts.len() == 2,
        Forge::GitLab => true,
    };
    if is_long_enough && parts.iter().all(|part| is_name(part)) {
        Ok(())
    } else {
        Err(match forge {
            Forge::GitHub => format!(
                "it needs an owner and a repository after the host, as in {}",
                forge.form()
            ),
            Forge::GitLab => format!(
                "it needs the number or the path of a project after the host, as in {}",
                forge.form()
            ),
        })
    }
}

/// Letters, digits, `.`, `_` and `-`, except `.` and `..`.
fn is_name(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    !text.is_empty() && ![".", ".."].contains(&text) && text.bytes().all(is_part)
}

impl ReleaseAsset {
    /// Whether a word is meant as a release asset, even if it is malformed.
    #[must_use]
    pub fn is_meant(word: &str) -> bool {
        let mut forges = Forge::ALL.into_iter();
        forges.any(|forge| word.starts_with(forge.scheme()))
    }

    /// `HOST` or `HOST:PORT`.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    pub(crate) fn project(&self) -> &str {
        &self.project
    }

    /// The version that the component must have.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        Version::parse(&self.version).ok()
    }

    /// The tag of the release.
    pub(crate) fn tag(&self) -> String {
        format!("v{}", self.version)
    }

    /// The name of the asset: as typed, or the repository's name without a leading `pulumi-`.
    #[must_use]
    pub fn asset(&self) -> String {
        if let Some(asset) = &self.asset {
            return asset.clone();
        }
        let name = self.project.rsplit('/').next().unwrap_or(&self.project);
        let name = name.strip_prefix(PREFIX).unwrap_or(name);
        format!("{name}{END}")
    }

    /// Whether the project is given by number, without a name.
    fn is_numbered(&self) -> bool {
        self.project.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// The host and project as policies and mirrors name them, without version and asset.
    #[must_use]
    pub fn place(&self) -> String {
        format!("{}{}/{}", self.forge.scheme(), self.host, self.project)
    }

    /// The digest of the component, if there is one.
    #[must_use]
    pub fn digest(&self) -> Option<&Digest> {
        self.digest.as_ref()
    }

    /// The same asset with this digest, or without a digest.
    #[must_use]
    pub fn with_digest(&self, digest: Option<Digest>) -> Self {
        Self {
            digest,
            ..self.clone()
        }
    }

    /// Whether this is the component or its bundle. A typed name is always a component.
    pub(crate) fn target(&self) -> DownloadTarget {
        let asset = self.asset.as_ref();
        if asset.is_some_and(|asset| asset.ends_with(BUNDLE_END)) {
            DownloadTarget::Bundle
        } else {
            DownloadTarget::Component
        }
    }

    /// The asset with the component's bundle.
    pub(crate) fn bundle(&self) -> Self {
        Self {
            asset: Some(format!("{}{BUNDLE_END}", self.asset())),
            digest: None,
            ..self.clone()
        }
    }

    /// The same asset of another version, without a digest.
    #[must_use]
    pub fn of_version(&self, version: &Version) -> Self {
        Self {
            version: version.to_string(),
            digest: None,
            ..self.clone()
        }
    }

    /// Whether both are releases of one project.
    #[must_use]
    pub fn is_of_project(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl fmt::Display for ReleaseAsset {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}@{}", self.place(), self.version)?;
        if let Some(asset) = &self.asset {
            write!(formatter, "/{asset}")?;
        }
        match &self.digest {
            Some(digest) => write!(formatter, "#{digest}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_was_written_and_has_a_usual_asset() {
        let digest = Digest::of(b"x");
        let pinned = format!("github://api.github.com/acme/acme@1.2.0#{digest}");
        for (text, asset) in [
            (
                "github://api.github.com/acme/pulumi-acme@1.2.0",
                "acme.wasm",
            ),
            (
                "github://api.github.com/acme/provider@1.2.0-rc.1",
                "provider.wasm",
            ),
            (
                "github://ghe.corp.example:8443/Acme/a_b@1.2.0/x.y.wasm",
                "x.y.wasm",
            ),
            ("gitlab://gitlab.com/1234@1.2.0/acme.wasm", "acme.wasm"),
            (
                "gitlab://gitlab.com/acme/sub/pulumi-acme@1.2.0",
                "acme.wasm",
            ),
            (pinned.as_str(), "acme.wasm"),
        ] {
            let release: ReleaseAsset = text.parse().expect(text);
            assert_eq!(release.to_string(), text);
            assert_eq!(release.asset(), asset);
            assert!(ReleaseAsset::is_meant(text));
        }
        let release: ReleaseAsset = pinned.parse().expect("a name");
        assert_eq!(release.digest(), Some(&digest));
        assert_eq!(release.place(), "github://api.github.com/acme/acme");
        let newer = release.of_version(&Version::new(2, 0, 0));
        assert_eq!(newer.to_string(), "github://api.github.com/acme/acme@2.0.0");
        assert!(newer.is_of_project(&release));
    }

    #[test]
    fn mistakes_are_told() {
        for (text, expected) in [
            ("github://", "after the host comes `/`"),
            (
                "github://api.github.com/acme@1.2.0",
                "an owner and a repository",
            ),
            (
                "github://api.github.com/acme/a/b@1.2.0",
                "an owner and a repository",
            ),
            (
                "github://api.github.com/acme/..@1.2.0",
                "an owner and a repository",
            ),
            (
                "github://api.github.com/acme/provider",
                "comes `@` and a version",
            ),
            (
                "github://api.github.com/acme/provider@v1.2.0",
                "without `v`",
            ),
            (
                "github://api.github.com/acme/provider@latest",
                "is not a version",
            ),
            (
                "github://api.github.com/acme/provider@1.2",
                "is not a version",
            ),
            (
                "github://api.github.com/acme/p@1.2.0/acme.zip",
                "ends in `.wasm`",
            ),
            (
                "github://api.github.com/acme/p@1.2.0/a/b.wasm",
                "the name of an asset",
            ),
            (
                "github://api.github.com/acme/p@1.2.0/%2e.wasm",
                "the name of an asset",
            ),
            ("github://alice@api.github.com/acme/p@1.2.0", "no user"),
            ("github://API.github.com/acme/p@1.2.0", "is not a host"),
            ("github://api.github.com/acme/p?x@1.2.0", "no `?`"),
            (
                "gitlab://gitlab.com/12@1.2.0",
                "write the asset after the version",
            ),
            ("gitlab://gitlab.com/@1.2.0", "the number or the path"),
            ("gitlab://gitlab.com/a@1.2.0#sha256:1", "after `#` comes"),
        ] {
            let error = text.parse::<ReleaseAsset>().expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
        let long = format!(
            "github://api.github.com/acme/{}@1.2.0",
            "a".repeat(MAX_BYTES)
        );
        assert!(long.parse::<ReleaseAsset>().is_err());
    }
}
