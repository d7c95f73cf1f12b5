//! The YAML of a policy.

mod packages;
mod signers;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use pulumi_wasm_capability::http::{HostRule, HostRules};
use pulumi_wasm_capability::limits::Limit;
use semver::Version;
use serde::{Deserialize, Deserializer};
use serde_saphyr::{Location, Spanned};

use crate::operator_file::{self, present};
use crate::policy::document::packages::{Packages, Rules, Texts};
use crate::policy::document::signers::{SignerRules, Signers};
use crate::policy::sources::{PackageRules, PackagesRules, SourcePattern, SourceRules};
use crate::policy::{
    ComponentRules, Maximum, NameRules, Policy, PolicyError, RuleLocation, UseRules, UsedPattern,
};
use crate::yaml::Malformed;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Document {
    #[serde(deserialize_with = "present")]
    network: Option<Network>,
    #[serde(deserialize_with = "present")]
    environment: Option<EnvironmentRules>,
    limits: BTreeMap<String, Spanned<String>>,
    #[serde(deserialize_with = "present")]
    sources: Option<Sources>,
    #[serde(deserialize_with = "present")]
    components: Option<Components>,
    #[serde(deserialize_with = "present")]
    packages: Option<Packages>,
    signers: Signers,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Sources {
    #[serde(deserialize_with = "present")]
    allow: Option<Texts>,
    #[serde(deserialize_with = "present")]
    fetch: Option<Spanned<bool>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Network {
    #[serde(deserialize_with = "present")]
    allow: Option<Spanned<Vec<Spanned<String>>>>,
    #[serde(deserialize_with = "present")]
    private: Option<Spanned<Private>>,
    #[serde(deserialize_with = "present")]
    proxies: Option<Spanned<bool>>,
    #[serde(rename = "insecure-tls", deserialize_with = "present")]
    insecure_tls: Option<Spanned<bool>>,
}

/// `true`, `false`, or the permitted addresses.
enum Private {
    All(bool),
    Only(Vec<Spanned<String>>),
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct EnvironmentRules {
    #[serde(deserialize_with = "present")]
    allow: Option<Spanned<Vec<Spanned<String>>>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Components {
    #[serde(deserialize_with = "present")]
    deny: Option<Texts>,
    #[serde(deserialize_with = "present")]
    allow: Option<Texts>,
    pins: BTreeMap<String, Texts>,
    #[serde(rename = "only-pinned", deserialize_with = "present")]
    only_pinned: Option<Spanned<bool>>,
    #[serde(rename = "stand-ins", deserialize_with = "present")]
    stand_ins: Option<Spanned<bool>>,
}

impl<'de> Deserialize<'de> for Private {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Private;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("`true`, `false` or a list of hosts")
            }

            fn visit_bool<E>(self, all: bool) -> Result<Private, E> {
                Ok(Private::All(all))
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut list: A,
            ) -> Result<Private, A::Error> {
                let mut only = Vec::new();
                while let Some(host) = list.next_element()? {
                    only.push(host);
                }
                Ok(Private::Only(only))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

/// Adds the rules in a text to a policy. Adds nothing if the text has a mistake.
pub(super) fn add(policy: &mut Policy, path: &Path, text: &str) -> Result<(), PolicyError> {
    let document: Document = operator_file::parse(text).map_err(|Malformed { line, reason }| {
        let hint = if reason.contains("alias") {
            "put a pattern that begins with `*` into quotes: YAML reads a bare `*` differently"
        } else {
            HINT
        };
        PolicyError {
            file: path.to_owned(),
            line,
            reason,
            hint: hint.to_owned(),
        }
    })?;
    let reader = Reader { path };
    let mut found = Policy::default();
    if let Some(network) = document.network {
        reader.network(&mut found, network)?;
    }
    if let Some(allow) = document.environment.and_then(|part| part.allow) {
        let place = reader.place("environment.allow", allow.referenced);
        let names = allow.value.into_iter().map(|name| reader.variable(name));
        found.environment.push(NameRules {
            names: names.collect::<Result<_, _>>()?,
            place,
        });
    }
    for (name, value) in document.limits {
        let limit = Limit::by_name(&name).ok_or_else(|| {
            let known = Limit::SETTINGS.map(Limit::name).join(", ");
            let reason = format!("there is no limit `{name}`; the limits are {known}");
            reader.mistake(value.referenced, reason)
        })?;
        found.limits.push(Maximum {
            limit,
            value: limit
                .parse(&value.value)
                .map_err(|reason| reader.mistake(value.referenced, reason))?,
            place: reader.place(&format!("limits.{name}"), value.referenced),
        });
    }
    if let Some(sources) = document.sources {
        reader.sources(&mut found, sources)?;
    }
    if let Some(components) = document.components {
        found.components.push(reader.components(components)?);
    }
    let signers = reader.signers(document.signers)?;
    if let Some(packages) = document.packages {
        let declared = packages.declared.filter(|declared| declared.value);
        found.declared =
            declared.map(|declared| reader.place("packages.declared", declared.referenced));
        if !packages.uses.is_empty() {
            found.uses.push(reader.uses(packages.uses)?);
        }
        if !packages.rules.is_empty() {
            found
                .packages
                .push(reader.packages(packages.rules, &signers)?);
        }
    }
    merge(policy, found);
    Ok(())
}

/// Merges the rules of two policies.
fn merge(policy: &mut Policy, more: Policy) {
    policy.network.allow.extend(more.network.allow);
    policy.network.private.extend(more.network.private);
    policy.network.no_proxies = policy.network.no_proxies.take().or(more.network.no_proxies);
    let insecure_tls = policy.network.no_insecure_tls.take();
    policy.network.no_insecure_tls = insecure_tls.or(more.network.no_insecure_tls);
    policy.environment.extend(more.environment);
    policy.limits.extend(more.limits);
    policy.components.extend(more.components);
    policy.sources.extend(more.sources);
    policy.no_fetch = policy.no_fetch.take().or(more.no_fetch);
    policy.packages.extend(more.packages);
    policy.declared = policy.declared.take().or(more.declared);
    policy.uses.extend(more.uses);
}

impl Reader<'_> {
    fn network(&self, policy: &mut Policy, network: Network) -> Result<(), PolicyError> {
        if let Some(allow) = network.allow {
            let place = self.place("network.allow", allow.referenced);
            let rules = HostRules::at(self.hosts(allow.value)?, place.to_string());
            policy.network.allow.push(rules);
        }
        if let Some(private) = network.private {
            let place = self.place("network.private", private.referenced);
            let only = match private.value {
                Private::All(true) => None,
                Private::All(false) => Some(Vec::new()),
                Private::Only(hosts) => Some(self.hosts(hosts)?),
            };
            let rules = only.map(|rules| HostRules::at(rules, place.to_string()));
            policy.network.private.extend(rules);
        }
        policy.network.no_proxies =
            network
                .proxies
                .filter(|proxies| !proxies.value)
                .map(|proxies| {
                    self.place("network.proxies", proxies.referenced)
                        .to_string()
                });
        let insecure_tls = network.insecure_tls.filter(|allowed| !allowed.value);
        policy.network.no_insecure_tls = insecure_tls.map(|forbidden| {
            self.place("network.insecure-tls", forbidden.referenced)
                .to_string()
        });
        Ok(())
    }

    fn hosts(&self, hosts: Vec<Spanned<String>>) -> Result<Vec<HostRule>, PolicyError> {
        let rules = hosts.into_iter().map(|host| {
            host.value
                .parse()
                .map_err(|error| self.mistake(host.referenced, format!("{error}")))
        });
        rules.collect()
    }

    fn variable(&self, name: Spanned<String>) -> Result<String, PolicyError> {
        let start = name.value.strip_suffix('*').unwrap_or(&name.value);
        if name.value.is_empty() || start.contains(['=', '\0', '*']) {
            let reason = format!(
                "`{}` is not the name of an environment variable; `*` may stand at its end",
                name.value
            );
            return Err(self.mistake(name.referenced, reason));
        }
        Ok(name.value)
    }

    fn components(&self, components: Components) -> Result<ComponentRules, PolicyError> {
        let mut rules = ComponentRules::default();
        for (package, digests) in components.pins {
            let place = self.place(&format!("components.pins.{package}"), digests.referenced);
            let digests = self.digests(digests.value)?;
            rules.pins.insert(package, (digests, place));
        }
        if let Some(deny) = components.deny {
            let place = self.place("components.deny", deny.referenced);
            rules.deny = Some((self.digests(deny.value)?, place));
        }
        if let Some(allow) = components.allow {
            let place = self.place("components.allow", allow.referenced);
            rules.allow = Some((self.digests(allow.value)?, place));
        }
        if let Some(only) = components.only_pinned.filter(|only| only.value) {
            rules.only_pinned = Some(self.place("components.only-pinned", only.referenced));
        }
        if let Some(forbidden) = components.stand_ins.filter(|allowed| !allowed.value) {
            rules.no_stand_ins = Some(self.place("components.stand-ins", forbidden.referenced));
        }
        Ok(rules)
    }

    fn sources(&self, policy: &mut Policy, sources: Sources) -> Result<(), PolicyError> {
        if let Some(allow) = sources.allow {
            policy.sources.push(self.places("sources.allow", allow)?);
        }
        let forbidden = sources.fetch.filter(|allowed| !allowed.value);
        policy.no_fetch =
            forbidden.map(|forbidden| self.place("sources.fetch", forbidden.referenced));
        Ok(())
    }

    fn packages(
        &self,
        packages: BTreeMap<String, Rules>,
        signers: &SignerRules,
    ) -> Result<PackagesRules, PolicyError> {
        let mut read = PackagesRules::default();
        for (name, rules) in packages {
            let key = |rule: &str| format!("packages.{name}.{rule}");
            let from = rules.from.map(|from| self.places(&key("from"), from));
            let least = rules.at_least.map(|least| {
                let version = Version::parse(&least.value).map_err(|_| {
                    let reason = format!(
                        "`{}` is not a version; write it in full, as in `1.2.0`",
                        least.value
                    );
                    self.mistake(least.referenced, reason)
                })?;
                Ok((version, self.place(&key("at-least"), least.referenced)))
            });
            let signed_by = rules
                .signed_by
                .map(|names| self.signed_by(&key("signed-by"), names, signers));
            let rules = PackageRules {
                from: from.transpose()?,
                at_least: least.transpose()?,
                signed_by: signed_by.transpose()?,
            };
            read.0.insert(name, rules);
        }
        Ok(read)
    }

    fn places(&self, key: &str, list: Texts) -> Result<SourceRules, PolicyError> {
        let patterns = list.value.into_iter().map(|pattern| {
            let read = pattern.value.parse::<SourcePattern>();
            read.map_err(|reason| self.mistake(pattern.referenced, reason))
        });
        Ok(SourceRules {
            allow: patterns.collect::<Result<_, _>>()?,
            place: self.place(key, list.referenced),
        })
    }

    fn uses(&self, uses: BTreeMap<String, Texts>) -> Result<UseRules, PolicyError> {
        let mut rules = UseRules::default();
        for (package, used) in uses {
            let place = self.place(&format!("packages.uses.{package}"), used.referenced);
            let used = used.value.into_iter().map(|used| {
                let read = used.value.parse::<UsedPattern>();
                read.map_err(|reason| self.mistake(used.referenced, reason))
            });
            rules.add(package, used.collect::<Result<_, _>>()?, place);
        }
        Ok(rules)
    }

    /// Digests, in hexadecimal.
    fn digests(&self, digests: Vec<Spanned<String>>) -> Result<BTreeSet<String>, PolicyError> {
        let hexadecimal = digests.into_iter().map(|digest| {
            let hex = digest.value.strip_prefix("sha256:");
            hex.filter(|hex| hex.len() == 64)
                .filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
                .map(str::to_ascii_lowercase)
                .ok_or_else(|| {
                    let reason = format!(
                        "`{}` is not a digest; `pulumi-wasm inspect` prints it as `sha256:` and 64 digits",
                        digest.value
                    );
                    self.mistake(digest.referenced, reason)
                })
        });
        hexadecimal.collect()
    }
}

/// The hint for a mistake in a policy.
pub(super) const HINT: &str = "correct the line; `docs/use/policy.md` describes the format. Until then no package is loaded, because an unreadable policy allows nothing";

/// Parses the parts of one file.
pub(super) struct Reader<'a> {
    pub(super) path: &'a Path,
}

impl Reader<'_> {
    /// The place of a rule.
    pub(super) fn place(&self, key: &str, location: Location) -> RuleLocation {
        RuleLocation {
            key: key.to_owned(),
            file: self.path.to_owned(),
            line: location.line(),
        }
    }

    /// The error for a mistake at a line of the policy.
    pub(super) fn mistake(&self, location: Location, reason: impl Into<String>) -> PolicyError {
        PolicyError {
            file: self.path.to_owned(),
            line: Some(location.line()),
            reason: reason.into(),
            hint: HINT.to_owned(),
        }
    }
}
