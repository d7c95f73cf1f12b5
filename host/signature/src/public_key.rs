//! Public keys in PEM, and their signatures.

use std::fmt;

use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ECDSA_P384_SHA256_ASN1, ECDSA_P384_SHA384_ASN1, ED25519,
    UnparsedPublicKey, VerificationAlgorithm,
};
use rustls_pki_types::SubjectPublicKeyInfoDer;
use rustls_pki_types::pem::{self, PemObject as _};
use sha2::{Digest as _, Sha256};

use super::SignatureError;

/// The maximum size of a key file in bytes. Keys have a few hundred.
const MAX_BYTES: usize = 64 << 10;

/// A kind of key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    P256,
    P384,
    Ed25519,
}

impl Kind {
    const ALL: [Self; 3] = [Self::P256, Self::P384, Self::Ed25519];

    /// The prefix of a `SubjectPublicKeyInfo` (RFC 5280) with a key of this kind. It is constant, because DER has
    /// only one encoding (RFC 5480, RFC 8410).
    pub(crate) fn start(self) -> &'static [u8] {
        match self {
            Self::P256 => &[
                0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06,
                0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
            ],
            Self::P384 => &[
                0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06,
                0x05, 0x2b, 0x81, 0x04, 0x00, 0x22, 0x03, 0x62, 0x00, 0x04,
            ],
            Self::Ed25519 => &[
                0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
            ],
        }
    }

    /// The number of bytes after the prefix.
    fn rest(self) -> usize {
        match self {
            Self::P256 => 64,
            Self::P384 => 96,
            Self::Ed25519 => 32,
        }
    }

    /// The first byte of an uncompressed point, which is the last byte of [`Kind::start`].
    pub(crate) fn point_start(self) -> &'static [u8] {
        match self {
            Self::P256 | Self::P384 => &[0x04],
            Self::Ed25519 => &[],
        }
    }

    /// Older signers use SHA-256 with P-384 as well.
    fn algorithms(self) -> Vec<&'static dyn VerificationAlgorithm> {
        match self {
            Self::P256 => vec![&ECDSA_P256_SHA256_ASN1],
            Self::P384 => vec![&ECDSA_P384_SHA384_ASN1, &ECDSA_P384_SHA256_ASN1],
            Self::Ed25519 => vec![&ED25519],
        }
    }
}

/// A key that verifies signatures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    kind: Kind,
    /// In the encoding of `ring`.
    point: Vec<u8>,
    /// The SHA-256 digest of the whole key.
    digest: [u8; 32],
}

impl PublicKey {
    /// Parses a key file: a single section `PUBLIC KEY`, with ECDSA on P-256 or P-384, or Ed25519.
    ///
    /// # Errors
    /// If it does not have exactly one such key. The error has a hint.
    pub fn from_pem(text: &[u8]) -> Result<Self, SignatureError> {
        let hint = "give the public key in PEM, as `cosign public-key`, or `openssl pkey -in FILE -pubout`, writes it";
        if text.len() > MAX_BYTES {
            return Err(SignatureError::new("it is too long for a key").hint(hint));
        }
        let mut keys = SubjectPublicKeyInfoDer::pem_slice_iter(text);
        match (keys.next(), keys.next()) {
            (Some(Ok(key)), None) => Self::from_der(key.as_ref()).ok_or_else(|| {
                SignatureError::new("it is neither a P-256, a P-384 nor an Ed25519 key")
                    .hint("make one with `openssl genpkey -algorithm ec -pkeyopt ec_paramgen_curve:P-256`")
            }),
            (Some(Err(pem::Error::NoItemsFound)) | None, _) => {
                Err(SignatureError::new("it has no section `PUBLIC KEY`").hint(hint))
            }
            (Some(Ok(_)), Some(_)) => Err(SignatureError::new("it has more than one key")
                .hint("put each key into a separate file, and list the files")),
            (Some(Err(_)), _) => Err(SignatureError::new("it is not PEM").hint(hint)),
        }
    }

    fn from_der(key: &[u8]) -> Option<Self> {
        let mut kinds = Kind::ALL.into_iter();
        kinds.find_map(|kind| {
            let rest = key.strip_prefix(kind.start())?;
            (rest.len() == kind.rest())
                .then(|| Self::new(kind, &[kind.point_start(), rest].concat()))?
        })
    }

    /// The key with this point, in the encoding of `ring`.
    pub(crate) fn new(kind: Kind, point: &[u8]) -> Option<Self> {
        let rest = point.strip_prefix(kind.point_start())?;
        let whole = [kind.start(), rest].concat();
        (rest.len() == kind.rest()).then(|| Self {
            kind,
            point: point.to_vec(),
            digest: Sha256::digest(whole).into(),
        })
    }

    /// The SHA-256 digest of the key in DER.
    pub(crate) fn digest(&self) -> &[u8] {
        &self.digest
    }

    /// The point of the key, in the encoding of `ring`.
    #[cfg(test)]
    pub(crate) fn point(&self) -> &[u8] {
        &self.point
    }

    /// Whether this key's holder signed a message.
    pub(crate) fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        self.kind.algorithms().iter().any(|algorithm| {
            let key = UnparsedPublicKey::new(*algorithm, &self.point);
            key.verify(message, signature).is_ok()
        })
    }
}

impl fmt::Display for PublicKey {
    /// A prefix of the digest, which is enough to tell keys apart.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digest = hex::encode(self.digest);
        write!(formatter, "sha256:{}", digest.get(..16).unwrap_or_default())
    }
}
