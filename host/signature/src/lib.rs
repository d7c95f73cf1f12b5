//! Signatures of components: Sigstore bundles, read, verified by a key or by a certificate, and written.
//!
//! A bundle is a file of a stranger: it is bounded, and nothing in it counts before a signature over it was verified. What it says of
//! its signer, such as the hint at a key, is never looked at for a verdict.
//!
//! **What a signature says.** The bundle has an envelope of DSSE version 1, whose payload is a statement of in-toto, version 1. The statement
//! names digests (of the manifest in a registry, or of the component) and a predicate type: what is said of them. Neither names a
//! repository or a version.
//!
//! **By a key** a verdict needs the envelope and the key alone, so no library decides it: the Rust crates for Sigstore ask a bundle for an
//! entry in a public log or for a timestamp, also if it was made with a key. A closed network has neither. **By a certificate** the crate
//! `sigstore-verify` decides, with the operator's trust root. Cryptography comes from `ring`, as in TLS.

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

pub use bundle::{MEDIA_TYPE, MOST_BYTES, SigstoreBundle};
pub use certified::CertifiedSigner;
pub use error::SignatureError;
pub use identity::Identity;
pub use private_key::PrivateKey;
pub use public_key::PublicKey;
pub use sign::sign;
pub use statement::{COSIGN_SIGNATURE, DEFAULT_PREDICATES, SLSA_PROVENANCE, Statement};
pub use trust_root::TrustRoots;
