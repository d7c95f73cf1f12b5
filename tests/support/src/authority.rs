//! A certificate authority, a log and a timestamp authority for tests, in place of Fulcio and Rekor.
//!
//! The unit tests of `host/signature` include this file, because this crate stands on `host/packages`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rcgen::{
    BasicConstraints, Certificate, CertificateParams, CertifiedIssuer, CustomExtension, DnType,
    ExtendedKeyUsagePurpose, IsCa, KeyPair, KeyUsagePurpose, PublicKeyData as _, SanType,
    SigningKey as _, date_time_ymd,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// The prefix of the identifiers of Fulcio's extensions.
const FULCIO: [u64; 8] = [1, 3, 6, 1, 4, 1, 57264, 1];
const SHA_256: [u64; 9] = [2, 16, 840, 1, 101, 3, 4, 2, 1];
const SIGNED_DATA: [u64; 7] = [1, 2, 840, 113_549, 1, 7, 2];
const TIMESTAMP: [u64; 9] = [1, 2, 840, 113_549, 1, 9, 16, 1, 4];
const CONTENT_TYPE: [u64; 7] = [1, 2, 840, 113_549, 1, 9, 3];
const MESSAGE_DIGEST: [u64; 7] = [1, 2, 840, 113_549, 1, 9, 4];
const ECDSA_WITH_SHA_256: [u64; 7] = [1, 2, 840, 10045, 4, 3, 2];
const COMMON_NAME: [u64; 4] = [2, 5, 4, 3];
const STATEMENT: &str = "application/vnd.in-toto+json";
const CLOCK: &str = "clock authority";
const CLOCK_SERIAL: u8 = 7;

/// The signer, the time, and the evidence for both.
#[derive(Clone)]
pub struct Signing<'a> {
    /// An email address, or the full name of a workflow.
    pub name: &'a str,
    pub issuer: &'a str,
    /// The time of the signature, in seconds since 1970.
    pub at: u64,
    /// The period in which the certificate is valid.
    pub certificate: (u64, u64),
    pub with_log: bool,
    pub with_time: bool,
}

impl<'a> Signing<'a> {
    /// A signature now, with a log entry and no timestamp.
    pub fn now(name: &'a str, issuer: &'a str) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.expect("a time").as_secs();
        Self {
            name,
            issuer,
            at: now,
            certificate: (now - 60, now + 600),
            with_log: true,
            with_time: false,
        }
    }
}

/// The certificate authority, the log and the timestamp authority.
pub struct Authority {
    certificates: CertifiedIssuer<'static, KeyPair>,
    log: KeyPair,
    clocks: CertifiedIssuer<'static, KeyPair>,
    clock: (Certificate, KeyPair),
}

impl Authority {
    pub fn new() -> Self {
        let certificates = authority("certificate authority");
        let clocks = authority(CLOCK);
        let mut params = parameters("clock");
        params.serial_number = Some(vec![CLOCK_SERIAL].into());
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::TimeStamping];
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &clocks).expect("a certificate");
        Self {
            certificates,
            log: KeyPair::generate().expect("a key"),
            clocks,
            clock: (certificate, key),
        }
    }

    /// The content of `trusted_root.json`.
    pub fn root(&self) -> Value {
        let since = json!({ "start": "2020-01-01T00:00:00Z" });
        let chain = |certificates: &[&[u8]]| {
            let certificates: Vec<Value> = certificates
                .iter()
                .map(|bytes| json!({ "rawBytes": STANDARD.encode(bytes) }))
                .collect();
            json!({ "certificates": certificates })
        };
        let name = json!({ "organization": "test", "commonName": "test" });
        json!({
            "mediaType": "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
            "tlogs": [{
                "baseUrl": "https://log.test",
                "hashAlgorithm": "SHA2_256",
                "publicKey": {
                    "rawBytes": STANDARD.encode(self.log.subject_public_key_info()),
                    "keyDetails": "PKIX_ECDSA_P256_SHA_256",
                    "validFor": since,
                },
                "logId": { "keyId": STANDARD.encode(self.log_id()) },
            }],
            "certificateAuthorities": [{
                "subject": name,
                "uri": "https://certificates.test",
                "certChain": chain(&[self.certificates.as_ref().der()]),
                "validFor": since,
            }],
            "ctlogs": [],
            "timestampAuthorities": [{
                "subject": name,
                "uri": "https://clock.test",
                "certChain": chain(&[self.clock.0.der(), self.clocks.as_ref().der()]),
                "validFor": since,
            }],
        })
    }

    /// Signs a statement, and returns the bundle.
    pub fn sign(&self, signing: &Signing<'_>, statement: &[u8]) -> Value {
        let (certificate, key) = self.certificate(signing);
        let head = format!(
            "DSSEv1 {} {STATEMENT} {} ",
            STATEMENT.len(),
            statement.len()
        );
        let signature = key.sign(&[head.as_bytes(), statement].concat());
        let signature = signature.expect("a signature");
        let mut material = json!({
            "certificate": { "rawBytes": STANDARD.encode(certificate.der()) },
            "tlogEntries": [],
        });
        if signing.with_log {
            let entry = self.entry(signing.at, statement, &signature, &certificate);
            material["tlogEntries"] = json!([entry]);
        }
        if signing.with_time {
            let token = self.timestamp(signing.at, &signature);
            material["timestampVerificationData"] =
                json!({ "rfc3161Timestamps": [{ "signedTimestamp": STANDARD.encode(token) }] });
        }
        json!({
            "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
            "verificationMaterial": material,
            "dsseEnvelope": {
                "payload": STANDARD.encode(statement),
                "payloadType": STATEMENT,
                "signatures": [{ "sig": STANDARD.encode(&signature) }],
            },
        })
    }

    /// The bundle that releases a digest, which is in hexadecimal.
    pub fn release(&self, signing: &Signing<'_>, digest: &str) -> Value {
        let statement = json!({
            "_type": "https://in-toto.io/Statement/v1",
            "subject": [{ "digest": { "sha256": digest } }],
            "predicateType": "https://sigstore.dev/cosign/sign/v1",
            "predicate": {},
        });
        self.sign(signing, statement.to_string().as_bytes())
    }

    fn certificate(&self, signing: &Signing<'_>) -> (Certificate, KeyPair) {
        let mut params = parameters("");
        let name = signing.name.try_into().expect("a name");
        params.subject_alt_names = vec![if signing.name.contains("://") {
            SanType::URI(name)
        } else {
            SanType::Rfc822Name(name)
        }];
        let (from, until) = signing.certificate;
        let epoch = date_time_ymd(1970, 1, 1);
        params.not_before = epoch + Duration::from_secs(from);
        params.not_after = epoch + Duration::from_secs(until);
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::CodeSigning];
        let mut claims = vec![(8, signing.issuer)];
        if let Some((repository, rest)) = signing.name.split_once("/.github/") {
            let reference = rest.split('@').nth(1).unwrap_or_default();
            claims.extend([(12, repository), (14, reference), (18, signing.name)]);
        }
        params.custom_extensions = claims
            .into_iter()
            .map(|(number, text)| {
                let oid = [&FULCIO[..], &[number]].concat();
                CustomExtension::from_oid_content(&oid, der(0x0c, &[text.as_bytes()]))
            })
            .collect();
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.certificates);
        (certificate.expect("a certificate"), key)
    }

    fn log_id(&self) -> [u8; 32] {
        Sha256::digest(self.log.subject_public_key_info()).into()
    }

    /// The log entry, which is the second of two, with its promise and its proof.
    fn entry(
        &self,
        at: u64,
        statement: &[u8],
        signature: &[u8],
        certificate: &Certificate,
    ) -> Value {
        let pem = format!(
            "-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n",
            STANDARD.encode(certificate.der())
        );
        let body = json!({
            "apiVersion": "0.0.1",
            "kind": "dsse",
            "spec": {
                "envelopeHash": { "algorithm": "sha256", "value": "0".repeat(64) },
                "payloadHash": { "algorithm": "sha256", "value": hex::encode(Sha256::digest(statement)) },
                "signatures": [{
                    "signature": STANDARD.encode(signature),
                    "verifier": STANDARD.encode(pem),
                }],
            },
        });
        let body = body.to_string();
        let encoded = STANDARD.encode(&body);
        let log = self.log_id();
        let promised = format!(
            "{{\"body\":\"{encoded}\",\"integratedTime\":{at},\"logID\":\"{}\",\"logIndex\":1}}",
            hex::encode(log)
        );
        let promise = self.log.sign(promised.as_bytes()).expect("a signature");
        let first = Sha256::digest(b"\0another entry");
        let own = Sha256::digest([b"\0", body.as_bytes()].concat());
        let root = Sha256::digest([&[1][..], &first, &own].concat());
        let note = format!("log.test\n2\n{}\n", STANDARD.encode(root));
        let signed = self.log.sign(note.as_bytes()).expect("a signature");
        let signed = STANDARD.encode([&log[..4], &signed].concat());
        json!({
            "logIndex": "1",
            "logId": { "keyId": STANDARD.encode(log) },
            "kindVersion": { "kind": "dsse", "version": "0.0.1" },
            "integratedTime": at.to_string(),
            "inclusionPromise": { "signedEntryTimestamp": STANDARD.encode(promise) },
            "inclusionProof": {
                "logIndex": "1",
                "rootHash": STANDARD.encode(root),
                "treeSize": "2",
                "hashes": [STANDARD.encode(first)],
                "checkpoint": { "envelope": format!("{note}\n\u{2014} log.test {signed}\n") },
            },
            "canonicalizedBody": encoded,
        })
    }

    /// The answer of a timestamp authority (RFC 3161).
    fn timestamp(&self, at: u64, signature: &[u8]) -> Vec<u8> {
        let hash = sequence(&[&oid(&SHA_256)]);
        let time = date_time_ymd(1970, 1, 1) + Duration::from_secs(at);
        let time = format!(
            "{:04}{:02}{:02}{:02}{:02}{:02}Z",
            time.year(),
            time.month() as u8,
            time.day(),
            time.hour(),
            time.minute(),
            time.second()
        );
        let stamped = sequence(&[
            &integer(1),
            &oid(&[1, 2, 3, 4, 1]),
            &sequence(&[&hash, &octets(&Sha256::digest(signature))]),
            &integer(1),
            &der(0x18, &[time.as_bytes()]),
        ]);
        let attribute = |kind: &[u64], value: &[u8]| sequence(&[&oid(kind), &der(0x31, &[value])]);
        let attributes = [
            attribute(&CONTENT_TYPE, &oid(&TIMESTAMP)),
            attribute(&MESSAGE_DIGEST, &octets(&Sha256::digest(&stamped))),
        ]
        .concat();
        let signed = self.clock.1.sign(&der(0x31, &[&attributes]));
        let name = sequence(&[&oid(&COMMON_NAME), &der(0x0c, &[CLOCK.as_bytes()])]);
        let signer = sequence(&[
            &integer(1),
            &sequence(&[&sequence(&[&der(0x31, &[&name])]), &integer(CLOCK_SERIAL)]),
            &hash,
            &der(0xa0, &[&attributes]),
            &sequence(&[&oid(&ECDSA_WITH_SHA_256)]),
            &octets(&signed.expect("a signature")),
        ]);
        let data = sequence(&[
            &integer(3),
            &der(0x31, &[&hash]),
            &sequence(&[&oid(&TIMESTAMP), &der(0xa0, &[&octets(&stamped)])]),
            &der(0x31, &[&signer]),
        ]);
        let token = sequence(&[&oid(&SIGNED_DATA), &der(0xa0, &[&data])]);
        sequence(&[&sequence(&[&integer(0)]), &token])
    }
}

fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut params = parameters(name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let key = KeyPair::generate().expect("a key");
    CertifiedIssuer::self_signed(params, key).expect("an authority")
}

fn parameters(name: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name = rcgen::DistinguishedName::new();
    if !name.is_empty() {
        params.distinguished_name.push(DnType::CommonName, name);
    }
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2120, 1, 1);
    params
}

/// Encodes a value in DER.
fn der(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let value = parts.concat();
    let length = match u8::try_from(value.len()) {
        Ok(short) if short < 0x80 => vec![short],
        Ok(short) => vec![0x81, short],
        Err(_) => {
            let length = u16::try_from(value.len()).expect("a short value");
            [&[0x82][..], &length.to_be_bytes()].concat()
        }
    };
    [&[tag][..], &length, &value].concat()
}

fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    der(0x30, parts)
}

fn octets(bytes: &[u8]) -> Vec<u8> {
    der(0x04, &[bytes])
}

fn integer(number: u8) -> Vec<u8> {
    der(0x02, &[&[number]])
}

fn oid(arcs: &[u64]) -> Vec<u8> {
    let mut bytes = vec![u8::try_from(arcs[0] * 40 + arcs[1]).expect("an identifier")];
    for arc in &arcs[2..] {
        let mut parts = vec![(arc & 0x7f) as u8];
        let mut rest = arc >> 7;
        while rest > 0 {
            parts.push((rest & 0x7f) as u8 | 0x80);
            rest >>= 7;
        }
        bytes.extend(parts.into_iter().rev());
    }
    der(0x06, &[&bytes])
}
