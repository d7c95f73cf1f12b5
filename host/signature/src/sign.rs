//! Writing a bundle.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::envelope::Envelope;
use super::{PrivateKey, SignatureError, SigstoreBundle, Statement};

/// A bundle in which the holder of a key lets out what has a SHA-256 digest, which is in hexadecimal.
///
/// # Errors
/// When the system gives no random numbers.
pub fn sign(key: &PrivateKey, digest: &str) -> Result<Vec<u8>, SignatureError> {
    let statement = Statement::release(digest);
    let envelope = Envelope::signed(&statement, |message| key.sign(message))?;
    // The hint that `cosign` gives for a key as well.
    let hint = STANDARD.encode(key.public().digest());
    Ok(SigstoreBundle::write(&envelope, &hint))
}
