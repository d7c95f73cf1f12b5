//! The order of versions in an ecosystem.

use std::cmp::Ordering;

use semver::Version;

/// The order of two versions, or `None` if one of them has no place in it.
pub(super) fn compare(ecosystem: &str, left: &str, right: &str) -> Option<Ordering> {
    if ecosystem == "PyPI" {
        let parse = |text: &str| text.parse::<pep440_rs::Version>().ok();
        return Some(parse(left)?.cmp(&parse(right)?));
    }
    Some(semantic(left)?.cmp_precedence(&semantic(right)?))
}

/// A semantic version. Advisories about Go's standard library have versions such as `1.24`, `1.24.0-0` and `go1.24`.
fn semantic(text: &str) -> Option<Version> {
    let text = text.strip_prefix("go").unwrap_or(text);
    let text = text.strip_prefix('v').unwrap_or(text);
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let (numbers, rest) = text.split_at(end.unwrap_or(text.len()));
    let missing = 2_usize.checked_sub(numbers.matches('.').count())?;
    let stage = match rest {
        "" => String::new(),
        rest if rest.starts_with(['-', '+']) => rest.to_owned(),
        // A version of Go before a release: `1.25rc1`.
        rest => format!("-{rest}"),
    };
    format!("{numbers}{}{stage}", ".0".repeat(missing))
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_the_order_of_their_ecosystem() {
        for (ecosystem, left, right, expected) in [
            ("crates.io", "1.9.0", "1.10.0", Some(Ordering::Less)),
            ("npm", "1.0.0-rc.1", "1.0.0", Some(Ordering::Less)),
            ("Go", "1.24", "1.24.0", Some(Ordering::Equal)),
            ("Go", "1.25rc1", "1.25.0", Some(Ordering::Less)),
            ("Go", "go1.24.3", "v1.24.3", Some(Ordering::Equal)),
            ("PyPI", "2.0rc1", "2.0", Some(Ordering::Less)),
            ("PyPI", "1.0.post1", "1.0", Some(Ordering::Greater)),
            ("PyPI", "1!1.0", "2.0", Some(Ordering::Greater)),
            ("npm", "latest", "1.0.0", None),
            ("PyPI", "1.0", "unknown", None),
        ] {
            assert_eq!(compare(ecosystem, left, right), expected, "{left}, {right}");
        }
    }
}
