//! An advisory in the [OSV format](https://ossf.github.io/osv-schema/). Members that the comparison does not need are ignored.

use serde::{Deserialize, Deserializer};

/// A vulnerability, and the packages that have it.
#[derive(Debug, Deserialize)]
pub(super) struct Advisory {
    pub(super) id: String,
    pub(super) summary: Option<String>,
    #[serde(default, deserialize_with = "list_or_null")]
    pub(super) aliases: Vec<String>,
    /// The time at which its authors took it back.
    pub(super) withdrawn: Option<String>,
    #[serde(default, deserialize_with = "list_or_null")]
    pub(super) affected: Vec<Affected>,
}

/// The affected versions of a package.
#[derive(Debug, Deserialize)]
pub(super) struct Affected {
    /// `None` if only a repository is named.
    pub(super) package: Option<PackageName>,
    #[serde(default, deserialize_with = "list_or_null")]
    pub(super) ranges: Vec<Range>,
    #[serde(default, deserialize_with = "list_or_null")]
    pub(super) versions: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct PackageName {
    pub(super) ecosystem: String,
    pub(super) name: String,
}

/// Versions between events.
#[derive(Debug, Deserialize)]
pub(super) struct Range {
    #[serde(rename = "type")]
    pub(super) kind: RangeKind,
    /// The repository whose commits the events name.
    pub(super) repo: Option<String>,
    #[serde(default, deserialize_with = "list_or_null")]
    pub(super) events: Vec<Event>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum RangeKind {
    /// Events are commits.
    #[serde(rename = "GIT")]
    Git,
    #[serde(rename = "SEMVER")]
    Semver,
    /// Versions are ordered by the rules of the ecosystem.
    #[serde(rename = "ECOSYSTEM")]
    Ecosystem,
}

/// A version at which the vulnerability began or ended.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Event {
    pub(super) introduced: Option<String>,
    pub(super) fixed: Option<String>,
    pub(super) last_affected: Option<String>,
    /// The range says nothing about this version and later ones. `*` is later than each version.
    pub(super) limit: Option<String>,
}

/// Reads a list. The format allows `null` for an empty one.
fn list_or_null<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

impl Advisory {
    /// Whether the advisory has one of these ids, or an alias that is among them.
    pub(super) fn has_one_of(&self, ids: &[String]) -> bool {
        let mut names = std::iter::once(&self.id).chain(&self.aliases);
        names.any(|name| ids.contains(name))
    }
}
