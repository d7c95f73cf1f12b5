//! The signers that a policy requires for the components of a package.

use std::fmt;

use pulumi_wasm_signature::{CertifiedSigner, DEFAULT_PREDICATES, PublicKey};

use crate::policy::RuleLocation;

/// One way in which a signer signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignerRule {
    /// The signer's name in the policy.
    pub signer: String,
    /// The file with the key or the trust root, as it is written.
    pub file: String,
    pub means: SignerMeans,
    /// The predicate types that allow a component to run.
    pub predicates: Vec<String>,
}

/// The key or identity that a signature is verified with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignerMeans {
    Key(PublicKey),
    /// An identity that an authority certified.
    Certificate(CertifiedSigner),
}

impl SignerRule {
    /// A rule with the default predicate types.
    #[must_use]
    pub fn new(signer: &str, file: &str, means: SignerMeans) -> Self {
        Self {
            signer: signer.to_owned(),
            file: file.to_owned(),
            means,
            predicates: DEFAULT_PREDICATES.map(str::to_owned).to_vec(),
        }
    }

    /// The rule for a signer with a key.
    #[must_use]
    pub fn of_key(signer: &str, file: &str, key: PublicKey) -> Self {
        Self::new(signer, file, SignerMeans::Key(key))
    }
}

impl fmt::Display for SignerRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { signer, file, .. } = self;
        match &self.means {
            SignerMeans::Key(_) => write!(formatter, "`{signer}` (key `{file}`)"),
            SignerMeans::Certificate(CertifiedSigner {
                issuer, identity, ..
            }) => write!(
                formatter,
                "`{signer}` ({identity}, issuer `{issuer}`, root `{file}`)"
            ),
        }
    }
}

/// The signers that one policy requires for a package: one of them must have signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedBy {
    pub rules: Vec<SignerRule>,
    /// The signers' names.
    pub signers: Vec<String>,
    pub place: RuleLocation,
}

impl fmt::Display for SignedBy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.signers.as_slice() {
            [] => write!(formatter, "{} lists no signer", self.place),
            signers => write!(
                formatter,
                "{} asks for a signature by `{}`",
                self.place,
                signers.join("` or `")
            ),
        }
    }
}
