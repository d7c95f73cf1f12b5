//! The version of the Pulumi engine that the tests need.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

const MODULE: &str = "github.com/pulumi/pulumi/pkg/v3";

/// A version of the engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version(u32, u32, u32);

/// The version that `tests/engine/go.mod` pins.
pub(super) fn pinned_version(sources: &Path) -> Result<Version> {
    let path = sources.join("go.mod");
    let text =
        fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    text.lines()
        .find_map(|line| line.trim().strip_prefix(MODULE)?.trim().strip_prefix('v'))
        .and_then(Version::parse)
        .with_context(|| format!("{} does not require {MODULE}", path.display()))
}

impl Version {
    /// Reads `3.259.0`; a suffix after the patch number is left out of account.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let release = text.split(['-', '+', ' ']).next()?;
        let mut numbers = release.split('.').map(|number| number.parse().ok());
        Some(Self(numbers.next()??, numbers.next()??, numbers.next()??))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions_are_compared_by_number() {
        let version = |text| Version::parse(text);
        assert!(version("3.259.0") > version("3.99.12"));
        assert!(version("3.260.0-alpha.1+dirty") > version("3.259.0"));
        assert!(version("3").is_none());
    }
}
