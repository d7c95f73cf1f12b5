//! DSSE envelopes, version 1: a payload, its type, and signatures over both.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::{PublicKey, SignatureError};

/// The payload type of every accepted envelope.
pub(crate) const STATEMENT: &str = "application/vnd.in-toto+json";

/// An envelope as JSON. Bytes are in standard base64.
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
    /// The envelope of a statement, signed by `sign`.
    ///
    /// # Errors
    /// The error of `sign`.
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

    /// Decodes the envelope, without verifying it.
    ///
    /// # Errors
    /// If its payload is not a statement, or is not in base64.
    pub(crate) fn open(&self) -> Result<OpenedEnvelope, SignatureError> {
        if self.payload_type != STATEMENT {
            return Err(SignatureError::new(format!(
                "its envelope does not contain an in-toto statement (`{STATEMENT}`)"
            )));
        }
        let payload = decoded(&self.payload, "payload")?;
        let signature = match self.signatures.as_slice() {
            [signature] => decoded(&signature.sig, "signature"),
            signatures => Err(SignatureError::new(format!(
                "it has {} signatures, but a bundle has exactly one",
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

/// The bytes of an envelope, decoded once for comparisons with any number of keys.
#[derive(Debug, Clone)]
pub(crate) struct OpenedEnvelope {
    /// The bytes that the signature covers. They end with the payload.
    signed: Vec<u8>,
    /// The number of bytes before the payload.
    head: usize,
    signature: Result<Vec<u8>, SignatureError>,
}

impl OpenedEnvelope {
    /// The payload.
    pub(crate) fn payload(&self) -> &[u8] {
        self.signed.get(self.head..).unwrap_or_default()
    }

    /// Fails if the envelope has another signature than one by this key.
    ///
    /// # Errors
    /// If it does not have exactly one signature, or the signature is by another key.
    pub(crate) fn require_signed_by(&self, key: &PublicKey) -> Result<(), SignatureError> {
        let signature = self.signature.as_ref().map_err(Clone::clone)?;
        if key.has_signed(&self.signed, signature) {
            Ok(())
        } else {
            Err(SignatureError::new(format!(
                "its signature is not by the key {key}"
            )))
        }
    }
}

fn decoded(text: &str, what: &str) -> Result<Vec<u8>, SignatureError> {
    let decoded = STANDARD.decode(text);
    decoded.map_err(|_| SignatureError::new(format!("its {what} is not in base64")))
}

/// The bytes that a signature covers: the pre-authentication encoding of DSSE version 1.
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
        // The example in the specification of DSSE.
        let found = signed_bytes("http://example.com/HelloWorld", b"hello world");
        assert_eq!(
            found,
            b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
        );
        assert_eq!(signed_bytes("", b""), b"DSSEv1 0  0 ");
    }
}
