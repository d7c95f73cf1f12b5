//! Envelopes of DSSE version 1: a payload, its type, and signatures over both.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::{PublicKey, SignatureError};

/// The type of the payload of every envelope that is read here.
pub(crate) const STATEMENT: &str = "application/vnd.in-toto+json";

/// An envelope as JSON has it. Bytes are in standard base64.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Envelope {
    payload: String,
    payload_type: String,
    signatures: Vec<Signature>,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
struct Signature {
    sig: String,
}

impl Envelope {
    /// The envelope of a statement, signed as `sign` says.
    ///
    /// # Errors
    /// Those of `sign`.
    pub(crate) fn signed(
        payload: &[u8],
        sign: impl FnOnce(&[u8]) -> Result<Vec<u8>, SignatureError>,
    ) -> Result<Self, SignatureError> {
        let signature = sign(&signed_bytes(STATEMENT, payload))?;
        Ok(Self {
            payload: STANDARD.encode(payload),
            payload_type: STATEMENT.to_owned(),
            signatures: vec![Signature {
                sig: STANDARD.encode(signature),
            }],
        })
    }

    /// The payload, which nobody vouches for yet.
    ///
    /// # Errors
    /// When it is not a statement, or no base64.
    pub(crate) fn unverified_payload(&self) -> Result<Vec<u8>, SignatureError> {
        if self.payload_type != STATEMENT {
            return Err(SignatureError::new(format!(
                "its envelope has something else than a statement of in-toto (`{STATEMENT}`)"
            )));
        }
        decoded(&self.payload, "payload")
    }

    /// The payload, if its one signature is by a key.
    ///
    /// # Errors
    /// When it is not.
    pub(crate) fn verified_payload(&self, key: &PublicKey) -> Result<Vec<u8>, SignatureError> {
        let payload = self.unverified_payload()?;
        let [signature] = self.signatures.as_slice() else {
            return Err(SignatureError::new(format!(
                "it has {} signatures, and a bundle has exactly one",
                self.signatures.len()
            )));
        };
        let signature = decoded(&signature.sig, "signature")?;
        match key.has_signed(&signed_bytes(&self.payload_type, &payload), &signature) {
            true => Ok(payload),
            false => Err(SignatureError::new(format!(
                "its signature is not by the key {key}"
            ))),
        }
    }
}

fn decoded(text: &str, what: &str) -> Result<Vec<u8>, SignatureError> {
    let decoded = STANDARD.decode(text);
    decoded.map_err(|_| SignatureError::new(format!("its {what} is not in base64")))
}

/// The bytes that a signature is over: the pre-authentication encoding of DSSE version 1.
fn signed_bytes(payload_type: &str, payload: &[u8]) -> Vec<u8> {
    let head = format!(
        "DSSEv1 {} {payload_type} {} ",
        payload_type.len(),
        payload.len()
    );
    [head.as_bytes(), payload].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signed_bytes_are_those_of_the_specification() {
        // The example of DSSE's protocol.
        let found = signed_bytes("http://example.com/HelloWorld", b"hello world");
        assert_eq!(
            found,
            b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
        );
        assert_eq!(signed_bytes("", b""), b"DSSEv1 0  0 ");
    }
}
