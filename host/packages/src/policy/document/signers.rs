//! What stands below `signers` in a policy: keys by the names of their holders.

use std::collections::BTreeMap;
use std::path::Path;

use pulumi_wasm_platform::ownership::{self, distrust_folder};
use pulumi_wasm_signature::PublicKey;
use serde::Deserialize;
use serde_saphyr::Spanned;

use super::packages::Texts;
use super::{Reader, present};
use crate::operator_file::Unreadable;
use crate::policy::file;
use crate::policy::{PolicyError, SignedBy, SignerRule};

/// The most bytes of a key's file.
const MOST_KEY_BYTES: u64 = 64 << 10;

/// The ways in which signers sign, by their names.
pub(super) type Signers = BTreeMap<String, Spanned<Vec<SignerDocument>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SignerDocument {
    key: Spanned<String>,
    #[serde(default, deserialize_with = "present")]
    predicates: Option<Texts>,
}

/// The same with the keys.
pub(super) type SignerRules = BTreeMap<String, Vec<SignerRule>>;

impl Reader<'_> {
    pub(super) fn signers(&self, signers: Signers) -> Result<SignerRules, PolicyError> {
        let mut read = SignerRules::new();
        for (name, ways) in signers {
            if ways.value.is_empty() {
                let reason = format!(
                    "the signer `{name}` has no key; write `{name}: [{{key: FILE}}]`, or remove the line"
                );
                return Err(self.mistake(ways.referenced, reason));
            }
            let rules = ways.value.into_iter().map(|way| self.signer(&name, way));
            let rules = rules.collect::<Result<Vec<_>, _>>()?;
            read.insert(name, rules);
        }
        Ok(read)
    }

    fn signer(&self, name: &str, way: SignerDocument) -> Result<SignerRule, PolicyError> {
        let key = self.key(&way.key)?;
        let mut rule = SignerRule::of_key(name, &way.key.value, key);
        if let Some(predicates) = way.predicates {
            let predicates = predicates.value.into_iter();
            rule.predicates = predicates.map(|predicate| predicate.value).collect();
        }
        Ok(rule)
    }

    /// Reads a key, whose path begins at the policy's folder. Who can change it can sign, so it is judged as the policy is.
    fn key(&self, written: &Spanned<String>) -> Result<PublicKey, PolicyError> {
        let failed = |reason: String, hint: String| PolicyError {
            hint,
            ..self.mistake(
                written.referenced,
                format!("the key `{}`: {reason}", written.value),
            )
        };
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let file = folder.join(&written.value);
        if Path::new(&written.value).is_relative() {
            // Each folder on the way: another one could be put in its place.
            let between = file.ancestors().skip(1);
            for folder in between.take_while(|between| *between != folder) {
                if let Ok(Some(reason)) = distrust_folder(folder) {
                    return Err(failed(
                        format!(
                            "its folder `{}` cannot be trusted: {reason}",
                            folder.display()
                        ),
                        format!("the folder {}", ownership::REMEDY),
                    ));
                }
            }
        }
        let read = file::read_key(&file, MOST_KEY_BYTES);
        let bytes = read
            .map_err(|Unreadable { reason, hint }| failed(reason, hint))?
            .ok_or_else(|| {
                failed(
                    format!("there is no file `{}`", file.display()),
                    "put the public key there, in PEM; its path begins at the policy's folder"
                        .to_owned(),
                )
            })?;
        PublicKey::from_pem(&bytes)
            .map_err(|error| failed(error.reason, error.hint.unwrap_or_default()))
    }

    /// The signers that a package's rule names.
    pub(super) fn signed_by(
        &self,
        key: &str,
        names: Texts,
        signers: &SignerRules,
    ) -> Result<SignedBy, PolicyError> {
        let (mut rules, mut listed) = (Vec::new(), Vec::new());
        for name in names.value {
            let known = signers.get(&name.value).ok_or_else(|| {
                let known: Vec<&str> = signers.keys().map(String::as_str).collect();
                let known = match known.is_empty() {
                    true => "`signers` of this file lists none".to_owned(),
                    false => format!("`signers` of this file has `{}`", known.join("`, `")),
                };
                let reason = format!("there is no signer `{}`; {known}", name.value);
                self.mistake(name.referenced, reason)
            })?;
            rules.extend(known.iter().cloned());
            listed.push(name.value);
        }
        Ok(SignedBy {
            rules,
            signers: listed,
            place: self.place(key, names.referenced),
        })
    }
}
