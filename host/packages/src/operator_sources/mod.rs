//! The operator's file `sources.yaml`: mirrors of components, and how servers are asked.
//!
//! It is read only if the store lacks something: a start with a filled store opens none of its files. It permits
//! nothing: the policy decides which components may run. The format is described in `docs/use/sources.md`.

mod document;
mod mirror;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pulumi_wasm_platform::env as environment;
use pulumi_wasm_registry::{Forge, Reference};

use crate::SourceError;
use crate::operator_file::FileKind;
pub(crate) use crate::operator_sources::mirror::{MirrorRule, MirrorTarget};

/// The machine's file. Its entries win over the entries of users' files.
const MACHINE: &str = "/etc/pulumi-wasm/sources.yaml";
const KIND: FileKind = FileKind {
    page: "docs/use/sources.md",
    unneeded: "if components are fetched from their origins alone",
    shorter: "make it shorter; an entry of `mirrors` stands for all repositories below its `from`",
};

/// The places of such files.
#[derive(Debug, Clone, Default)]
pub(crate) struct SourcesFiles {
    /// Files that apply if they exist; the first one wins.
    pub(crate) optional: Vec<PathBuf>,
    /// A file that a setting names. The file must exist.
    pub(crate) named: Option<PathBuf>,
}

impl SourcesFiles {
    /// The machine's file, and a second file: the one that the environment names, or else the user's file.
    fn from_environment() -> Self {
        let named = environment::named_sources();
        let users = environment::user_sources().filter(|_| named.is_none());
        Self {
            optional: std::iter::once(PathBuf::from(MACHINE))
                .chain(users)
                .collect(),
            named,
        }
    }
}

/// The contents of the files. The first file wins.
#[derive(Debug, Clone, Default)]
pub(crate) struct OperatorSources(Vec<FileSources>);

/// The places of the mirrors of a reference in the text of a file of sources, in the order in which they are asked.
/// Sends no request, and reads no file except certificate authorities.
///
/// # Errors
/// With the line of the first mistake in the text.
pub fn mirrored_places(text: &str, origin: &Reference) -> Result<Vec<String>, SourceError> {
    let file = document::parse(Path::new("sources.yaml"), text, &BTreeMap::new())?;
    let sources = OperatorSources(vec![file]);
    let name = format!("oci://{}", origin.place());
    let Some(rule) = sources.mirrors(&name) else {
        return Ok(Vec::new());
    };
    let place = |target: &MirrorTarget| match target {
        MirrorTarget::Registry(prefix) => {
            let rest = rule.rest(&name).unwrap_or_default();
            let there = MirrorTarget::reference(prefix, rest, origin).ok();
            there.map(|there| there.to_string())
        }
        MirrorTarget::Address(_) => {
            let file = origin.digest().and_then(|digest| target.file(digest));
            file.map(|file| file.to_string())
        }
    };
    Ok(rule.to.iter().filter_map(place).collect())
}

impl OperatorSources {
    /// Reads the files of this machine and of the user.
    ///
    /// # Errors
    /// If one of them cannot be read, could have been written by another user, or contains an unknown key.
    pub(crate) fn from_environment() -> Result<Self, SourceError> {
        Self::read(&SourcesFiles::from_environment())
    }

    /// Reads files.
    ///
    /// # Errors
    /// Likewise.
    pub(crate) fn read(files: &SourcesFiles) -> Result<Self, SourceError> {
        let mut read = Self::default();
        let optional = files.optional.iter().map(|file| (file, false));
        let named = files.named.iter().map(|file| (file, true));
        for (file, has_to_exist) in optional.chain(named) {
            let text = KIND.read(file);
            match text.map_err(|error| unusable(file, None, &error.reason, error.hint))? {
                Some(text) => {
                    let file = document::parse(file, &text, &read.known_servers())?;
                    read.0.push(file);
                }
                None if has_to_exist => {
                    let hint = format!(
                        "`{}` names it: put the file there, or unset the variable",
                        environment::SOURCES
                    );
                    return Err(unusable(file, None, "there is no such file", hint));
                }
                None => {}
            }
        }
        Ok(read)
    }

    /// The setting that forbids fetching, if there is one.
    pub(crate) fn offline(&self) -> Option<&SettingLocation> {
        let mut files = self.0.iter();
        let (offline, place) = files.find_map(|file| file.offline.as_ref())?;
        offline.then_some(place)
    }

    /// The folders with copies, and the files that name them.
    pub(crate) fn folders(&self) -> impl Iterator<Item = (&Path, &Path)> {
        self.0.iter().flat_map(|read| {
            let folders = read.folders.iter();
            folders.map(|folder| (folder.as_path(), read.file.as_path()))
        })
    }

    /// The mirror rule for an origin: the entry with the longest prefix, in the first file that has one. `origin` is
    /// without tag, version and digest.
    pub(crate) fn mirrors(&self, origin: &str) -> Option<&MirrorRule> {
        self.0.iter().find_map(|file| {
            let mut mirrors = file.mirrors.iter();
            mirrors.find(|rule| rule.rest(origin).is_some())
        })
    }

    /// The rules for each server, from the first file that names it.
    fn registries(&self) -> BTreeMap<&str, &RegistryRules> {
        let mut found = BTreeMap::new();
        for file in &self.0 {
            for (host, rules) in &file.registries {
                found.entry(host.as_str()).or_insert(rules);
            }
        }
        found
    }

    /// The servers below `registries`, and whether they are asked over plain HTTP.
    fn known_servers(&self) -> BTreeMap<String, bool> {
        let registries = self.registries().into_iter();
        let known =
            registries.map(|(host, rules)| (host.to_owned(), rules.plain_http == Some(true)));
        known.collect()
    }

    /// Whether a server is among `registries`: then somebody on this machine knows it.
    pub(crate) fn names(&self, host: &str) -> bool {
        self.0.iter().any(|file| file.registries.contains_key(host))
    }

    /// The servers that the operator allows or forbids plain http for. A server with certificate authorities is asked
    /// over HTTPS.
    pub(crate) fn plain_http(&self) -> BTreeMap<String, bool> {
        let registries = self.registries().into_iter();
        let told = registries.filter_map(|(host, rules)| {
            let is_certified = rules.authorities.as_ref().map(|_| false);
            Some((host.to_owned(), rules.plain_http.or(is_certified)?))
        });
        told.collect()
    }

    /// The servers that may get a token for releases, with the forge of the token. The user's file may add servers,
    /// because the token is the user's.
    pub(crate) fn token_servers(&self) -> BTreeMap<String, Forge> {
        let mut found = BTreeMap::new();
        for (host, rules) in self.0.iter().flat_map(|file| &file.registries) {
            if let Some(forge) = rules.token {
                found.entry(host.clone()).or_insert(forge);
            }
        }
        found
    }

    /// The certificate authorities of single servers, by `HOST`, or `HOST:PORT` if the port is not 443.
    pub(crate) fn authorities(&self) -> BTreeMap<String, Arc<[u8]>> {
        let registries = self.registries().into_iter();
        let with_authorities = registries.filter_map(|(host, rules)| {
            let host = host.strip_suffix(":443").unwrap_or(host);
            Some((host.to_owned(), Arc::clone(rules.authorities.as_ref()?)))
        });
        with_authorities.collect()
    }
}

/// The contents of one file.
#[derive(Debug, Clone, Default)]
pub(super) struct FileSources {
    pub(super) file: PathBuf,
    /// The longest prefix first.
    pub(super) mirrors: Vec<MirrorRule>,
    /// Absolute.
    pub(super) folders: Vec<PathBuf>,
    pub(super) registries: BTreeMap<String, RegistryRules>,
    pub(super) offline: Option<(bool, SettingLocation)>,
}

/// The settings for one server.
#[derive(Debug, Clone, Default)]
pub(super) struct RegistryRules {
    /// Valid certificates of certificate authorities, in PEM.
    pub(super) authorities: Option<Arc<[u8]>>,
    /// Whether it is asked over plain HTTP, if the operator decided that.
    pub(super) plain_http: Option<bool>,
    /// The forge whose token the server may get, if the file names one.
    pub(super) token: Option<Forge>,
}

/// A file that cannot be used.
pub(super) fn unusable(
    file: &Path,
    line: Option<u64>,
    reason: &str,
    hint: impl Into<String>,
) -> SourceError {
    let line = line.map(|line| format!(", line {line},"));
    SourceError::new(format!(
        "the operator's file `{}`{} cannot be used: {reason}",
        file.display(),
        line.unwrap_or_default()
    ))
    .hint(hint)
}

/// The place of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SettingLocation {
    /// The path of keys of the setting.
    pub(super) key: String,
    pub(super) file: PathBuf,
    pub(super) line: u64,
}

impl fmt::Display for SettingLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "`{}` in the operator's file `{}`, line {}",
            self.key,
            self.file.display(),
            self.line
        )
    }
}
