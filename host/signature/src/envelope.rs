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

    /// The bytes in the envelope, which are not verified yet.
    ///
    /// # Errors
    /// When its payload is not a statement, or not in base64.
    pub(crate) fn open(&self) -> Result<OpenedEnvelope, SignatureError> {
        if self.payload_type != STATEMENT {
            return Err(SignatureError::new(format!(
                "its envelope has something else than a statement of in-toto (`{STATEMENT}`)"
            )));
        }
        let payload = decoded(&self.payload, "payload")?;
        let signature = match self.signatures.as_slice() {
            [signature] => decoded(&signature.sig, "signature"),
            signatures => Err(SignatureError::new(format!(
                "it has {} signatures, and a bundle has exactly one",
                signatures.len()
            ))),
        };
        let signed = signed_bytes(&self.payload_type, &payload);
        Ok(OpenedEnvelope {
            head: signed.len() - payload.len(),
            signed,
            signature,
        })
    }
}

/// The bytes of an envelope, decoded once for all keys that they are compared with.
#[derive(Debug, Clone)]
pub(crate) struct OpenedEnvelope {
    /// The bytes that the signature is over. The payload is at their end.
    signed: Vec<u8>,
    /// So many of them come before the payload.
    head: usize,
    signature: Result<Vec<u8>, SignatureError>,
}

impl OpenedEnvelope {
    /// The payload.
    pub(crate) fn payload(&self) -> &[u8] {
        self.signed.get(self.head..).unwrap_or_default()
    }

    /// Fails if the envelope has another signature than one by a key.
    ///
    /// # Errors
    /// When it has no signature, several, or a signature by another key.
    pub(crate) fn require_signed_by(&self, key: &PublicKey) -> Result<(), SignatureError> {
        let signature = self.signature.as_ref().map_err(Clone::clone)?;
        match key.has_signed(&self.signed, signature) {
            true => Ok(()),
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
