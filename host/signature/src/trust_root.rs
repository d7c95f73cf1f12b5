//! Trust roots: the authorities, logs and clocks that an operator believes.

use std::fmt;
use std::sync::Arc;

use pulumi_wasm_core::text::Excerpt;
use sha2::{Digest as _, Sha256};
use sigstore_verify::trust_root::TrustedRoot;
use sigstore_verify::types::{Bundle, Sha256Hash};
use sigstore_verify::{VerificationPolicy, VerificationResult, Verifier};

use super::{SignatureError, ring_provider};

/// The beginning of the media type of a root.
const MEDIA_TYPE: &str = "application/vnd.dev.sigstore.trustedroot";
/// The most roots of a file. GitHub's program writes two: the public one, and that of private repositories.
const MOST_ROOTS: usize = 8;
const HINT: &str =
    "take what `gh attestation trusted-root`, or `cosign trusted-root create`, writes";

/// The roots of a file, of which one has to vouch for a signer.
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
    /// The most bytes of a file.
    pub const MOST_BYTES: usize = 1 << 20;

    /// Reads a file: one root as JSON (`trusted_root.json`), or several, one after the other.
    ///
    /// # Errors
    /// When it has no root, or one that cannot be used; with advice.
    pub fn parse(bytes: &[u8]) -> Result<Self, SignatureError> {
        let unusable = |reason: String| Err(SignatureError::new(reason).hint(HINT));
        if bytes.len() > Self::MOST_BYTES {
            return unusable("it is too long for a trust root".to_owned());
        }
        ring_provider::install();
        let mut roots = Vec::new();
        for document in serde_json::Deserializer::from_slice(bytes).into_iter::<TrustedRoot>() {
            if roots.len() == MOST_ROOTS {
                return unusable(format!("it has more than {MOST_ROOTS} trust roots"));
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
        match roots.is_empty() {
            true => unusable("it is empty".to_owned()),
            false => Ok(Self {
                roots: roots.into(),
                digest: Sha256::digest(bytes).into(),
            }),
        }
    }

    /// The identity in a bundle's certificate, if one of the roots vouches for it at the time of the signature.
    ///
    /// # Errors
    /// With the reason of each root.
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
            return Err("it has no authority for certificates".to_owned());
        }
        if root.tlogs.is_empty() && root.timestamp_authorities.is_empty() {
            return Err("it has neither a log nor an authority for timestamps".to_owned());
        }
        // What the operator's root does not have cannot be asked for: that of GitHub for private repositories has no logs.
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
                    "the trust root does not know the log {}; a newer one may",
                    Excerpt::name(&hex::encode(log))
                ));
            }
        }
        let verified = self.verifier.verify(digest, bundle, &self.policy);
        let verified = verified.map_err(|error| {
            let error = error.to_string();
            Excerpt::reason(&error).to_string()
        })?;
        // The library's own word that it did look.
        match verified.certificate_verified() && !verified.verified_timestamps().is_empty() {
            true => Ok(verified),
            false => Err("its certificate was not verified".to_owned()),
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
