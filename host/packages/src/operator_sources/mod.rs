//! The operator's file `sources.yaml`: where components are looked for beside their origin, and how servers are asked.
//!
//! It is read if something is looked for that the store does not have, and not before: a start with a filled store opens none of
//! its files. It permits nothing: what may run is for the policy to say. The format is described in `docs/use/sources.md`.

mod document;
mod file_sources;
mod mirror;
mod setting_location;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use file_sources::{FileSources, RegistryRules, unusable};
pub(crate) use mirror::{MirrorRule, MirrorTarget};
use pulumi_wasm_platform::env as environment;
use pulumi_wasm_registry::{Forge, Reference};
pub(crate) use setting_location::SettingLocation;

use crate::SourceError;
use crate::operator_file::FileKind;

/// The file of the machine, whose entries win over those of its users.
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
    /// A file that a setting names: it must be there.
    pub(crate) named: Option<PathBuf>,
}

impl SourcesFiles {
    /// The machine's file, and the one that the environment names, or, without one, the user's.
    fn of_environment() -> Self {
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

/// What the files say, the first one wins.
#[derive(Debug, Clone, Default)]
pub(crate) struct OperatorSources(Vec<FileSources>);

/// Where the text of a file of sources has mirrors of a reference, in the order in which they are asked. Nothing is asked, and no file but
/// authorities is read.
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
    /// When one of them cannot be read, could have been written by another user, or says something that is not known.
    pub(crate) fn of_environment() -> Result<Self, SourceError> {
        Self::read(&SourcesFiles::of_environment())
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

    /// The setting that nothing is fetched, if there is one.
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

    /// What holds for the copies of an origin: the entry with the longest prefix, in the first file that has one. `origin` is without
    /// tag, version and digest.
    pub(crate) fn mirrors(&self, origin: &str) -> Option<&MirrorRule> {
        self.0.iter().find_map(|file| {
            let mut mirrors = file.mirrors.iter();
            mirrors.find(|rule| rule.rest(origin).is_some())
        })
    }

    /// The rules of each server: of the first file that names it.
    fn registries(&self) -> BTreeMap<&str, &RegistryRules> {
        let mut found = BTreeMap::new();
        for file in &self.0 {
            for (host, rules) in &file.registries {
                found.entry(host.as_str()).or_insert(rules);
            }
        }
        found
    }

    /// The servers below `registries`, and whether they are asked by http.
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

    /// The servers of which the operator says whether they are asked by http. A server with authorities is asked by https.
    pub(crate) fn plain_http(&self) -> BTreeMap<String, bool> {
        let registries = self.registries().into_iter();
        let told = registries.filter_map(|(host, rules)| {
            let is_certified = rules.authorities.as_ref().map(|_| false);
            Some((host.to_owned(), rules.plain_http.or(is_certified)?))
        });
        told.collect()
    }

    /// The servers that may get a token for releases, with the forge of the token. The user's file may add servers, because the token is the user's.
    pub(crate) fn token_servers(&self) -> BTreeMap<String, Forge> {
        let mut found = BTreeMap::new();
        for (host, rules) in self.0.iter().flat_map(|file| &file.registries) {
            if let Some(forge) = rules.token {
                found.entry(host.clone()).or_insert(forge);
            }
        }
        found
    }

    /// The authorities of single servers, as `HOST`, or `HOST:PORT` if the port is not that of https.
    pub(crate) fn authorities(&self) -> BTreeMap<String, Arc<[u8]>> {
        let registries = self.registries().into_iter();
        let with_authorities = registries.filter_map(|(host, rules)| {
            let host = host.strip_suffix(":443").unwrap_or(host);
            Some((host.to_owned(), Arc::clone(rules.authorities.as_ref()?)))
        });
        with_authorities.collect()
    }
}
