//! Bundles whose signer has a certificate instead of a long-lived key: a certificate authority certified a key for
//! minutes, and a transparency log or a timestamp proves when it signed.
//!
//! The library `sigstore-verify` verifies certificates, log entries and timestamps, offline and with the
//! cryptography of `ring`. Its input is untrusted, so the input is bounded first, and a panic in the library
//! counts as a rejection. Afterwards only the content that the library verified is used, not another parse of the
//! same text.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pulumi_wasm_core::text::Excerpt;
use sigstore_verify::crypto::{CertificateInfo, parse_certificate_info};
use sigstore_verify::types::{Bundle, Sha256Hash, SignatureContent};

use super::identity::Holder;
use super::{Identity, SignatureError, Statement, TrustRoots};

/// The maximum number of log entries, and of timestamps. Signers write one of each.
const MAX_WITNESSES: usize = 8;
/// The maximum size of a certificate in bytes. Fulcio's certificates have about two thousand.
const MAX_CERTIFICATE_BYTES: usize = 64 << 10;

/// The required signer, and the required issuer of the identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertifiedSigner {
    pub roots: TrustRoots,
    /// The identity provider that authenticated the signer, as a URL from the certificate. The certificate's
    /// issuer must equal it.
    pub issuer: String,
    pub identity: Identity,
}

/// A bundle that the library has parsed, within bounds. It is not verified yet.
#[derive(Debug, Clone)]
pub(crate) struct CertifiedBundle {
    bundle: Bundle,
    /// Parsed from the bytes that the library verifies.
    statement: Statement,
    /// One of the statement's subjects. The caller checks whether the statement is about the component.
    subject: Sha256Hash,
    /// `None` if the library cannot parse the certificate.
    certificate: Option<CertificateInfo>,
}

impl CertifiedBundle {
    /// Parses a bundle.
    ///
    /// # Errors
    /// If it is not a bundle, exceeds a bound, or has no statement with a SHA-256 digest.
    pub(crate) fn read(text: &str) -> Result<Self, SignatureError> {
        guarded(|| {
            let bundle = read(text)?;
            let SignatureContent::DsseEnvelope(envelope) = &bundle.content else {
                return Err(SignatureError::new("it has no statement"));
            };
            let statement = Statement::parse(envelope.payload.as_bytes())?;
            let mut subjects = statement.subjects.iter();
            let subject = subjects.find_map(|digest| Sha256Hash::from_hex(digest).ok());
            let subject = subject
                .ok_or_else(|| SignatureError::new("none of its subjects has a SHA-256 digest"))?;
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

    /// The name and the issuer in the certificate, which are not verified.
    pub(crate) fn claimed(&self) -> Option<String> {
        let certificate = self.certificate.as_ref()?;
        let name = certificate.identity.as_ref()?.as_str();
        let issuer = certificate.issuer.as_deref()?;
        Some(format!(
            "`{}` (issuer `{}`)",
            Excerpt::name(name),
            Excerpt::name(issuer)
        ))
    }
}

impl CertifiedSigner {
    /// The statement of a bundle, if it is by this signer.
    ///
    /// # Errors
    /// If the bundle cannot be verified, or has another signer.
    pub(crate) fn verified_statement(
        &self,
        bundle: &CertifiedBundle,
    ) -> Result<Statement, SignatureError> {
        // Checks the claimed signer first, because the verification takes milliseconds.
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

    /// Fails if a certificate belongs to another signer.
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

/// Parses a bundle with the library, within bounds.
fn read(bundle: &str) -> Result<Bundle, SignatureError> {
    let read = Bundle::from_json(bundle).map_err(|error| {
        let error = error.to_string();
        SignatureError::new(format!("it is not a bundle: {}", Excerpt::reason(&error)))
    })?;
    let material = &read.verification_material;
    let timestamps = &material.timestamp_verification_data.rfc3161_timestamps;
    let max = material.tlog_entries.len().max(timestamps.len());
    if max > MAX_WITNESSES {
        return Err(SignatureError::new(format!(
            "it has {max} log entries or timestamps, but at most {MAX_WITNESSES} are allowed"
        )));
    }
    let certificate = read.signing_certificate();
    if certificate.is_some_and(|found| found.as_bytes().len() > MAX_CERTIFICATE_BYTES) {
        Err(SignatureError::new(format!(
            "its certificate has more than {} KiB",
            MAX_CERTIFICATE_BYTES >> 10
        )))
    } else {
        Ok(read)
    }
}

/// Runs code of the library on untrusted bytes, and turns a panic into an error.
fn guarded<T>(work: impl FnOnce() -> Result<T, SignatureError>) -> Result<T, SignatureError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(SignatureError::new(
            "the verification ended with an internal error",
        ))
    })
}
