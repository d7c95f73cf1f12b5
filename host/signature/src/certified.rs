//! Bundles whose signer has no lasting key: an authority certified a key for minutes, and a log or a clock says when it signed.
//!
//! The library `sigstore-verify` judges certificates, logs and timestamps, without a network and with the cryptography of `ring`. It gets
//! strangers' bytes, so they are bounded before, and a panic in it is a refusal. What is believed afterwards is what it verified, and
//! not another reading of the same text.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pulumi_wasm_core::text::Excerpt;
use sigstore_verify::crypto::{CertificateInfo, parse_certificate_info};
use sigstore_verify::types::{Bundle, Sha256Hash, SignatureContent};

use super::identity::Holder;
use super::{Identity, SignatureError, Statement, TrustRoots};

/// The most log entries of a bundle, and the most timestamps. Signers write one of each.
const MOST_WITNESSES: usize = 8;
/// The most bytes of a certificate. Those of Fulcio have some two thousand.
const MOST_CERTIFICATE_BYTES: usize = 64 << 10;

/// Who has to have signed, and who vouches for that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertifiedSigner {
    pub roots: TrustRoots,
    /// The service that knew the signer, as an address: it is the certificate's word, compared as a whole.
    pub issuer: String,
    pub identity: Identity,
}

/// A bundle as the library reads it, within bounds. Nobody vouches for it yet.
#[derive(Debug, Clone)]
pub(crate) struct CertifiedBundle {
    bundle: Bundle,
    /// Of the bytes that the library verifies.
    statement: Statement,
    /// Any of the statement's subjects: whether it is about the component is for the caller to say.
    subject: Sha256Hash,
    /// None if the library cannot read it.
    certificate: Option<CertificateInfo>,
}

impl CertifiedBundle {
    /// Reads a bundle.
    ///
    /// # Errors
    /// When it is not one, is larger than it may be, or has no statement about something with a digest.
    pub(crate) fn read(text: &str) -> Result<Self, SignatureError> {
        guarded(|| {
            let bundle = read(text)?;
            let SignatureContent::DsseEnvelope(envelope) = &bundle.content else {
                return Err(SignatureError::new("it has no statement"));
            };
            let statement = Statement::parse(envelope.payload.as_bytes())?;
            let mut subjects = statement.subjects.iter();
            let subject = subjects.find_map(|digest| Sha256Hash::from_hex(digest).ok());
            let subject = subject.ok_or_else(|| {
                SignatureError::new("it is about nothing that has a SHA-256 digest")
            })?;
            let certificate = bundle.signing_certificate();
            let certificate =
                certificate.and_then(|certificate| parse_certificate_info(certificate).ok());
            Ok(Self {
                statement,
                subject,
                certificate,
                bundle,
            })
        })
    }

    /// The name and the issuer in the certificate, which is not verified.
    pub(crate) fn claimed(&self) -> Option<String> {
        let certificate = self.certificate.as_ref()?;
        let name = certificate.identity.as_ref()?.as_str();
        let issuer = certificate.issuer.as_deref()?;
        Some(format!(
            "`{}` by the word of `{}`",
            Excerpt::name(name),
            Excerpt::name(issuer)
        ))
    }
}

impl CertifiedSigner {
    /// The statement of a bundle, if it is by the signer.
    ///
    /// # Errors
    /// When it cannot be verified, or is by somebody else.
    pub(crate) fn verified_statement(
        &self,
        bundle: &CertifiedBundle,
    ) -> Result<Statement, SignatureError> {
        // A certificate that names somebody else is not worth its verification, which takes milliseconds.
        if let Some(claimed) = &bundle.certificate {
            self.require(claimed.issuer.as_deref(), Some(claimed))?;
        }
        guarded(|| {
            let verified = self.roots.verify(&bundle.bundle, bundle.subject);
            let verified = verified.map_err(SignatureError::new)?;
            self.require(verified.issuer(), verified.certificate())?;
            Ok(bundle.statement.clone())
        })
    }

    /// Fails if a certificate is of somebody else.
    fn require(
        &self,
        issuer: Option<&str>,
        certificate: Option<&CertificateInfo>,
    ) -> Result<(), SignatureError> {
        if issuer != Some(self.issuer.as_str()) {
            let said = match issuer {
                Some(issuer) => format!("its issuer is `{}`", Excerpt::name(issuer)),
                None => "its certificate names no issuer".to_owned(),
            };
            let reason = format!("{said}, and not `{}`", self.issuer);
            return Err(SignatureError::new(reason));
        }
        let holder = certificate.map(holder).unwrap_or_default();
        self.identity.require(&holder).map_err(SignatureError::new)
    }
}

fn holder(certificate: &CertificateInfo) -> Holder<'_> {
    let claims = &certificate.ci_claims;
    Holder {
        name: certificate.identity.as_ref().map(|name| name.as_str()),
        repository: claims.source_repository_uri.as_deref(),
        reference: claims.source_repository_ref.as_deref(),
        workflow: claims.build_config_uri.as_deref(),
    }
}

/// Reads a bundle as the library does, within bounds.
fn read(bundle: &str) -> Result<Bundle, SignatureError> {
    let read = Bundle::from_json(bundle).map_err(|error| {
        let error = error.to_string();
        SignatureError::new(format!("it is not a bundle: {}", Excerpt::reason(&error)))
    })?;
    let material = &read.verification_material;
    let timestamps = &material.timestamp_verification_data.rfc3161_timestamps;
    let most = material.tlog_entries.len().max(timestamps.len());
    if most > MOST_WITNESSES {
        return Err(SignatureError::new(format!(
            "it has {most} log entries or timestamps, and {MOST_WITNESSES} are the most"
        )));
    }
    let certificate = read.signing_certificate();
    match certificate.is_some_and(|found| found.as_bytes().len() > MOST_CERTIFICATE_BYTES) {
        true => Err(SignatureError::new(format!(
            "its certificate has more than {} KiB",
            MOST_CERTIFICATE_BYTES >> 10
        ))),
        false => Ok(read),
    }
}

/// The result of work on a stranger's bytes, which may not end the process.
fn guarded<T>(work: impl FnOnce() -> Result<T, SignatureError>) -> Result<T, SignatureError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(SignatureError::new("it made the verification fail")))
}
