//! Whether an advisory concerns a package.

use std::cmp::Ordering;

use pulumi_wasm_packages::packages_section::{ContainedPackage, PROJECT, RUNTIME};

use super::advisory::{Advisory, Affected, PackageName, Range, RangeKind};
use super::version::compare;

/// An advisory about a package of the component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) id: String,
    pub(super) aliases: Vec<String>,
    pub(super) summary: Option<String>,
    pub(super) package: ContainedPackage,
    /// Whether the versions say that the package is affected. Otherwise they could not be compared.
    pub(super) is_certain: bool,
    /// The versions without the vulnerability.
    pub(super) fixed: Vec<String>,
}

/// The verdict of the versions in an advisory about a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Unaffected,
    Undecided,
    Affected,
}

/// The packages that an advisory affects.
pub(super) fn find<'a>(
    advisory: &'a Advisory,
    packages: &'a [ContainedPackage],
) -> impl Iterator<Item = Finding> + 'a {
    let packages = packages.iter().filter(|_| advisory.withdrawn.is_none());
    packages.filter_map(|package| {
        let about = advisory
            .affected
            .iter()
            .filter(|affected| names(affected, package));
        let (mut verdict, mut fixed) = (Verdict::Unaffected, Vec::new());
        for affected in about {
            let one = judge(affected, package);
            if one != Verdict::Unaffected {
                fixed.extend(fixes(affected, package));
            }
            verdict = verdict.max(one);
        }
        (verdict != Verdict::Unaffected).then(|| Finding {
            id: advisory.id.clone(),
            aliases: advisory.aliases.clone(),
            summary: advisory.summary.clone(),
            package: package.clone(),
            is_certain: verdict == Verdict::Affected,
            fixed,
        })
    })
}

/// Joins findings about the same vulnerability of a package: databases name each other's ids as aliases. The first id stays, and the
/// others become aliases.
pub(super) fn join_aliases(findings: Vec<Finding>) -> Vec<Finding> {
    let mut joined: Vec<Finding> = Vec::new();
    for finding in findings {
        let same = joined
            .iter_mut()
            .find(|known| known.package == finding.package && known.shares_a_name_with(&finding));
        let Some(known) = same else {
            joined.push(finding);
            continue;
        };
        known.is_certain |= finding.is_certain;
        known.summary = known.summary.take().or(finding.summary);
        for name in std::iter::once(finding.id).chain(finding.aliases) {
            if name != known.id && !known.aliases.contains(&name) {
                known.aliases.push(name);
            }
        }
        for version in finding.fixed {
            if !known.fixed.contains(&version) {
                known.fixed.push(version);
            }
        }
    }
    joined
}

impl Finding {
    /// The id and its aliases.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.id).chain(&self.aliases)
    }

    fn shares_a_name_with(&self, other: &Self) -> bool {
        self.names()
            .any(|name| other.names().any(|one| one == name))
    }
}

/// Whether the advisory is about the package, in any version.
fn names(affected: &Affected, package: &ContainedPackage) -> bool {
    if package.ecosystem == PROJECT {
        return false;
    }
    if package.ecosystem == RUNTIME {
        let mut ranges = affected.ranges.iter();
        return ranges.any(|range| is_of_repository(range, package));
    }
    let named = |name: &PackageName| {
        name.ecosystem == package.ecosystem
            && normalized(&name.ecosystem, &name.name)
                == normalized(&package.ecosystem, &package.name)
    };
    affected.package.as_ref().is_some_and(named)
}

fn is_of_repository(range: &Range, package: &ContainedPackage) -> bool {
    let short = |address: &str| {
        let address = address.trim_end_matches('/').trim_end_matches(".git");
        address.to_lowercase()
    };
    match (&range.repo, &package.repository) {
        (Some(repo), Some(repository)) => short(repo) == short(repository),
        _ => false,
    }
}

/// The form of a name that is compared. Names of PyPI are equal whatever separates their words.
fn normalized(ecosystem: &str, name: &str) -> String {
    if ecosystem != "PyPI" {
        return name.to_owned();
    }
    let name = name.to_lowercase();
    let words = name.split(['-', '_', '.']).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Compares the version of a package with the listed versions and the ranges, by the
/// [algorithm](https://ossf.github.io/osv-schema/#evaluation) of the format.
fn judge(affected: &Affected, package: &ContainedPackage) -> Verdict {
    let is_package = |version: &str| {
        // The same version may be written in several ways, such as `1.0` and `1.0.0` of PyPI.
        version == package.version
            || compare(&package.ecosystem, version, &package.version) == Some(Ordering::Equal)
    };
    if affected.versions.iter().any(|version| is_package(version)) {
        return Verdict::Affected;
    }
    let ranges = affected.ranges.iter();
    let has_only_commits = ranges.clone().all(|range| range.kind == RangeKind::Git);
    let verdicts = ranges.map(|range| match range.kind {
        // Commits have no order here. The listed versions are complete, if there are any.
        RangeKind::Git if affected.versions.is_empty() && has_only_commits => Verdict::Undecided,
        RangeKind::Git => Verdict::Unaffected,
        RangeKind::Semver | RangeKind::Ecosystem => judge_range(range, package),
    });
    let verdict = verdicts.max();
    match verdict {
        Some(verdict) => verdict,
        // An advisory that names no versions may be about each of them.
        None if affected.versions.is_empty() => Verdict::Undecided,
        None => Verdict::Unaffected,
    }
}

/// Evaluates a range as the OSV format says: the last event at or before the version decides.
fn judge_range(range: &Range, package: &ContainedPackage) -> Verdict {
    let order = |version: &str| match version {
        "0" => Some(Ordering::Greater),
        version => compare(&package.ecosystem, &package.version, version),
    };
    // The format asks for one. Without it, the range does not say when the vulnerability began.
    if !range.events.iter().any(|event| event.introduced.is_some()) {
        return Verdict::Undecided;
    }
    match is_before_limits(range, package) {
        Some(true) => {}
        Some(false) => return Verdict::Unaffected,
        None => return Verdict::Undecided,
    }
    let mut latest: Option<(&str, bool)> = None;
    for event in &range.events {
        let (version, begins) = match (&event.introduced, &event.fixed, &event.last_affected) {
            (Some(version), ..) => (version, true),
            (_, Some(version), _) | (.., Some(version)) => (version, false),
            _ => continue,
        };
        let Some(order) = order(version) else {
            return Verdict::Undecided;
        };
        let has_happened = match event.last_affected {
            Some(_) => order == Ordering::Greater,
            None => order != Ordering::Less,
        };
        let is_later = |known: &str| {
            known == "0" || compare(&package.ecosystem, version, known) != Some(Ordering::Less)
        };
        if has_happened && latest.is_none_or(|(known, _)| is_later(known)) {
            latest = Some((version, begins));
        }
    }
    match latest {
        Some((_, true)) => Verdict::Affected,
        _ => Verdict::Unaffected,
    }
}

/// Whether the range says something about the version: it has no limits, or one of them is later. `None` if a limit cannot be
/// compared with the version.
fn is_before_limits(range: &Range, package: &ContainedPackage) -> Option<bool> {
    let mut limits = range
        .events
        .iter()
        .filter_map(|event| event.limit.as_deref());
    let Some(first) = limits.next() else {
        return Some(true);
    };
    for limit in std::iter::once(first).chain(limits) {
        let is_before =
            limit == "*" || compare(&package.ecosystem, &package.version, limit)? == Ordering::Less;
        if is_before {
            return Some(true);
        }
    }
    Some(false)
}

/// The versions without the vulnerability, later than the package's.
fn fixes(affected: &Affected, package: &ContainedPackage) -> Vec<String> {
    let ranges = affected.ranges.iter();
    let ranges = ranges.filter(|range| range.kind != RangeKind::Git);
    let fixed =
        ranges.flat_map(|range| range.events.iter().filter_map(|event| event.fixed.clone()));
    let mut later: Vec<String> = Vec::new();
    for version in fixed {
        let is_later =
            compare(&package.ecosystem, &version, &package.version) != Some(Ordering::Less);
        if is_later && !later.contains(&version) {
            later.push(version);
        }
    }
    later
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn advisory(affected: Value) -> Advisory {
        serde_json::from_value(json!({ "id": "A-1", "affected": [affected] })).expect("an advisory")
    }

    fn findings(affected: Value, package: &ContainedPackage) -> Vec<(bool, Vec<String>)> {
        let advisory = advisory(affected);
        let findings = find(&advisory, std::slice::from_ref(package));
        findings
            .map(|finding| (finding.is_certain, finding.fixed))
            .collect()
    }

    #[test]
    fn ranges_decide_by_the_last_event_before_the_version() {
        let range = json!({
            "package": { "ecosystem": "crates.io", "name": "time" },
            "ranges": [{ "type": "SEMVER", "events": [
                { "introduced": "1.5.0" }, { "fixed": "1.6.0" }, { "introduced": "0" }, { "fixed": "1.2.3" },
                { "introduced": "2.0.0" }, { "last_affected": "2.1.0" },
            ] }],
        });
        for (version, expected) in [
            ("1.0.0", Some(true)),
            ("1.2.3", None),
            ("1.5.0", Some(true)),
            ("1.6.0", None),
            ("2.1.0", Some(true)),
            ("2.1.1", None),
            ("unknown", Some(false)),
        ] {
            let package = ContainedPackage::new("crates.io", "time", version);
            let certain = findings(range.clone(), &package);
            let certain = certain.first().map(|(certain, _)| *certain);
            assert_eq!(certain, expected, "{version}");
        }
        let old = ContainedPackage::new("crates.io", "time", "1.5.1");
        assert_eq!(findings(range, &old)[0].1, ["1.6.0"]);
    }

    #[test]
    fn listed_versions_decide_for_runtimes_that_only_a_repository_names() {
        let affected = json!({
            "ranges": [{ "type": "GIT", "repo": "https://github.com/Python/cpython.git", "events": [{ "introduced": "0" }] }],
            "versions": ["v3.13.0", "v3.14.0"],
        });
        let python = |version| {
            ContainedPackage::runtime("CPython", version, "https://github.com/python/cpython")
        };
        assert_eq!(findings(affected.clone(), &python("3.14.0")).len(), 1);
        assert_eq!(findings(affected, &python("3.14.1")), []);
        let commits = json!({
            "ranges": [{ "type": "GIT", "repo": "https://github.com/python/cpython", "events": [{ "introduced": "0" }] }],
        });
        assert_eq!(findings(commits, &python("3.14.1")), [(false, vec![])]);
        let two = json!({
            "ranges": [
                { "type": "GIT", "repo": "https://github.com/python/cpython", "events": [{ "introduced": "0" }, { "fixed": "1a" }] },
                { "type": "GIT", "repo": "https://github.com/python/cpython", "events": [{ "introduced": "2b" }] },
            ],
        });
        assert_eq!(findings(two, &python("3.14.1")), [(false, vec![])]);
    }

    #[test]
    fn a_limit_ends_what_a_range_says() {
        for (limits, expected) in [
            (json!([]), 1),
            (json!([{ "limit": "*" }]), 1),
            (json!([{ "limit": "1.6.0" }]), 1),
            (json!([{ "limit": "1.5.0" }]), 0),
            (json!([{ "limit": "1.0.0" }, { "limit": "2.0.0" }]), 1),
        ] {
            let mut events = vec![json!({ "introduced": "0" })];
            events.extend(limits.as_array().cloned().unwrap_or_default());
            let affected = json!({
                "package": { "ecosystem": "npm", "name": "a" },
                "ranges": [{ "type": "SEMVER", "events": events }],
            });
            let package = ContainedPackage::new("npm", "a", "1.5.0");
            assert_eq!(findings(affected, &package).len(), expected, "{limits}");
        }
    }

    #[test]
    fn a_listed_version_may_be_written_in_another_way() {
        for (ecosystem, listed, version, expected) in [
            ("PyPI", "1.0", "1.0.0", 1),
            ("PyPI", "1.0rc1", "1.0.0-rc.1", 1),
            ("PyPI", "1.0", "1.0.1", 0),
            ("Go", "1.2.3", "v1.2.3", 1),
            ("npm", "1.2.3-rc.1", "1.2.3", 0),
            ("npm", "odd", "odd", 1),
        ] {
            let affected = json!({
                "package": { "ecosystem": ecosystem, "name": "a" }, "versions": [listed],
            });
            let package = ContainedPackage::new(ecosystem, "a", version);
            assert_eq!(
                findings(affected, &package).len(),
                expected,
                "{listed} {version}"
            );
        }
    }

    #[test]
    fn an_advisory_without_versions_is_uncertain() {
        let named = json!({ "package": { "ecosystem": "npm", "name": "a" } });
        let nulls = json!({
            "package": { "ecosystem": "npm", "name": "a" }, "ranges": null, "versions": null,
        });
        let package = ContainedPackage::new("npm", "a", "1.0.0");
        for affected in [named, nulls] {
            assert_eq!(findings(affected, &package), [(false, vec![])]);
        }
    }

    #[test]
    fn a_range_without_a_beginning_is_uncertain() {
        for events in [json!([]), json!(null), json!([{ "fixed": "2.0.0" }])] {
            let affected = json!({
                "package": { "ecosystem": "npm", "name": "a" },
                "ranges": [{ "type": "SEMVER", "events": events }],
            });
            let package = ContainedPackage::new("npm", "a", "1.0.0");
            let found = findings(affected, &package);
            assert!(found.iter().any(|(certain, _)| !certain), "{events}");
        }
    }

    #[test]
    fn a_fix_that_two_ranges_name_is_told_once() {
        let range =
            json!({ "type": "SEMVER", "events": [{ "introduced": "0" }, { "fixed": "2.0.0" }] });
        let affected =
            json!({ "package": { "ecosystem": "npm", "name": "a" }, "ranges": [range, range] });
        let package = ContainedPackage::new("npm", "a", "1.0.0");
        assert_eq!(
            findings(affected, &package),
            [(true, vec!["2.0.0".to_owned()])]
        );
    }

    #[test]
    fn names_are_compared_as_their_ecosystem_compares_them() {
        for (ecosystem, name, expected) in [
            ("PyPI", "Typing.Extensions", true),
            ("PyPI", "typing-extension", false),
            ("npm", "typing_extensions", false),
        ] {
            let affected =
                json!({ "package": { "ecosystem": ecosystem, "name": name }, "versions": ["1.0"] });
            let package = ContainedPackage::new("PyPI", "typing_extensions", "1.0");
            let found = !findings(affected, &package).is_empty();
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn no_advisory_is_about_a_package_from_a_folder_of_the_project() {
        for (ecosystem, expected) in [("crates.io", 1), ("project", 0)] {
            let package = ContainedPackage::new(ecosystem, "time", "0.1.0");
            for named in ["crates.io", "project"] {
                let affected = json!({ "package": { "ecosystem": named, "name": "time" } });
                let expected = if named == "crates.io" { expected } else { 0 };
                let found = findings(affected, &package).len();
                assert_eq!(found, expected, "{ecosystem}, {named}");
            }
        }
    }

    #[test]
    fn advisories_of_two_databases_about_one_vulnerability_are_one_finding() {
        let package = ContainedPackage::new("PyPI", "a", "1.0");
        let found = |id: &str, aliases: &[&str], fixed: &str| Finding {
            id: id.to_owned(),
            aliases: aliases.iter().map(|name| (*name).to_owned()).collect(),
            summary: None,
            package: package.clone(),
            is_certain: fixed == "2.0",
            fixed: vec![fixed.to_owned()],
        };
        let findings = vec![
            found("GHSA-1", &["CVE-1"], "2.1"),
            found("GHSA-2", &[], "3.0"),
            found("PYSEC-1", &["CVE-1", "GHSA-1"], "2.0"),
        ];
        let joined = join_aliases(findings);
        let names = |finding: &Finding| finding.names().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(names(&joined[0]), "GHSA-1 CVE-1 PYSEC-1");
        assert_eq!(joined[0].fixed, ["2.1", "2.0"]);
        assert!(joined[0].is_certain);
        assert_eq!(names(&joined[1]), "GHSA-2");
        assert_eq!(joined.len(), 2);

        let mut other = found("PYSEC-1", &["CVE-1"], "2.0");
        other.package = ContainedPackage::new("PyPI", "b", "1.0");
        let findings = vec![found("GHSA-1", &["CVE-1"], "2.1"), other];
        assert_eq!(join_aliases(findings).len(), 2);
    }

    #[test]
    fn a_withdrawn_advisory_affects_nothing() {
        let affected =
            json!({ "package": { "ecosystem": "npm", "name": "a" }, "versions": ["1.0.0"] });
        let mut advisory = advisory(affected);
        let package = [ContainedPackage::new("npm", "a", "1.0.0")];
        assert_eq!(find(&advisory, &package).count(), 1);
        advisory.withdrawn = Some("2026-01-01T00:00:00Z".to_owned());
        assert_eq!(find(&advisory, &package).count(), 0);
    }
}
