//! Names of components in registries: `oci://HOST[:PORT]/REPOSITORY[:TAG][@sha256:HEX]`.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use semver::Version;
use url::{Host, Url};

use super::Digest;

/// The scheme of a reference.
pub(crate) const SCHEME: &str = "oci://";
/// The longest reference without its digest, which is behind each recorded one: a value of a package has one for each component, and is
/// copied into each checkpoint.
const MOST_BYTES: usize = 512;
/// The longest tag, by the OCI distribution specification 1.1.
const MOST_TAG_BYTES: usize = 128;

/// Docker Hub, and the host at which its registry answers.
const DOCKER_HUB: &str = "docker.io";
const DOCKER_HUB_REGISTRY: &str = "registry-1.docker.io";

/// A component, or all versions of it, in a registry.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reference {
    /// `HOST` or `HOST:PORT`, as it is typed. It is never implied.
    registry: String,
    /// The name in the registry, as in `acme/provider`.
    repository: String,
    tag: Option<String>,
    /// The digest of the manifest.
    digest: Option<Digest>,
}

impl FromStr for Reference {
    type Err = String;

    /// Reads a reference.
    ///
    /// # Errors
    /// A sentence: the part that is wrong, and its form.
    fn from_str(text: &str) -> Result<Self, String> {
        let rest = text
            .strip_prefix(SCHEME)
            .ok_or_else(|| format!("it does not begin with `{SCHEME}`"))?;
        let named = text.split('@').next().unwrap_or(text);
        if named.len() > MOST_BYTES {
            return Err(format!(
                "without its digest, it has more than {MOST_BYTES} characters"
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
                "a tag is up to {MOST_TAG_BYTES} letters, digits, `_`, `.` and `-`, and begins with a letter, a digit or `_`"
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
    /// Whether a word is meant as a reference, well-formed or not.
    #[must_use]
    pub fn is_meant(word: &str) -> bool {
        word.starts_with(SCHEME)
    }

    /// Reads a reference that somebody types now.
    ///
    /// # Errors
    /// A sentence, also for a name of Docker Hub that is not the address of its registry, though other tools take it for that.
    pub fn typed(text: &str) -> Result<Self, String> {
        let reference: Self = text.parse()?;
        match reference.registry == DOCKER_HUB {
            false => Ok(reference),
            true => Err(format!(
                "`{DOCKER_HUB}` is not the address of Docker Hub's registry: write `{SCHEME}{DOCKER_HUB_REGISTRY}/…`"
            )),
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

    /// The version that the tag says, with or without `v` before it. Such a tag stands for one build for ever; any other
    /// one, such as `latest` or `1`, is expected to move.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        let tag = self.tag.as_deref()?;
        Version::parse(tag.strip_prefix('v').unwrap_or(tag)).ok()
    }

    /// The same, held to the manifest with this digest.
    #[must_use]
    pub fn pinned(&self, digest: Digest) -> Self {
        Self {
            digest: Some(digest),
            ..self.clone()
        }
    }

    /// The same with another tag, and no digest.
    #[must_use]
    pub fn tagged(&self, tag: &str) -> Self {
        Self {
            tag: Some(tag.to_owned()),
            digest: None,
            ..self.clone()
        }
    }

    /// Whether both name versions of one component: the same repository of the same registry.
    #[must_use]
    pub fn is_of_repository(&self, other: &Self) -> bool {
        (&self.registry, &self.repository) == (&other.registry, &other.repository)
    }

    /// The registry and the repository, for messages.
    #[must_use]
    pub fn place(&self) -> String {
        format!("{}/{}", self.registry, self.repository)
    }

    /// Whether the registry is on this machine, by the way it is written.
    #[must_use]
    pub fn is_on_this_machine(&self) -> bool {
        is_on_this_machine(&self.registry)
    }
}

/// Whether the name of a registry names this machine.
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

/// Whether an address names this machine.
pub(crate) fn is_loopback(address: &Url) -> bool {
    match address.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => IpAddr::from(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::from(address).is_loopback(),
        None => false,
    }
}

/// A host is written in the one form that it has in requests, so that no text means two hosts.
pub(crate) fn check_registry(registry: &str) -> Result<(), String> {
    let wrong = || {
        format!(
            "`{}` is not a host: it is lower-case letters, digits, `.` and `-`, or an address, with `:PORT` behind it if it is \
             not 443",
            registry.escape_default()
        )
    };
    if registry.contains('@') {
        return Err(
            "a reference has no user and no password: `pulumi-wasm login HOST` keeps them, or `docker login HOST`"
                .to_owned(),
        );
    }
    // A port that is the default of a scheme disappears from an address: this scheme has another one.
    let address = Url::parse(&format!("http://{registry}/")).map_err(|_| wrong())?;
    let host = address.host_str().ok_or_else(wrong)?;
    let written = match address.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    };
    let is_plain = host
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-[]:".contains(&byte));
    match is_plain
        && !host.ends_with('.')
        && (written == registry || format!("{host}:80") == registry)
    {
        true => Ok(()),
        false => Err(wrong()),
    }
}

/// `[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*`, and the same again after each `/`.
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
    tag.len() <= MOST_TAG_BYTES
        && tag.bytes().next().is_some_and(is_word)
        && tag
            .bytes()
            .all(|byte| is_word(byte) || b".-".contains(&byte))
}
