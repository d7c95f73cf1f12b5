//! The keys below `packages` in a policy: rules for all packages under reserved keys, and rules for a package under
//! its name.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_saphyr::Spanned;

use super::present;

/// The key of a rule about all packages.
const DECLARED: &str = "declared";
/// The key of the rules about packages that components use.
const USES: &str = "uses";

/// A list of texts, each with its place.
pub(super) type Texts = Spanned<Vec<Spanned<String>>>;

/// Everything below `packages`.
#[derive(Default)]
pub(super) struct Packages {
    pub(super) declared: Option<Spanned<bool>>,
    pub(super) uses: BTreeMap<String, Texts>,
    /// The rules of packages, by their names.
    pub(super) rules: BTreeMap<String, Rules>,
}

/// The rules of one package.
pub(super) struct Rules {
    pub(super) from: Option<Texts>,
    pub(super) at_least: Option<Spanned<String>>,
    pub(super) signed_by: Option<Texts>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RulesDocument {
    #[serde(deserialize_with = "present")]
    from: Option<Texts>,
    #[serde(rename = "at-least", deserialize_with = "present")]
    at_least: Option<Spanned<String>>,
    #[serde(rename = "signed-by", deserialize_with = "present")]
    signed_by: Option<Texts>,
}

impl<'de> Deserialize<'de> for Packages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Packages;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "`{DECLARED}`, `{USES}` and names of packages")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Packages, A::Error> {
                let mut packages = Packages::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        DECLARED => packages.declared = Some(map.next_value()?),
                        USES => packages.uses = map.next_value()?,
                        _ => drop(packages.rules.insert(key, map.next_value()?)),
                    }
                }
                Ok(packages)
            }
        }

        deserializer.deserialize_map(Keys)
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfPackage;

        impl<'de> Visitor<'de> for OfPackage {
            type Value = Rules;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the rules `from`, `at-least` and `signed-by` of a package")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Rules, A::Error> {
                let rules = RulesDocument::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Rules {
                    from: rules.from,
                    at_least: rules.at_least,
                    signed_by: rules.signed_by,
                })
            }
        }

        // An unknown name may be a misspelt reserved key, so the error shows the value.
        deserializer.deserialize_any(OfPackage)
    }
}
