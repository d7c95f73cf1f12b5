//! Mirrors: servers with copies of the components of an origin.

use pulumi_wasm_registry::{HostedFile, Reference, RegistryHost, WebFile};

use crate::operator_sources::SettingLocation;
use crate::{Digest, Source};

/// The scheme of registries.
const REGISTRY: &str = "oci://";
/// The place of a component's digest in the address of a copy.
const DIGEST: &str = "{sha256}";

/// An entry of `mirrors`.
#[derive(Debug, Clone)]
pub(crate) struct MirrorRule {
    /// Ends at `/`.
    from: String,
    /// In the order in which they are asked.
    pub(crate) to: Vec<MirrorTarget>,
    /// Whether tags are looked up there too.
    pub(super) tags: bool,
    /// The setting that excludes the origin.
    pub(crate) only: Option<SettingLocation>,
}

/// A mirror.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MirrorTarget {
    /// A prefix of references, which ends at `/`.
    Registry(String),
    /// An address with a placeholder for the digest.
    Address(String),
}

impl MirrorRule {
    /// The part of an origin after the prefix; `None` for another origin.
    pub(crate) fn rest<'a>(&self, origin: &'a str) -> Option<&'a str> {
        let rest = origin.strip_prefix(&self.from)?;
        (!rest.is_empty()).then_some(rest)
    }

    /// An entry whose mirrors were already judged.
    pub(super) fn new(from: &str, to: Vec<MirrorTarget>) -> Self {
        Self {
            from: from.to_owned(),
            to,
            tags: false,
            only: None,
        }
    }

    /// The prefix.
    pub(super) fn from(&self) -> &str {
        &self.from
    }

    /// Whether tags may be looked up at a mirror.
    pub(crate) fn answers_tags(&self) -> bool {
        self.tags
    }

    /// Whether the operator forbids resolving tags.
    pub(crate) fn is_closed_to_tags(&self) -> bool {
        self.only.is_some() && !self.tags
    }
}

impl MirrorTarget {
    /// Reads a mirror. `is_plain` says whether a server may be asked over plain HTTP.
    ///
    /// # Errors
    /// A sentence with the mistake and the expected form.
    pub(super) fn parse(
        text: &str,
        from: &str,
        is_plain: impl Fn(&str) -> bool,
    ) -> Result<Self, String> {
        if Reference::is_meant(text) {
            let is_prefix = text.ends_with('/') && Reference::typed(&format!("{text}x:1")).is_ok();
            return match (is_prefix, Reference::is_meant(from)) {
                (false, _) => Err(format!(
                    "`{text}` is not a mirror: write the host and `/`, or a prefix of repositories that ends at `/`, as in \
                     `oci://mirror.corp.example/ghcr/`"
                )),
                (true, false) => Err(format!(
                    "`{text}` is a registry, and `{from}` is not; give an address with `{DIGEST}`"
                )),
                (true, true) => Ok(Self::Registry(text.to_owned())),
            };
        }
        if !text.contains(DIGEST) {
            return Err(format!(
                "`{text}` is not a mirror: write `oci://HOST/PREFIX/`, or an address with `{DIGEST}` in it"
            ));
        }
        let target = Self::Address(text.to_owned());
        let file = target.checked_file(&Digest::of(b""))?;
        let judged = file.require_https(is_plain);
        judged.map_err(|reason| {
            format!(
                "`{text}` is not the address of a copy: {reason}, or set `plain-http: true` for its host below `registries`"
            )
        })?;
        Ok(target)
    }

    /// The reference of a mirror's copy.
    ///
    /// # Errors
    /// A sentence with the reason, if the name gets too long there.
    pub(crate) fn reference(
        prefix: &str,
        rest: &str,
        origin: &Reference,
    ) -> Result<Reference, String> {
        let mut text = format!("{prefix}{rest}");
        if let Some(tag) = origin.tag() {
            text = format!("{text}:{tag}");
        }
        let reference: Result<Reference, String> = text.parse();
        let reference = reference.map_err(|reason| format!("`{text}`: {reason}"))?;
        Ok(match origin.digest() {
            Some(digest) => reference.pinned(digest.clone()),
            None => reference,
        })
    }

    /// The address of the copy with a digest, if it is at an address.
    pub(crate) fn file(&self, digest: &Digest) -> Option<HostedFile> {
        self.checked_file(digest).ok().map(HostedFile::Web)
    }

    fn checked_file(&self, digest: &Digest) -> Result<WebFile, String> {
        let Self::Address(address) = self else {
            return Err("it is a registry".to_owned());
        };
        // Whether plain http is allowed was judged when the file was read.
        let file = WebFile::with_any_scheme(&address.replace(DIGEST, digest.hex()));
        let file =
            file.map_err(|reason| format!("`{address}` is not the address of a copy: {reason}"))?;
        match file.digest() {
            None => Ok(file.pinned(digest.clone())),
            Some(_) => Err(format!(
                "`{address}` is not the address of a copy: leave out what comes after `#`"
            )),
        }
    }
}

/// Checks that a text is a prefix of sources.
///
/// # Errors
/// A sentence with the mistake and the expected form.
pub(super) fn check_from(text: &str) -> Result<(), String> {
    let malformed = |reason: &str| {
        Err(format!(
            "`{text}` is not a prefix of sources: {reason}, as in `oci://ghcr.io/` or `https://acme.com/components/`"
        ))
    };
    if !text.ends_with('/') {
        return malformed("it ends at `/`");
    }
    let Some((scheme, rest)) = text.split_once("://") else {
        return malformed("it begins with a scheme and a host");
    };
    let Some((host, _)) = rest.split_once('/') else {
        return malformed("after the scheme comes a host");
    };
    if let Err(reason) = host.parse::<RegistryHost>() {
        return malformed(&reason);
    }
    // An example of a source with this prefix.
    let examples: &[&str] = match scheme {
        "oci" => &["x:1"],
        "https" | "http" => &["x.wasm"],
        "github" | "gitlab" => &["x/y@1.0.0/x.wasm", "y@1.0.0/x.wasm"],
        _ => return malformed("it begins with `oci://`, `https://`, `github://` or `gitlab://`"),
    };
    let mut reason = String::new();
    for example in examples {
        match Source::parse(&format!("{text}{example}")) {
            Ok(_) => return Ok(()),
            Err(error) => reason = error,
        }
    }
    malformed(&reason)
}

/// Whether one of the mirrors can look up tags.
pub(super) fn can_answer_tags(to: &[MirrorTarget]) -> bool {
    to.iter()
        .any(|target| matches!(target, MirrorTarget::Registry(_)))
}

/// Whether a prefix is for registries.
pub(super) fn is_of_registry(from: &str) -> bool {
    from.starts_with(REGISTRY)
}
