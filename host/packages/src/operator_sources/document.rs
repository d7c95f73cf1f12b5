//! The YAML of a file of sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pulumi_wasm_registry::{Forge, RegistryHost};
use serde::Deserialize;
use serde_saphyr::{Location, Spanned};

use crate::operator_file::{FileKind, present};
use crate::operator_sources::mirror::{MirrorRule, MirrorTarget};
use crate::operator_sources::{FileSources, RegistryRules, SettingLocation, mirror, unusable};
use crate::yaml::Malformed;
use crate::{SourceError, operator_file, regular_file};

const HINT: &str = "correct the line; `docs/use/sources.md` describes the format. Until then the plugin fetches nothing, and components in the store run";
/// Far more than a file of authorities has.
const MAX_CA_BYTES: u64 = 4 << 20;
/// A user who can write the authorities can pose as the server, so the file is judged like `sources.yaml` itself.
const AUTHORITIES: FileKind = FileKind {
    page: "docs/use/sources.md",
    unneeded: "with its line",
    shorter: "put the authorities of that server there, in PEM",
};

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Document {
    #[serde(deserialize_with = "present")]
    mirrors: Option<Vec<Spanned<Mirror>>>,
    #[serde(deserialize_with = "present")]
    folders: Option<Vec<Spanned<String>>>,
    #[serde(deserialize_with = "present")]
    registries: Option<BTreeMap<String, Spanned<Registry>>>,
    #[serde(deserialize_with = "present")]
    offline: Option<Spanned<bool>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mirror {
    from: Spanned<String>,
    to: Spanned<Vec<Spanned<String>>>,
    #[serde(default, deserialize_with = "present")]
    tags: Option<Spanned<bool>>,
    #[serde(default, deserialize_with = "present")]
    only: Option<Spanned<bool>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Registry {
    #[serde(deserialize_with = "present")]
    ca: Option<Spanned<String>>,
    #[serde(rename = "plain-http", deserialize_with = "present")]
    plain_http: Option<bool>,
    #[serde(deserialize_with = "present")]
    token: Option<Spanned<String>>,
}

/// Parses the text of a file. The entries of earlier files also decide whether a server is asked over plain HTTP.
///
/// # Errors
/// The error contains the line of the first mistake.
pub(super) fn parse(
    file: &Path,
    text: &str,
    earlier: &BTreeMap<String, bool>,
) -> Result<FileSources, SourceError> {
    let document: Document = operator_file::parse(text)
        .map_err(|Malformed { line, reason }| unusable(file, line, &reason, HINT))?;
    let registries = document.registries.iter().flatten();
    let own = registries.filter(|(host, registry)| {
        registry.value.plain_http == Some(true) && !earlier.contains_key(*host)
    });
    let own = own.map(|(host, _)| host.clone());
    let earlier = earlier.iter().filter(|(_, is_plain)| **is_plain);
    let earlier = earlier.map(|(host, _)| host.clone());
    let reader = Reader {
        file,
        plain_hosts: earlier.chain(own).collect(),
    };
    let mut found = FileSources {
        file: file.to_owned(),
        ..FileSources::default()
    };
    for mirror in document.mirrors.into_iter().flatten() {
        let line = mirror.referenced;
        let rule = reader.mirror(mirror.value)?;
        let is_same = |known: &MirrorRule| known.from() == rule.from();
        if found.mirrors.iter().any(is_same) {
            let reason = format!("`{}` has two entries", rule.from());
            return Err(reader.mistake(line, &reason));
        }
        found.mirrors.push(rule);
    }
    let longest = |rule: &MirrorRule| std::cmp::Reverse(rule.from().len());
    found.mirrors.sort_by_key(longest);
    for folder in document.folders.into_iter().flatten() {
        found.folders.push(reader.absolute(&folder, "folder")?);
    }
    for (host, registry) in document.registries.into_iter().flatten() {
        let line = registry.referenced;
        let checked = host.parse::<RegistryHost>();
        checked.map_err(|reason| reader.mistake(line, &reason))?;
        let rules = reader.registry(registry.value)?;
        found.registries.insert(host, rules);
    }
    found.offline = document.offline.map(|offline| {
        let place = reader.place("offline", offline.referenced);
        (offline.value, place)
    });
    Ok(found)
}

/// Parses the parts of one file.
struct Reader<'a> {
    file: &'a Path,
    /// The servers that may be asked over plain HTTP.
    plain_hosts: BTreeSet<String>,
}

impl Reader<'_> {
    fn place(&self, key: &str, location: Location) -> SettingLocation {
        SettingLocation {
            key: key.to_owned(),
            file: self.file.to_owned(),
            line: location.line(),
        }
    }

    fn mistake(&self, location: Location, reason: &str) -> SourceError {
        unusable(self.file, Some(location.line()), reason, HINT)
    }

    fn mirror(&self, mirror: Mirror) -> Result<MirrorRule, SourceError> {
        let from = &mirror.from.value;
        let checked = mirror::check_from(from);
        checked.map_err(|reason| self.mistake(mirror.from.referenced, &reason))?;
        let targets = mirror.to.value.iter().map(|target| {
            let is_plain = |host: &str| self.plain_hosts.contains(host);
            let read = MirrorTarget::parse(&target.value, from, is_plain);
            read.map_err(|reason| self.mistake(target.referenced, &reason))
        });
        let targets = targets.collect::<Result<Vec<_>, _>>()?;
        if targets.is_empty() {
            return Err(self.mistake(mirror.to.referenced, "`to` names no mirror"));
        }
        let tags = mirror.tags.filter(|tags| tags.value);
        if let Some(tags) = &tags
            && !(mirror::is_of_registry(from) && mirror::can_answer_tags(&targets))
        {
            let reason = "only a registry can resolve tags, and `to` does not name a registry";
            return Err(self.mistake(tags.referenced, reason));
        }
        let only = mirror.only.filter(|only| only.value);
        let mut rule = MirrorRule::new(from, targets);
        rule.tags = tags.is_some();
        rule.only = only.map(|only| self.place("only", only.referenced));
        Ok(rule)
    }

    fn registry(&self, registry: Registry) -> Result<RegistryRules, SourceError> {
        let authorities = registry.ca.map(|ca| self.authorities(&ca)).transpose()?;
        let token = registry.token.map(|token| self.token(&token)).transpose()?;
        Ok(RegistryRules {
            authorities,
            plain_http: registry.plain_http,
            token,
        })
    }

    /// The forge whose token a server may get.
    fn token(&self, variable: &Spanned<String>) -> Result<Forge, SourceError> {
        Forge::of_token_variable(&variable.value).ok_or_else(|| {
            let known = Forge::ALL.map(Forge::token_variable);
            let reason = format!(
                "`{}` is not a variable with a token for releases; write `{}`",
                variable.value,
                known.join("` or `")
            );
            self.mistake(variable.referenced, &reason)
        })
    }

    /// The certificates of a file of authorities.
    fn authorities(&self, ca: &Spanned<String>) -> Result<Arc<[u8]>, SourceError> {
        let file = self.absolute(ca, "file")?;
        let failed = |reason: &str| {
            let reason = format!("the authorities in `{}` cannot be used: {reason}", ca.value);
            self.mistake(ca.referenced, &reason)
        };
        // A device is not even opened for reading.
        regular_file::open(&file).map_err(|error| failed(&error.to_string()))?;
        let bytes = AUTHORITIES.read_bytes(&file, MAX_CA_BYTES);
        let bytes = bytes.map_err(|error| failed(&error.reason))?;
        let bytes = bytes.ok_or_else(|| failed("there is no such file"))?;
        let checked = pulumi_wasm_network::check_authorities(&bytes);
        checked.map_err(|reason| failed(&reason))?;
        Ok(bytes.into())
    }

    /// A path that does not depend on the working folder.
    fn absolute(&self, path: &Spanned<String>, what: &str) -> Result<PathBuf, SourceError> {
        let found = PathBuf::from(&path.value);
        if found.is_absolute() {
            return Ok(found);
        }
        let reason = format!(
            "the {what} `{}` is not an absolute path, so it would depend on the folder of the command",
            path.value
        );
        Err(self.mistake(path.referenced, &reason))
    }
}
