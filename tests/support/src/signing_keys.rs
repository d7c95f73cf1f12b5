//! Keys of signers, in the format of `openssl`.

use rcgen::{KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ED25519};

/// A pair of keys in PEM.
pub struct Keys {
    pub private: String,
    pub public: String,
}

impl Keys {
    /// New keys on P-256.
    pub fn new() -> Self {
        Self::of(KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256))
    }

    /// New keys of the kind Ed25519.
    pub fn ed25519() -> Self {
        Self::of(KeyPair::generate_for(&PKCS_ED25519))
    }

    fn of(pair: Result<KeyPair, rcgen::Error>) -> Self {
        let pair = pair.unwrap();
        Self {
            private: pair.serialize_pem(),
            public: pair.public_key_pem(),
        }
    }
}
