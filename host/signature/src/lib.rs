//! Signatures of components: parses Sigstore bundles, verifies them by a key or by a certificate, and writes them.
//!
//! Bundles are untrusted: they are bounded, and their content counts only after its signature was verified. Claims
//! about the signer, such as the hint at a key, never influence a verdict.
//!
//! **Signed content.** A bundle has a DSSE envelope (version 1), whose payload is an in-toto statement (version 1).
//! The statement has digests (of the manifest in a registry, or of the component) and a predicate type, which says
//! what is claimed about them. It contains neither a repository nor a version.
//!
//! **Verification by a key** needs only the envelope and the key. It is done here, because the Rust crates for
//! Sigstore require an entry in a public log or a timestamp even for bundles with a key, and closed networks have
//! neither. **Verification by a certificate** is done by the crate `sigstore-verify`, with the operator's trust
//! root. The cryptography is `ring`, as for TLS.

mod bundle;
mod certified;
mod envelope;
mod error;
mod identity;
mod private_key;
mod public_key;
mod ring_provider;
mod sign;
mod statement;
#[cfg(test)]
mod tests;
mod trust_root;

pub use bundle::{MAX_BYTES, MEDIA_TYPE, SigstoreBundle};
pub use certified::CertifiedSigner;
pub use error::SignatureError;
pub use identity::Identity;
pub use private_key::PrivateKey;
pub use public_key::PublicKey;
pub use sign::sign;
pub use statement::{COSIGN_SIGNATURE, DEFAULT_PREDICATES, SLSA_PROVENANCE, Statement};
pub use trust_root::TrustRoots;
