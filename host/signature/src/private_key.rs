//! Private keys in PEM, for signing.

use std::fmt;

use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, ECDSA_P384_SHA384_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair,
    KeyPair as _,
};
use rustls_pki_types::PrivatePkcs8KeyDer;
use rustls_pki_types::pem::PemObject as _;

use super::public_key::Kind;
use super::{PublicKey, SignatureError};

/// The maximum size of a key file, in bytes.
const MAX_BYTES: usize = 64 << 10;

/// A private key. Its debug output does not show the key.
pub struct PrivateKey {
    pair: Pair,
    public: PublicKey,
}

enum Pair {
    Ecdsa(Box<EcdsaKeyPair>),
    Ed25519(Box<Ed25519KeyPair>),
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("PrivateKey")
            .field("public", &self.public)
            .finish_non_exhaustive()
    }
}

impl PrivateKey {
    /// Parses a key file: a single section `PRIVATE KEY` (PKCS#8, not encrypted), with ECDSA on P-256 or P-384, or
    /// Ed25519.
    ///
    /// # Errors
    /// If it has no such key. The error has a hint.
    pub fn from_pem(text: &[u8]) -> Result<Self, SignatureError> {
        let hint = "make one with `openssl genpkey -algorithm ec -pkeyopt ec_paramgen_curve:P-256 -out FILE`";
        let has = |words: &str| {
            text.windows(words.len())
                .any(|part| part == words.as_bytes())
        };
        if text.len() > MAX_BYTES {
            return Err(SignatureError::new("it is too long for a key").hint(hint));
        }
        if has("ENCRYPTED") {
            return Err(SignatureError::new("the key is encrypted").hint(
                "sign with the program that made it, and attach its bundle: `pulumi-wasm sign SOURCE --bundle FILE`",
            ));
        }
        let mut keys = PrivatePkcs8KeyDer::pem_slice_iter(text);
        let (Some(Ok(key)), None) = (keys.next(), keys.next()) else {
            return Err(SignatureError::new(
                "it does not have exactly one private key in the form PKCS#8",
            )
            .hint(if has("BEGIN EC PRIVATE KEY") {
                "change its form with `openssl pkcs8 -topk8 -nocrypt -in FILE -out NEW_FILE`"
            } else {
                hint
            }));
        };
        let key = Self::from_der(key.secret_pkcs8_der());
        key.ok_or_else(|| {
            SignatureError::new("it is neither a P-256, a P-384 nor an Ed25519 key").hint(hint)
        })
    }

    fn from_der(key: &[u8]) -> Option<Self> {
        let random = SystemRandom::new();
        let ecdsa = [
            (Kind::P256, &ECDSA_P256_SHA256_ASN1_SIGNING),
            (Kind::P384, &ECDSA_P384_SHA384_ASN1_SIGNING),
        ];
        for (kind, algorithm) in ecdsa {
            if let Ok(pair) = EcdsaKeyPair::from_pkcs8(algorithm, key, &random) {
                let public = PublicKey::new(kind, pair.public_key().as_ref())?;
                return Some(Self {
                    pair: Pair::Ecdsa(Box::new(pair)),
                    public,
                });
            }
        }
        // OpenSSL omits the public key.
        let pair = Ed25519KeyPair::from_pkcs8_maybe_unchecked(key).ok()?;
        let public = PublicKey::new(Kind::Ed25519, pair.public_key().as_ref())?;
        Some(Self {
            pair: Pair::Ed25519(Box::new(pair)),
            public,
        })
    }

    /// The public key that verifies this key's signatures.
    #[must_use]
    pub fn public(&self) -> &PublicKey {
        &self.public
    }

    /// Signs a message.
    ///
    /// # Errors
    /// If the system provides no random numbers.
    pub(crate) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, SignatureError> {
        match &self.pair {
            Pair::Ecdsa(pair) => {
                let signature = pair.sign(&SystemRandom::new(), message);
                let signature = signature.map_err(|_| {
                    SignatureError::new("the system does not provide random numbers")
                })?;
                Ok(signature.as_ref().to_vec())
            }
            Pair::Ed25519(pair) => Ok(pair.sign(message).as_ref().to_vec()),
        }
    }
}
