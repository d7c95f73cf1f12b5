//! Where components may come from, and in which versions.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use pulumi_wasm_core::text::is_unambiguous_segment;
use semver::Version;

use crate::Place;
use crate::policy::RuleLocation;
use crate::policy::signers::{SignedBy, SignerRule};

/// The schemes of patterns for other machines.
const REMOTE: [&str; 5] = ["oci://", "https://", "http://", "github://", "gitlab://"];
/// The pattern for files.
const FILES: &str = "file";
/// The key of the rules for packages that have none.
const OTHERS: &str = "*";
/// Matches one part of a name.
const ONE: &str = "*";
/// Matches one or more further parts of a name.
const REST: &str = "**";

/// Places that components may come from, as a policy writes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SourcePattern {
    /// Any file.
    File,
    /// Repositories of registries, or files on web servers: the scheme, and the parts between the slashes. The first
    /// part is the host.
    Remote(&'static str, Vec<String>),
}

impl FromStr for SourcePattern {
    type Err = String;

    /// Reads a pattern.
    ///
    /// # Errors
    /// A sentence with the mistake and the expected form.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == FILES {
            return Ok(Self::File);
        }
        let mut schemes = REMOTE.into_iter();
        let found = schemes.find_map(|scheme| Some((scheme, text.strip_prefix(scheme)?)));
        let (scheme, rest) = found.ok_or_else(|| {
            format!(
                "`{text}` is not a source; write `{FILES}`, `oci://HOST/REPOSITORY` without a tag, `https://HOST/PATH.wasm`, or \
                 `github://HOST/OWNER/REPOSITORY` without a version"
            )
        })?;
        let parts: Vec<String> = rest.split('/').map(str::to_owned).collect();
        let [host, names @ ..] = parts.as_slice() else {
            return Err(format!("`{text}` is not a source"));
        };
        let Some((last, middle)) = names.split_last() else {
            return Err(format!(
                "`{text}` names a host alone; `{text}/{REST}` stands for all of that host"
            ));
        };
        let is_whole = |part: &String| part == ONE || !part.contains('*');
        let is_name = |part: &String| {
            part.contains('*') || (is_unambiguous_segment(part, "") && !part.contains('@'))
        };
        let is_good = !host.is_empty()
            && !host.contains('*')
            && names.iter().all(is_name)
            && middle.iter().all(is_whole)
            && (is_whole(last) || last == REST);
        if is_good {
            Ok(Self::Remote(scheme, parts))
        } else {
            Err(format!(
                "`{text}` is not a pattern of sources; write the host, without tag and digest; `{ONE}` stands for one whole part, and `{REST}` \
                 at the end for one or more"
            ))
        }
    }
}

impl SourcePattern {
    /// Whether the pattern matches a place. A part never matches a prefix of a longer part.
    fn covers(&self, place: &Place) -> bool {
        let (scheme, pattern) = match self {
            Self::File => return matches!(place, Place::File(_)),
            Self::Remote(scheme, pattern) => (scheme, pattern),
        };
        let place = match place {
            Place::File(_) => return false,
            Place::Registry(reference) => format!("oci://{}", reference.place()),
            Place::Web(file) => file.place(),
        };
        let Some(place) = place.strip_prefix(scheme) else {
            return false;
        };
        let parts: Vec<&str> = place.split('/').collect();
        // The first part is the host.
        if !parts
            .iter()
            .skip(1)
            .all(|part| is_unambiguous_segment(part, ""))
        {
            return false;
        }
        let (fixed, is_long_enough) = match pattern.split_last() {
            Some((last, fixed)) if last == REST => (fixed, parts.len() > fixed.len()),
            _ => (pattern.as_slice(), parts.len() == pattern.len()),
        };
        let mut pairs = fixed.iter().zip(&parts);
        is_long_enough && pairs.all(|(pattern, part)| pattern == ONE || pattern == part)
    }
}

/// A list of places, with the location of its rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SourceRules {
    pub(super) allow: Vec<SourcePattern>,
    pub(super) place: RuleLocation,
}

impl SourceRules {
    /// The rule against a component of a place, if there is one.
    pub(super) fn against(&self, place: &Place) -> Option<Unwanted<'_>> {
        let is_listed = self.allow.iter().any(|pattern| pattern.covers(place));
        (!is_listed).then_some(Unwanted::Place(&self.place))
    }
}

/// The rules of one policy for one package.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PackageRules {
    /// The places of its components.
    pub(super) from: Option<SourceRules>,
    /// The lowest version of its components.
    pub(super) at_least: Option<(Version, RuleLocation)>,
    /// The signers of its components. One of them must have signed.
    pub(super) signed_by: Option<SignedBy>,
}

impl PackageRules {
    /// The rule against a component, by its place and the version in its bytes. A version that is not a semantic
    /// version is below every other version.
    fn against(&self, place: &Place, version: &str) -> Option<Unwanted<'_>> {
        let unwanted = self.from.as_ref().and_then(|from| from.against(place));
        unwanted.or_else(|| {
            let (least, rule) = self.at_least.as_ref()?;
            let version = Version::parse(version).ok();
            let is_lower = version.is_none_or(|version| version < *least);
            is_lower.then_some(Unwanted::Version(least, rule))
        })
    }
}

/// One policy's rules, by the name of the package.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PackagesRules(pub(super) BTreeMap<String, PackageRules>);

impl PackagesRules {
    /// The rule against a component of a place if every package is forbidden to come from there.
    pub(super) fn against_any(&self, place: &Place) -> Option<Unwanted<'_>> {
        let others = self.0.get(OTHERS)?.from.as_ref()?.against(place)?;
        let mut packages = self.0.values();
        let is_allowed = packages.any(|rules| match &rules.from {
            Some(from) => from.against(place).is_none(),
            None => true,
        });
        (!is_allowed).then_some(others)
    }

    /// The rule against a component in a package, if there is one.
    pub(super) fn against(
        &self,
        package: &str,
        place: &Place,
        version: &str,
    ) -> Option<Unwanted<'_>> {
        self.of(package)?.against(place, version)
    }

    /// The rules of a package.
    fn of(&self, package: &str) -> Option<&PackageRules> {
        self.0.get(package).or_else(|| self.0.get(OTHERS))
    }

    /// Whether some package's components have to be signed.
    pub(super) fn asks_for_signatures(&self) -> bool {
        self.0.values().any(|rules| rules.signed_by.is_some())
    }

    /// The required signers of a package, if the policy requires any.
    pub(super) fn signed_by(&self, package: &str) -> Option<&SignedBy> {
        self.of(package)?.signed_by.as_ref()
    }

    /// All ways in which signers of any package sign.
    pub(super) fn signer_rules(&self) -> impl Iterator<Item = &SignerRule> {
        let lists = self.0.values().filter_map(|rules| rules.signed_by.as_ref());
        lists.flat_map(|list| &list.rules)
    }

    /// The required signers of all packages, if the policy requires signers for each package. Otherwise the component
    /// may be in a package without required signers.
    pub(super) fn signed_by_whatever(&self) -> Option<Vec<&SignedBy>> {
        self.0.get(OTHERS)?;
        self.0
            .values()
            .map(|rules| rules.signed_by.as_ref())
            .collect()
    }
}

/// A rule about the place or the version of a component that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unwanted<'a> {
    /// Its place is not listed.
    Place(&'a RuleLocation),
    /// The component's version is lower than this one.
    Version(&'a Version, &'a RuleLocation),
}

impl fmt::Display for Unwanted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(rule) => write!(formatter, "{rule} does not list its source"),
            Self::Version(version, rule) => {
                write!(
                    formatter,
                    "{rule} asks for version {version} or a later one"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(pattern: &str, address: &str) -> bool {
        let pattern: SourcePattern = pattern.parse().expect(pattern);
        let place = Place::fetched(address).expect(address);
        pattern.covers(&place)
    }

    #[test]
    fn a_part_that_a_server_may_take_for_several_is_not_covered() {
        let pattern = "https://acme.com/acme/**";
        for name in [
            "a/b.c%20d.wasm",
            "..a/.b/c..wasm",
            "@scope/a@1.2.0/a_b-c~d+e=f,g.wasm",
            "%C3%A4%E4%BD%A0.wasm",
        ] {
            assert!(covers(pattern, &format!("https://acme.com/acme/{name}")));
        }
        for name in [
            "..%2fevil/x.wasm",
            "..%2Fevil.wasm",
            "..%5cevil.wasm",
            "%2e%2e%2fevil.wasm",
            "x%2E/y.wasm",
            // Parameters, as servers of Java read them.
            "..;/evil/x.wasm",
            "..;a=b/evil/x.wasm",
            ";/../evil/x.wasm",
            "a;b.wasm",
            // Escapes of escapes, and characters that end a text or are longer than they need to be.
            "%252e%252e/evil/x.wasm",
            "%25/x.wasm",
            ".%00./evil/x.wasm",
            "x.wasm%00.wasm",
            "%c0%ae%c0%ae/evil/x.wasm",
            "..%c0%afevil/x.wasm",
            "%e0%80%ae%e0%80%ae/evil/x.wasm",
            "%u002e%u002e/evil/x.wasm",
            // Characters that some systems take for a dot or a separator.
            "%ef%bc%8e%ef%bc%8e/evil/x.wasm",
            "..%ef%bc%8fevil.wasm",
            "..%e2%88%95evil.wasm",
            "%e2%80%a4%e2%80%a4/evil/x.wasm",
            "%e2%92%88/x.wasm",
            // Names that some systems shorten or take for a root.
            "..%20/evil/x.wasm",
            ".%20./evil/x.wasm",
            "%20/x.wasm",
            ".../evil/x.wasm",
            "/etc/x.wasm",
            "C:/evil/x.wasm",
            "a%3aevil/x.wasm",
            "a|b/x.wasm",
            "..%09/x.wasm",
            "%0a/x.wasm",
            "~%2f/x.wasm",
            "a*b/x.wasm",
            "$x/y.wasm",
            "a&b/x.wasm",
            "%61cme/x.wasm",
        ] {
            let address = format!("https://acme.com/acme/{name}");
            let Some(place) = Place::fetched(&address) else {
                continue;
            };
            let pattern: SourcePattern = pattern.parse().expect("a pattern");
            assert!(!pattern.covers(&place), "{address}");
        }
        // A pattern without `**` refuses such names too.
        assert!(!covers(
            "https://acme.com/*/x.wasm",
            "https://acme.com/..;/x.wasm"
        ));
        assert!(!covers(
            "github://api.github.com/*/*",
            "github://api.github.com/acme/...@1.2.0/x.wasm"
        ));
        for pattern in [
            "https://acme.com/a%2fb/**",
            "https://acme.com/../x.wasm",
            "https://acme.com/..;/**",
            "https://acme.com/%252e%252e/**",
            "https://acme.com//x.wasm",
            "oci://ghcr.io/./x",
        ] {
            assert!(pattern.parse::<SourcePattern>().is_err(), "{pattern}");
        }
    }
}
