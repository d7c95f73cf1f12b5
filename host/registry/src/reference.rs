//! Names of components in registries: `oci://HOST[:PORT]/REPOSITORY[:TAG][@sha256:HEX]`.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use semver::Version;
use url::{Host, Url};

use crate::Digest;

/// `HOST` or `HOST:PORT` of a registry, normalized as in requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryHost(String);

impl FromStr for RegistryHost {
    type Err = String;

    /// Parses the name of a registry.
    ///
    /// # Errors
    /// A sentence with the mistake, and the form.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains('/') {
            return Err("give the host of the registry alone, as in `ghcr.io`".to_owned());
        }
        check_registry(text).map(|()| Self(text.to_owned()))
    }
}

impl RegistryHost {
    /// The name, as typed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RegistryHost {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The scheme of a reference.
pub(crate) const SCHEME: &str = "oci://";
/// The maximum length of a reference without its digest, which recorded references have in addition. A package's
/// value has a reference for each component, and is copied into each checkpoint.
const MAX_BYTES: usize = 512;
/// The longest tag that the OCI distribution specification 1.1 allows.
const MAX_TAG_BYTES: usize = 128;

/// Docker Hub, and the host of its registry.
const DOCKER_HUB: &str = "docker.io";
const DOCKER_HUB_REGISTRY: &str = "registry-1.docker.io";

/// A component in a registry, or all of its versions.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reference {
    /// `HOST` or `HOST:PORT`, as typed. It has no default.
    registry: String,
    /// The name in the registry, as in `acme/provider`.
    repository: String,
    tag: Option<String>,
    /// The digest of the manifest.
    digest: Option<Digest>,
}

impl FromStr for Reference {
    type Err = String;

    /// Parses a reference.
    ///
    /// # Errors
    /// A sentence with the wrong part, and its form.
    fn from_str(text: &str) -> Result<Self, String> {
        let rest = text.strip_prefix(SCHEME).ok_or_else(|| {
            format!("it does not begin with `{SCHEME}`, as in `{SCHEME}ghcr.io/acme/provider`")
        })?;
        let named = text.split('@').next().unwrap_or(text);
        if named.len() > MAX_BYTES {
            return Err(format!(
                "without its digest, it has more than {MAX_BYTES} characters"
            ));
        }
        if rest.contains(['?', '#']) {
            return Err("a reference has neither `?` nor `#`".to_owned());
        }
        let (registry, rest) = rest.split_once('/').ok_or(
            "after the host comes `/` and a repository, as in `oci://ghcr.io/acme/provider:1.2.0`",
        )?;
        check_registry(registry)?;
        let (rest, digest) = match rest.split_once('@') {
            None => (rest, None),
            Some((rest, digest)) => {
                let hex = digest
                    .strip_prefix("sha256:")
                    .ok_or("after `@` comes `sha256:` and 64 hexadecimal digits")?;
                let digest = hex.parse().map_err(
                    |()| "a digest is `sha256:` and 64 hexadecimal digits in lower case",
                )?;
                (rest, Some(digest))
            }
        };
        let (repository, tag) = match rest.split_once(':') {
            None => (rest, None),
            Some((repository, tag)) => (repository, Some(tag)),
        };
        if !is_repository(repository) {
            return Err(
                "a repository is lower-case letters and digits, with `.`, `_`, `-` and `/` between them"
                    .to_owned(),
            );
        }
        if let Some(tag) = tag
            && !Self::is_tag(tag)
        {
            return Err(format!(
                "a tag is up to {MAX_TAG_BYTES} letters, digits, `_`, `.` and `-`, and begins with a letter, a digit or `_`"
            ));
        }
        Ok(Self {
            registry: registry.to_owned(),
            repository: repository.to_owned(),
            tag: tag.map(str::to_owned),
            digest,
        })
    }
}

impl Reference {
    /// Whether a word is meant as a reference, even if it is malformed.
    #[must_use]
    pub fn is_meant(word: &str) -> bool {
        word.starts_with(SCHEME)
    }

    /// The reference that a word stands for if the scheme is put before it: `ghcr.io/acme/provider:1.2.0`. `None` if
    /// the word is rather a path: its first part is not the name of a server, or it has neither a tag nor a digest.
    #[must_use]
    pub fn without_scheme(word: &str) -> Option<Self> {
        let reference: Self = format!("{SCHEME}{word}").parse().ok()?;
        let is_server = reference.registry.contains(['.', ':']) || reference.is_on_this_machine();
        let is_one_build = reference.tag.is_some() || reference.digest.is_some();
        (is_server && is_one_build).then_some(reference)
    }

    /// Parses a reference that a user types now.
    ///
    /// # Errors
    /// A sentence. In addition to malformed references, `docker.io` is refused: other tools accept it, but it is
    /// not the address of Docker Hub's registry.
    pub fn typed(text: &str) -> Result<Self, String> {
        let reference: Self = text.parse()?;
        if reference.registry == DOCKER_HUB {
            Err(format!(
                "`{DOCKER_HUB}` is not the address of Docker Hub's registry: write `{SCHEME}{DOCKER_HUB_REGISTRY}/…`"
            ))
        } else {
            Ok(reference)
        }
    }

    /// Whether a text has the form of a tag.
    pub(crate) fn is_tag(text: &str) -> bool {
        is_tag(text)
    }

    /// `HOST` or `HOST:PORT`.
    #[must_use]
    pub fn registry(&self) -> &str {
        &self.registry
    }

    /// The name in the registry.
    #[must_use]
    pub fn repository(&self) -> &str {
        &self.repository
    }

    /// The tag, if there is one.
    #[must_use]
    pub fn tag(&self) -> Option<&str> {
        self.tag.as_deref()
    }

    /// The digest of the manifest, if there is one.
    #[must_use]
    pub fn digest(&self) -> Option<&Digest> {
        self.digest.as_ref()
    }

    /// The version in the tag, with or without a leading `v`. A version tag is expected to stay on one build.
    /// Other tags, such as `latest` or `1`, are expected to move.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        let tag = self.tag.as_deref()?;
        Version::parse(tag.strip_prefix('v').unwrap_or(tag)).ok()
    }

    /// The same reference, pinned to the manifest with this digest.
    #[must_use]
    pub fn pinned(&self, digest: Digest) -> Self {
        Self {
            digest: Some(digest),
            ..self.clone()
        }
    }

    /// The same reference with another tag, and without a digest.
    #[must_use]
    pub fn tagged(&self, tag: &str) -> Self {
        Self {
            tag: Some(tag.to_owned()),
            digest: None,
            ..self.clone()
        }
    }

    /// Whether both refer to one component: the same repository of the same registry.
    #[must_use]
    pub fn is_of_repository(&self, other: &Self) -> bool {
        (&self.registry, &self.repository) == (&other.registry, &other.repository)
    }

    /// The registry and the repository, for messages.
    #[must_use]
    pub fn place(&self) -> String {
        format!("{}/{}", self.registry, self.repository)
    }

    /// Whether the registry's name stands for this machine.
    #[must_use]
    pub fn is_on_this_machine(&self) -> bool {
        is_on_this_machine(&self.registry)
    }
}

/// Whether a registry's name stands for this machine.
pub(crate) fn is_on_this_machine(registry: &str) -> bool {
    let address = Url::parse(&format!("https://{registry}/"));
    address.is_ok_and(|address| is_loopback(&address))
}

impl fmt::Display for Reference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{SCHEME}{}/{}", self.registry, self.repository)?;
        if let Some(tag) = &self.tag {
            write!(formatter, ":{tag}")?;
        }
        match &self.digest {
            Some(digest) => write!(formatter, "@{digest}"),
            None => Ok(()),
        }
    }
}

/// Whether an address stands for this machine.
pub(crate) fn is_loopback(address: &Url) -> bool {
    match address.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => IpAddr::from(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::from(address).is_loopback(),
        None => false,
    }
}

/// The host must be normalized as in requests, so that a text cannot stand for two hosts.
pub(crate) fn check_registry(registry: &str) -> Result<(), String> {
    let wrong = || {
        format!(
            "`{}` is not a host: a host has lower-case letters, digits, `.` and `-`, or is an IP address, followed by `:PORT` if the port is not 443",
            registry.escape_default()
        )
    };
    if registry.contains('@') {
        return Err(
            "a reference has no user and no password: log in with `pulumi-wasm login HOST` or `docker login HOST`"
                .to_owned(),
        );
    }
    let lower = registry.to_ascii_lowercase();
    if lower != registry && check_registry(&lower).is_ok() {
        return Err(format!(
            "`{registry}` is not a host, because it has capital letters: write `{lower}`"
        ));
    }
    // A default port is removed from a parsed address. The scheme here has a default port that registries do not
    // use.
    let address = Url::parse(&format!("http://{registry}/")).map_err(|_| wrong())?;
    let host = address.host_str().ok_or_else(wrong)?;
    let written = match address.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    };
    let is_plain = host
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-[]:".contains(&byte));
    if is_plain && !host.ends_with('.') && (written == registry || format!("{host}:80") == registry)
    {
        Ok(())
    } else {
        Err(wrong())
    }
}

/// `[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*`, repeated after each `/`.
fn is_repository(name: &str) -> bool {
    name.split('/').all(|part| {
        let is_alphanumeric = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let mut separator = String::new();
        let mut before = false;
        for byte in part.bytes() {
            if is_alphanumeric(byte) {
                let is_allowed = match separator.as_str() {
                    "" => true,
                    "." | "_" | "__" => before,
                    dashes => before && dashes.bytes().all(|byte| byte == b'-'),
                };
                if !is_allowed {
                    return false;
                }
                separator.clear();
                before = true;
            } else if b"._-".contains(&byte) {
                separator.push(char::from(byte));
            } else {
                return false;
            }
        }
        before && separator.is_empty()
    })
}

fn is_tag(tag: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    tag.len() <= MAX_TAG_BYTES
        && tag.bytes().next().is_some_and(is_word)
        && tag
            .bytes()
            .all(|byte| is_word(byte) || b".-".contains(&byte))
}
