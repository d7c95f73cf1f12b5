//! Writes bundles.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::envelope::Envelope;
use super::{PrivateKey, SignatureError, SigstoreBundle, Statement};

/// A bundle in which the key's holder releases the content with this SHA-256 digest, in hexadecimal.
///
/// # Errors
/// If the system provides no random numbers.
pub fn sign(key: &PrivateKey, digest: &str) -> Result<Vec<u8>, SignatureError> {
    let statement = Statement::release(digest);
    let envelope = Envelope::signed(&statement, |message| key.sign(message))?;
    // The same hint that `cosign` writes for a key.
    let hint = STANDARD.encode(key.public().digest());
    Ok(SigstoreBundle::write(&envelope, &hint))
}
