//! Sigstore bundles of version 0.3. This module verifies bundles that were signed with a key, and passes bundles
//! with a certificate on to `certified`.

use std::sync::OnceLock;

use pulumi_wasm_core::text::Excerpt;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::certified::CertifiedBundle;
use super::envelope::{Envelope, OpenedEnvelope};
use super::{CertifiedSigner, PublicKey, SignatureError, Statement};

/// The media type of a bundle, and the artifact type of a bundle in a registry.
pub const MEDIA_TYPE: &str = "application/vnd.dev.sigstore.bundle.v0.3+json";
/// The media type that earlier programs write.
const EARLIER_MEDIA_TYPE: &str = "application/vnd.dev.sigstore.bundle+json;version=0.3";
/// The maximum size of a bundle, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// A parsed bundle. It proves nothing until it is verified. Each part is decoded only once, even if the bundle is
/// compared with several keys.
#[derive(Debug, Clone)]
pub struct SigstoreBundle {
    /// The decoded envelope with its statement.
    opened: Result<(OpenedEnvelope, Result<Statement, SignatureError>), SignatureError>,
    /// The certificate and its evidence, if the signer has a certificate.
    certified: Option<Certified>,
    /// The hint which key signed the bundle. It is not verified.
    hint: Option<String>,
}

/// A bundle whose signer has a certificate.
#[derive(Debug, Clone)]
struct Certified {
    text: String,
    /// The bundle as the verifying library parses it, parsed on first use.
    read: OnceLock<Result<CertifiedBundle, SignatureError>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    media_type: String,
    verification_material: Material,
    dsse_envelope: Option<Envelope>,
    message_signature: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Material {
    public_key: Option<Hinted>,
    certificate: Option<IgnoredAny>,
    x509_certificate_chain: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Hinted {
    #[serde(default)]
    hint: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written<'a> {
    media_type: &'a str,
    verification_material: WrittenMaterial<'a>,
    dsse_envelope: &'a Envelope,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WrittenMaterial<'a> {
    public_key: WrittenHint<'a>,
}

#[derive(Serialize)]
struct WrittenHint<'a> {
    hint: &'a str,
}

impl SigstoreBundle {
    /// Parses a bundle.
    ///
    /// # Errors
    /// If it is too long, is not a bundle of this version, or has no statement.
    pub fn parse(bytes: &[u8]) -> Result<Self, SignatureError> {
        if bytes.len() > MAX_BYTES {
            return Err(SignatureError::new(format!(
                "it has more than {} MiB",
                MAX_BYTES >> 20
            )));
        }
        let document: Document = serde_json::from_slice(bytes).map_err(|error| {
            let error = error.to_string();
            SignatureError::new(format!("it is not a bundle: {}", Excerpt::reason(&error)))
        })?;
        if ![MEDIA_TYPE, EARLIER_MEDIA_TYPE].contains(&document.media_type.as_str()) {
            return Err(SignatureError::new(format!(
                "its version is not supported: `{}`",
                Excerpt::name(&document.media_type)
            )));
        }
        let envelope = match (document.dsse_envelope, document.message_signature) {
            (Some(envelope), None) => envelope,
            (None, Some(_)) => {
                return Err(SignatureError::new(
                    "it is a signature of a file's bytes, and not of a statement",
                )
                .hint("sign with `pulumi-wasm sign`, or `cosign attest-blob --type https://sigstore.dev/cosign/sign/v1`"));
            }
            _ => {
                return Err(SignatureError::new(
                    "it does not have exactly one of `dsseEnvelope` and `messageSignature`",
                ));
            }
        };
        let material = document.verification_material;
        let is_by_certificate =
            material.certificate.is_some() || material.x509_certificate_chain.is_some();
        let is_of_both =
            material.certificate.is_some() && material.x509_certificate_chain.is_some();
        if is_of_both || (is_by_certificate && material.public_key.is_some()) {
            return Err(SignatureError::new(
                "it does not say whether its signer has a key or a certificate",
            ));
        }
        let opened = envelope.open().map(|opened| {
            let statement = Statement::parse(opened.payload());
            (opened, statement)
        });
        Ok(Self {
            opened,
            certified: is_by_certificate.then(|| Certified {
                text: String::from_utf8_lossy(bytes).into_owned(),
                read: OnceLock::new(),
            }),
            hint: material.public_key.map(|key| key.hint),
        })
    }

    /// Encodes the bundle of an envelope that was signed with a key, as JSON.
    pub(crate) fn write(envelope: &Envelope, hint: &str) -> Vec<u8> {
        let written = Written {
            media_type: MEDIA_TYPE,
            verification_material: WrittenMaterial {
                public_key: WrittenHint { hint },
            },
            dsse_envelope: envelope,
        };
        // Serializing strings cannot fail.
        serde_json::to_vec(&written).unwrap_or_default()
    }

    /// The statement of the bundle, if its only signature is by this key.
    ///
    /// # Errors
    /// If the signature is by another key or over other bytes, if there is not exactly one signature, or if the
    /// statement cannot be parsed.
    pub fn verified_statement(&self, key: &PublicKey) -> Result<Statement, SignatureError> {
        let (opened, statement) = self.opened.as_ref().map_err(Clone::clone)?;
        opened.require_signed_by(key).map_err(|error| {
            if self.certified.is_some() {
                SignatureError::new(format!(
                    "{}: its signer has a certificate, not a key",
                    error.reason
                ))
            } else {
                error
            }
        })?;
        statement.clone()
    }

    /// The statement of the bundle, if one of the trust roots vouches for this signer.
    ///
    /// # Errors
    /// If another signer made the signature, the time of the signature is not proven, or the statement cannot be
    /// parsed.
    pub fn certified_statement(
        &self,
        signer: &CertifiedSigner,
    ) -> Result<Statement, SignatureError> {
        match &self.certified {
            Some(certified) => signer.verified_statement(certified.read()?),
            None => Err(SignatureError::new(
                "its signer has a key, and no certificate",
            )),
        }
    }

    /// The statement before the signature is verified: for lists and messages, and to reject a bundle early.
    ///
    /// # Errors
    /// If the statement cannot be parsed.
    pub fn unverified_statement(&self) -> Result<Statement, SignatureError> {
        let (_, statement) = self.opened.as_ref().map_err(Clone::clone)?;
        statement.clone()
    }

    /// The claimed signer, which is not verified. Use it only for lists and messages.
    #[must_use]
    pub fn unverified_signer(&self) -> String {
        match (&self.hint, &self.certified) {
            (_, Some(certified)) => certified
                .read()
                .ok()
                .and_then(CertifiedBundle::claimed)
                .unwrap_or_else(|| "the holder of a certificate".to_owned()),
            (Some(hint), None) if !hint.is_empty() => {
                format!("the holder of the key `{}`", Excerpt::name(hint))
            }
            _ => "the holder of a key".to_owned(),
        }
    }
}

impl Certified {
    fn read(&self) -> Result<&CertifiedBundle, SignatureError> {
        let read = self.read.get_or_init(|| CertifiedBundle::read(&self.text));
        read.as_ref().map_err(Clone::clone)
    }
}
