//! Whether the new version number fits the changes.

use semver::Version;

use super::change::{Change, Weight};

/// The error of the new version number, or `None` if it fits.
pub(super) fn misfit(old: &str, new: &str, changes: &[Change]) -> Option<String> {
    let (was, is) = (Version::parse(old).ok()?, Version::parse(new).ok()?);
    if is < was {
        return Some(format!("{new} is lower than {old}"));
    }
    let weight = changes.iter().map(|change| change.weight).min()?;
    // Before 1.0.0, the second number has the role of the first.
    let is_early = was.major == 0;
    let (fits, next) = match (weight, is_early) {
        (Weight::Breaking, false) => (is.major > was.major, Version::new(was.major + 1, 0, 0)),
        (Weight::Breaking, true) => (
            is.major > 0 || is.minor > was.minor,
            Version::new(0, was.minor + 1, 0),
        ),
        (Weight::Addition, false) => (
            (is.major, is.minor) > (was.major, was.minor),
            Version::new(was.major, was.minor + 1, 0),
        ),
        (Weight::Addition, true) => (is > was, Version::new(0, was.minor, was.patch + 1)),
    };
    let what = match weight {
        Weight::Breaking => "breaking changes",
        Weight::Addition => "additions",
    };
    (!fits).then(|| format!("{what} need at least {next}, and it is {new}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_held_against_what_changed() {
        let change = |weight| Change {
            weight,
            subject: String::new(),
            place: String::new(),
            what: String::new(),
            help: None,
        };
        let (breaking, addition) = ([change(Weight::Breaking)], [change(Weight::Addition)]);
        for (old, new, changes, fits) in [
            ("1.2.3", "2.0.0", &breaking[..], true),
            ("1.2.3", "1.3.0", &breaking, false),
            ("0.2.3", "0.3.0", &breaking, true),
            ("0.2.3", "0.2.4", &breaking, false),
            ("0.2.3", "1.0.0", &breaking, true),
            ("1.2.3", "1.3.0", &addition, true),
            ("1.2.3", "1.2.4", &addition, false),
            ("0.2.3", "0.2.4", &addition, true),
            ("0.2.3", "0.2.3", &addition, false),
            ("1.2.3", "1.2.3", &[], true),
            ("1.2.3", "1.2.2", &[], false),
        ] {
            assert_eq!(misfit(old, new, changes).is_none(), fits, "{old} {new}");
        }
    }
}
