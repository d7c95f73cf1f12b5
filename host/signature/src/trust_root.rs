//! Trust roots: the certificate authorities, logs and timestamp authorities that an operator trusts.

use std::fmt;
use std::sync::Arc;

use pulumi_wasm_core::text::Excerpt;
use sha2::{Digest as _, Sha256};
use sigstore_verify::trust_root::TrustedRoot;
use sigstore_verify::types::{Bundle, Sha256Hash};
use sigstore_verify::{VerificationPolicy, VerificationResult, Verifier};

use super::{SignatureError, ring_provider};

/// The prefix of a trust root's media type.
const MEDIA_TYPE: &str = "application/vnd.dev.sigstore.trustedroot";
/// The maximum number of roots in a file. GitHub's tool writes two: for public and for private repositories.
const MAX_ROOTS: usize = 8;
const HINT: &str =
    "take what `gh attestation trusted-root`, or `cosign trusted-root create`, writes";

/// The roots of a file. One of them must vouch for a signer.
#[derive(Clone)]
pub struct TrustRoots {
    roots: Arc<[Root]>,
    /// The SHA-256 digest of the file.
    digest: [u8; 32],
}

struct Root {
    verifier: Verifier,
    policy: VerificationPolicy,
    /// The identifiers of its logs.
    logs: Vec<Vec<u8>>,
}

impl TrustRoots {
    /// The maximum size of a file, in bytes.
    pub const MAX_BYTES: usize = 1 << 20;

    /// Parses a file: one root as JSON (`trusted_root.json`), or several, one after the other.
    ///
    /// # Errors
    /// If it has no root, or a root that cannot be used. The error has a hint.
    pub fn parse(bytes: &[u8]) -> Result<Self, SignatureError> {
        let unusable = |reason: String| Err(SignatureError::new(reason).hint(HINT));
        if bytes.len() > Self::MAX_BYTES {
            return unusable("it is too long for a trust root".to_owned());
        }
        ring_provider::install();
        let mut roots = Vec::new();
        for document in serde_json::Deserializer::from_slice(bytes).into_iter::<TrustedRoot>() {
            if roots.len() == MAX_ROOTS {
                return unusable(format!("it has more than {MAX_ROOTS} trust roots"));
            }
            let root = document.map_err(|error| error.to_string());
            match root.and_then(|root| Root::new(&root)) {
                Ok(root) => roots.push(root),
                Err(reason) => {
                    let reason = Excerpt::reason(&reason);
                    return unusable(format!("it is not a trust root: {reason}"));
                }
            }
        }
        if roots.is_empty() {
            unusable("it is empty".to_owned())
        } else {
            Ok(Self {
                roots: roots.into(),
                digest: Sha256::digest(bytes).into(),
            })
        }
    }

    /// The identity in a bundle's certificate, if one of the roots vouches for it at the time of the signature.
    ///
    /// # Errors
    /// The reasons of all roots.
    pub(crate) fn verify(
        &self,
        bundle: &Bundle,
        digest: Sha256Hash,
    ) -> Result<VerificationResult, String> {
        let mut reasons: Vec<String> = Vec::new();
        for root in self.roots.iter() {
            match root.verify(bundle, digest) {
                Ok(verified) => return Ok(verified),
                Err(reason) if reasons.contains(&reason) => {}
                Err(reason) => reasons.push(reason),
            }
        }
        Err(reasons.join(", and by another root: "))
    }
}

impl Root {
    fn new(root: &TrustedRoot) -> Result<Self, String> {
        if !root.media_type.starts_with(MEDIA_TYPE) {
            return Err(format!("its type is `{}`", Excerpt::name(&root.media_type)));
        }
        if root.certificate_authorities.is_empty() {
            return Err("it has no certificate authority".to_owned());
        }
        if root.tlogs.is_empty() && root.timestamp_authorities.is_empty() {
            return Err("it has neither a log nor a timestamp authority".to_owned());
        }
        // Evidence is only required if the operator's root can verify it: GitHub's root for private repositories
        // has no logs.
        let mut policy = VerificationPolicy::any_identity();
        if root.tlogs.is_empty() {
            policy = policy.skip_tlog_unsafe();
        }
        if root.ctlogs.is_empty() {
            policy = policy.skip_sct();
        }
        let logs = root.tlogs.iter();
        Ok(Self {
            verifier: Verifier::new(root).map_err(|error| error.to_string())?,
            policy,
            logs: logs
                .map(|log| log.log_id.key_id.as_bytes().to_vec())
                .collect(),
        })
    }

    fn verify(&self, bundle: &Bundle, digest: Sha256Hash) -> Result<VerificationResult, String> {
        for entry in &bundle.verification_material.tlog_entries {
            let log = entry.log_id.key_id.as_bytes();
            if !self.logs.iter().any(|known| known == log) {
                return Err(format!(
                    "the trust root does not know the log {}; a newer trust root may",
                    Excerpt::name(&hex::encode(log))
                ));
            }
        }
        let verified = self.verifier.verify(digest, bundle, &self.policy);
        let verified = verified.map_err(|error| {
            let error = error.to_string();
            Excerpt::reason(&error).to_string()
        })?;
        // The library reports whether it verified the certificate.
        if verified.certificate_verified() && !verified.verified_timestamps().is_empty() {
            Ok(verified)
        } else {
            Err("its certificate was not verified".to_owned())
        }
    }
}

impl PartialEq for TrustRoots {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for TrustRoots {}

impl fmt::Debug for TrustRoots {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TrustRoots")
            .field("digest", &hex::encode(self.digest))
            .finish_non_exhaustive()
    }
}
