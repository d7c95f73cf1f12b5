//! The keys below `signers` in a policy: keys and identities by the names of their holders.

use std::collections::BTreeMap;
use std::path::Path;

use pulumi_wasm_platform::ownership;
use pulumi_wasm_platform::ownership::distrust_folder;
use pulumi_wasm_signature::{CertifiedSigner, Identity, PublicKey, SignatureError, TrustRoots};
use serde::Deserialize;
use serde_saphyr::Spanned;

use crate::operator_file::{Unreadable, present};
use crate::policy::document::Reader;
use crate::policy::document::packages::Texts;
use crate::policy::{PolicyError, SignedBy, SignerMeans, SignerRule, files};

/// The maximum size of a key's file in bytes.
const MAX_KEY_BYTES: u64 = 64 << 10;

/// The ways in which signers sign, by their names.
pub(super) type Signers = BTreeMap<String, Spanned<Vec<Spanned<SignerDocument>>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SignerDocument {
    #[serde(default, deserialize_with = "present")]
    key: Option<Spanned<String>>,
    #[serde(default, deserialize_with = "present")]
    keyless: Option<Keyless>,
    #[serde(default, deserialize_with = "present")]
    predicates: Option<Texts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keyless {
    root: Spanned<String>,
    issuer: Spanned<String>,
    #[serde(default, deserialize_with = "present")]
    identity: Option<Spanned<String>>,
    #[serde(default, deserialize_with = "present")]
    repository: Option<Spanned<String>>,
    #[serde(default, deserialize_with = "present")]
    workflow: Option<Spanned<String>>,
    #[serde(default, rename = "ref", deserialize_with = "present")]
    reference: Option<Spanned<String>>,
}

/// The rules of each signer, with the loaded keys and trust roots.
pub(super) type SignerRules = BTreeMap<String, Vec<SignerRule>>;

/// A file that a policy names.
struct Named {
    /// The name of the file's kind with its article, such as "the key".
    noun: &'static str,
    /// The advice if it is missing.
    hint: &'static str,
    read: fn(&Path) -> Result<Option<Vec<u8>>, Unreadable>,
}

const KEY: Named = Named {
    noun: "key",
    hint: "put the public key there, in PEM; its path begins at the policy's folder",
    read: |path| files::read_key(path, MAX_KEY_BYTES),
};

const ROOT: Named = Named {
    noun: "trust root",
    hint: "write it with `gh attestation trusted-root`, or `cosign trusted-root create`; its path begins at the policy's folder",
    read: |path| files::read_root(path, TrustRoots::MAX_BYTES as u64),
};

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

    fn signer(&self, name: &str, way: Spanned<SignerDocument>) -> Result<SignerRule, PolicyError> {
        let place = way.referenced;
        let SignerDocument {
            key,
            keyless,
            predicates,
        } = way.value;
        let (file, means) = match (key, keyless) {
            (Some(key), None) => {
                let read = self.named(&key, &KEY, PublicKey::from_pem)?;
                (key.value, SignerMeans::Key(read))
            }
            (None, Some(keyless)) => {
                let signer = self.certified(&keyless)?;
                (keyless.root.value, SignerMeans::Certificate(signer))
            }
            _ => {
                let reason = format!(
                    "a signature of `{name}` is by a key or by a certificate: write either `key` or `keyless`"
                );
                return Err(self.mistake(place, reason));
            }
        };
        let mut rule = SignerRule::new(name, &file, means);
        if let Some(predicates) = predicates {
            let predicates = predicates.value.into_iter();
            rule.predicates = predicates.map(|predicate| predicate.value).collect();
        }
        Ok(rule)
    }

    fn certified(&self, keyless: &Keyless) -> Result<CertifiedSigner, PolicyError> {
        let text = |text: &Option<Spanned<String>>| text.as_ref().map(|text| text.value.clone());
        let (workflow, reference) = (text(&keyless.workflow), text(&keyless.reference));
        let (identity, place) = match (&keyless.identity, &keyless.repository) {
            (Some(name), None) if workflow.is_none() && reference.is_none() => {
                (Identity::of_name(&name.value), name.referenced)
            }
            (None, Some(repository)) => (
                Identity::of_repository(
                    &repository.value,
                    workflow.as_deref(),
                    reference.as_deref(),
                ),
                repository.referenced,
            ),
            _ => {
                let reason = "`keyless` has either `identity`, or `repository` and perhaps `workflow` and `ref`";
                return Err(self.mistake(keyless.issuer.referenced, reason));
            }
        };
        if keyless.issuer.value.is_empty() || keyless.issuer.value.contains('*') {
            let reason = format!(
                "`{}` is not an issuer; write its whole address, as in `https://token.actions.githubusercontent.com`",
                keyless.issuer.value
            );
            return Err(self.mistake(keyless.issuer.referenced, reason));
        }
        Ok(CertifiedSigner {
            identity: identity.map_err(|reason| self.mistake(place, reason))?,
            issuer: keyless.issuer.value.clone(),
            roots: self.named(&keyless.root, &ROOT, TrustRoots::parse)?,
        })
    }

    /// Reads a key or a trust root. Its path is relative to the policy's folder. A person that can change the key can
    /// sign, so the file must meet the same rules as the policy.
    fn named<T>(
        &self,
        written: &Spanned<String>,
        named: &Named,
        parse: fn(&[u8]) -> Result<T, SignatureError>,
    ) -> Result<T, PolicyError> {
        let failed = |reason: String, hint: String| PolicyError {
            hint,
            ..self.mistake(
                written.referenced,
                format!("the {} `{}`: {reason}", named.noun, written.value),
            )
        };
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let file = folder.join(&written.value);
        if Path::new(&written.value).is_relative() {
            // Each folder in the path, because another user could replace the file through it.
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
        let read = (named.read)(&file);
        let bytes = read
            .map_err(|Unreadable { reason, hint }| failed(reason, hint))?
            .ok_or_else(|| {
                failed(
                    format!("there is no file `{}`", file.display()),
                    named.hint.to_owned(),
                )
            })?;
        parse(&bytes).map_err(|error| failed(error.reason, error.hint.unwrap_or_default()))
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
                let known = if known.is_empty() {
                    "`signers` of this file lists none".to_owned()
                } else {
                    format!("`signers` of this file has `{}`", known.join("`, `"))
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
