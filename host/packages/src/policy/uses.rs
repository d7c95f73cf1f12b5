//! The packages that components may declare resources of.

use std::collections::BTreeMap;
use std::str::FromStr;

use semver::{Version, VersionReq};

use crate::policy::RuleLocation;

/// The key of the rule for packages that have none.
const OTHERS: &str = "*";

/// A package that components may use: a name, with `*` at its end for any further characters, and versions after `@`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UsedPattern {
    name: String,
    /// `None` for all versions.
    versions: Option<VersionReq>,
}

impl UsedPattern {
    fn covers_name(&self, used: &str) -> bool {
        match self.name.strip_suffix('*') {
            Some(start) => used.starts_with(start),
            None => self.name == used,
        }
    }

    /// Whether it covers a version as a manifest names it. A manifest without a version leaves it open, so it is
    /// outside of all bounds.
    fn covers_version(&self, version: &str) -> bool {
        let Some(versions) = &self.versions else {
            return true;
        };
        Version::parse(version).is_ok_and(|version| versions.matches(&version))
    }
}

impl FromStr for UsedPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, versions) = match text.split_once('@') {
            Some((name, versions)) => (name, Some(versions)),
            None => (text, None),
        };
        let start = name.strip_suffix('*').unwrap_or(name);
        if name.is_empty() || start.contains(['*', ':', '/', ' ']) {
            return Err(format!(
                "`{name}` is not the name of a package; `*` may stand at its end"
            ));
        }
        let versions = versions.map(VersionReq::parse).transpose();
        let versions = versions.map_err(|error| {
            format!("`{text}` has no versions behind the `@`, as in `random@>=4.16, <5`: {error}")
        })?;
        Ok(Self {
            name: name.to_owned(),
            versions,
        })
    }
}

/// Why a policy forbids a package to use another package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForbiddenUse {
    rule: String,
    /// The version that the manifest names, if a rule lists other versions of the package; empty if the manifest names
    /// none.
    version: Option<String>,
}

impl ForbiddenUse {
    /// The reason against using a package of this name, as it is shown to people.
    #[must_use]
    pub fn against(&self, used: &str) -> String {
        let rule = &self.rule;
        match self.version.as_deref() {
            None => format!("{rule} does not list the package `{used}`"),
            Some("") => format!(
                "{rule} lists versions of the package `{used}`, and the manifest names no version"
            ),
            Some(version) => {
                format!("{rule} does not list the version {version} of the package `{used}`")
            }
        }
    }
}

/// One policy's rules, by the package of the component.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct UseRules(BTreeMap<String, (Vec<UsedPattern>, RuleLocation)>);

impl UseRules {
    /// Adds the rule of a package.
    pub(super) fn add(&mut self, package: String, used: Vec<UsedPattern>, place: RuleLocation) {
        self.0.insert(package, (used, place));
    }

    /// Whether a rule bounds a package.
    pub(super) fn has_rule(&self, package: &str) -> bool {
        self.0.contains_key(package) || self.0.contains_key(OTHERS)
    }

    /// Why the rules forbid a package to use another package, in the version that its manifest names.
    pub(super) fn against(&self, package: &str, used: &str, version: &str) -> Option<ForbiddenUse> {
        let rule = self.0.get(package).or_else(|| self.0.get(OTHERS));
        let (allowed, place) = rule?;
        let mut named = allowed
            .iter()
            .filter(|pattern| pattern.covers_name(used))
            .peekable();
        let is_named = named.peek().is_some();
        if named.any(|pattern| pattern.covers_version(version)) {
            return None;
        }
        Some(ForbiddenUse {
            rule: place.to_string(),
            version: is_named.then(|| version.to_owned()),
        })
    }
}
