//! Genuine signatures are accepted, and all others are rejected.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, ECDSA_P384_SHA384_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair,
};
use serde_json::{Value, json};

use super::*;
use crate::public_key::Kind;

#[path = "../../../tests/support/src/authority.rs"]
#[allow(unreachable_pub, reason = "the integration tests use it as well")]
mod authority;
mod certified;

const DIGEST: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

fn pem(label: &str, der: &[u8]) -> Vec<u8> {
    let text = STANDARD.encode(der);
    let lines: Vec<String> = text
        .as_bytes()
        .chunks(64)
        .map(|line| String::from_utf8_lossy(line).into_owned())
        .collect();
    format!(
        "-----BEGIN {label}-----\n{}\n-----END {label}-----\n",
        lines.join("\n")
    )
    .into_bytes()
}

/// The PEM of a new private key.
fn new_key(kind: Kind) -> Vec<u8> {
    let random = SystemRandom::new();
    let der = match kind {
        Kind::P256 => EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random),
        Kind::P384 => EcdsaKeyPair::generate_pkcs8(&ECDSA_P384_SHA384_ASN1_SIGNING, &random),
        Kind::Ed25519 => Ed25519KeyPair::generate_pkcs8(&random),
    };
    pem("PRIVATE KEY", der.expect("a key").as_ref())
}

fn key(kind: Kind) -> PrivateKey {
    PrivateKey::from_pem(&new_key(kind)).expect("a key")
}

const KINDS: [Kind; 3] = [Kind::P256, Kind::P384, Kind::Ed25519];

/// The verdict about a bundle that should release [`DIGEST`].
fn verdict(bundle: &[u8], key: &PublicKey) -> Result<Statement, SignatureError> {
    let statement = SigstoreBundle::parse(bundle)?.verified_statement(key)?;
    statement.require_subject(&[DIGEST.to_owned()])?;
    statement.require_predicate(DEFAULT_PREDICATES.into_iter())?;
    Ok(statement)
}

fn refused(bundle: &[u8], key: &PublicKey, expected: &str) {
    let error = verdict(bundle, key).expect_err(expected).to_string();
    assert!(error.contains(expected), "{error}");
}

/// The bundle of any statement, signed by a key.
fn bundle_of(key: &PrivateKey, statement: &[u8]) -> Vec<u8> {
    let envelope = envelope::Envelope::signed(statement, |message| key.sign(message));
    SigstoreBundle::write(&envelope.expect("an envelope"), "")
}

/// A change to a bundle. The second argument is the bundle's signature.
type Change = fn(&mut Value, Value);

fn changed(bundle: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut document: Value = serde_json::from_slice(bundle).expect("JSON");
    change(&mut document);
    document.to_string().into_bytes()
}

#[test]
fn what_a_key_signed_is_verified_with_the_key_alone() {
    for kind in KINDS {
        let (key, other) = (key(kind), key(kind));
        let bundle = sign(&key, DIGEST).expect("a bundle");
        let statement = verdict(&bundle, key.public()).expect("signed");
        assert_eq!(statement.predicate_type, COSIGN_SIGNATURE);
        assert_eq!(statement.subjects.len(), 1);
        refused(&bundle, other.public(), "not by the key sha256:");
        for another in KINDS.into_iter().filter(|another| *another != kind) {
            refused(&bundle, self::key(another).public(), "not by the key");
        }
    }
}

/// The keys and bundles in the folder `openssl` were made with OpenSSL alone.
#[test]
fn what_another_program_signed_is_verified_and_its_keys_sign() {
    for (public, private, bundle) in [
        (
            include_bytes!("openssl/p256.pub").as_slice(),
            include_bytes!("openssl/p256.key").as_slice(),
            include_bytes!("openssl/p256.json").as_slice(),
        ),
        (
            include_bytes!("openssl/p384.pub"),
            include_bytes!("openssl/p384.key"),
            include_bytes!("openssl/p384.json"),
        ),
        (
            include_bytes!("openssl/ed25519.pub"),
            include_bytes!("openssl/ed25519.key"),
            include_bytes!("openssl/ed25519.json"),
        ),
    ] {
        let public = PublicKey::from_pem(public).expect("a key");
        let private = PrivateKey::from_pem(private).expect("a key");
        assert_eq!(*private.public(), public);
        let statement = verdict(bundle, &public).expect("signed");
        assert_eq!(statement.predicate_type, SLSA_PROVENANCE);
        verdict(&sign(&private, DIGEST).expect("a bundle"), &public).expect("signed");
    }
}

#[test]
fn another_digest_or_predicate_is_refused_however_well_it_is_signed() {
    let key = key(Kind::P256);
    let bundle = sign(&key, &"0".repeat(64)).expect("a bundle");
    refused(&bundle, key.public(), "and not about this component");
    let statement = |kind: &str, digests: Value, predicate: &str| {
        let document = json!({
            "_type": kind,
            "subject": [{ "name": "x", "digest": digests }],
            "predicateType": predicate,
            "predicate": { "anything": [1, { "a": null }] },
        });
        bundle_of(&key, document.to_string().as_bytes())
    };
    let v1 = "https://in-toto.io/Statement/v1";
    let good = json!({ "sha256": DIGEST, "sha512": "x" });
    for predicate in DEFAULT_PREDICATES {
        let bundle = statement(v1, good.clone(), predicate);
        verdict(&bundle, key.public()).expect(predicate);
    }
    for (bundle, expected) in [
        (
            statement(v1, good.clone(), "https://spdx.dev/Document"),
            "its predicate type is `https://spdx.dev/Document`, which does not permit running",
        ),
        (
            statement("https://in-toto.io/Statement/v0.1", good, COSIGN_SIGNATURE),
            "is of the type `https://in-toto.io/Statement/v0.1`",
        ),
        (
            statement(v1, json!({ "sha512": DIGEST }), COSIGN_SIGNATURE),
            "about content without a SHA-256 digest",
        ),
        (
            statement(v1, json!({ "sha256": DIGEST.to_uppercase() }), COSIGN_SIGNATURE),
            "and not about this component",
        ),
        (bundle_of(&key, b"{}"), "cannot be understood"),
        (
            bundle_of(
                &key,
                format!(
                    "{{\"_type\":\"{v1}\",\"subject\":[{{\"digest\":{{\"sha256\":\"0\",\"sha256\":\"{DIGEST}\"}}}}],\"predicateType\":\"{COSIGN_SIGNATURE}\"}}"
                )
                .as_bytes(),
            ),
            "duplicate field",
        ),
    ] {
        refused(&bundle, key.public(), expected);
    }
}

#[test]
fn a_bundle_has_exactly_one_signature_over_a_statement() {
    let key = key(Kind::Ed25519);
    let bundle = sign(&key, DIGEST).expect("a bundle");
    let signature = |document: &Value| document["dsseEnvelope"]["signatures"][0].clone();
    let cases: [(&str, Change); 8] = [
        ("it has 0 signatures", |document, _| {
            document["dsseEnvelope"]["signatures"] = json!([]);
        }),
        ("it has 2 signatures", |document, one| {
            document["dsseEnvelope"]["signatures"] = json!([one, one]);
        }),
        ("it has 2 signatures", |document, one| {
            document["dsseEnvelope"]["signatures"] = json!([{ "sig": "AAAA" }, one]);
        }),
        ("does not contain an in-toto statement", |document, _| {
            document["dsseEnvelope"]["payloadType"] = json!("text/plain");
        }),
        ("a signature of a file's bytes", |document, _| {
            document["messageSignature"] = json!({});
            document
                .as_object_mut()
                .expect("an object")
                .remove("dsseEnvelope");
        }),
        ("exactly one of", |document, _| {
            document["messageSignature"] = json!({});
        }),
        ("version is not supported", |document, _| {
            document["mediaType"] = json!("application/vnd.dev.sigstore.bundle+json;version=0.1");
        }),
        ("is not in base64", |document, _| {
            document["dsseEnvelope"]["signatures"][0]["sig"] = json!("*");
        }),
    ];
    for (expected, change) in cases {
        let changed = changed(&bundle, |document| {
            let one = signature(document);
            change(document, one);
        });
        refused(&changed, key.public(), expected);
    }
    // The key that a bundle names is not trusted.
    let hinted = changed(&bundle, |document| {
        document["verificationMaterial"] = json!({ "publicKey": { "hint": "\u{1b}[31m" } });
    });
    verdict(&hinted, key.public()).expect("signed");
    let signer = SigstoreBundle::parse(&hinted)
        .expect("a bundle")
        .unverified_signer();
    assert!(!signer.contains('\u{1b}'), "{signer}");
    let certified = changed(&bundle, |document| {
        document["verificationMaterial"] = json!({ "certificate": { "rawBytes": "AA==" } });
    });
    refused(
        &certified,
        self::key(Kind::Ed25519).public(),
        "its signer has a certificate",
    );
}

#[test]
fn bundles_are_bounded() {
    let key = key(Kind::Ed25519);
    let bundle = sign(&key, DIGEST).expect("a bundle");
    let mut long = bundle.clone();
    long.resize(MAX_BYTES, b' ');
    verdict(&long, key.public()).expect("signed");
    long.push(b' ');
    refused(&long, key.public(), "more than 1 MiB");
    let deep = "[".repeat(MAX_BYTES);
    for text in ["", "{}", "null", "[]", deep.as_str()] {
        assert!(SigstoreBundle::parse(text.as_bytes()).is_err());
    }
}

#[test]
fn every_changed_byte_of_what_is_signed_is_refused() {
    for kind in KINDS {
        let key = key(kind);
        let bundle = sign(&key, DIGEST).expect("a bundle");
        let document: Value = serde_json::from_slice(&bundle).expect("JSON");
        let envelope = &document["dsseEnvelope"];
        for (place, text) in [
            ("/dsseEnvelope/payload", &envelope["payload"]),
            (
                "/dsseEnvelope/signatures/0/sig",
                &envelope["signatures"][0]["sig"],
            ),
        ] {
            let bytes = STANDARD
                .decode(text.as_str().expect("a text"))
                .expect(place);
            for at in 0..bytes.len() {
                for bit in [0, 3, 7] {
                    let mut other = bytes.clone();
                    other[at] ^= 1 << bit;
                    let changed = changed(&bundle, |document| {
                        *document.pointer_mut(place).expect("a place") =
                            json!(STANDARD.encode(&other));
                    });
                    verdict(&changed, key.public()).expect_err(place);
                }
            }
        }
    }
}

#[test]
fn keys_are_read_from_pem_and_others_are_told() {
    for kind in KINDS {
        let private = key(kind);
        let point = private.public();
        let rest = [kind.start(), &point.point()[kind.point_start().len()..]].concat();
        let text = pem("PUBLIC KEY", &rest);
        let public = PublicKey::from_pem(&text).expect("a key");
        assert_eq!(public, *point);
        let twice = [text.clone(), text.clone()].concat();
        for (text, expected) in [
            (twice.as_slice(), "more than one key"),
            (b"".as_slice(), "no section `PUBLIC KEY`"),
            (&new_key(kind), "no section `PUBLIC KEY`"),
            (&pem("PUBLIC KEY", &rest[1..]), "neither a P-256"),
            (
                &pem("PUBLIC KEY", &[&rest[..], b"x"].concat()),
                "neither a P-256",
            ),
            (&pem("PUBLIC KEY", b""), "neither a P-256"),
            (
                b"-----BEGIN PUBLIC KEY-----\n*\n-----END PUBLIC KEY-----\n",
                "not PEM",
            ),
            (&vec![b'x'; 70_000], "too long"),
        ] {
            let error = PublicKey::from_pem(text).expect_err(expected).to_string();
            assert!(
                error.contains(expected) && error.contains("\nhint: "),
                "{error}"
            );
        }
    }
    for (text, expected) in [
        (b"".as_slice(), "exactly one private key"),
        (&pem("ENCRYPTED SIGSTORE PRIVATE KEY", b"x"), "is encrypted"),
        (&pem("EC PRIVATE KEY", b"x"), "openssl pkcs8 -topk8"),
        (&pem("PRIVATE KEY", b"x"), "neither a P-256"),
    ] {
        let error = PrivateKey::from_pem(text).expect_err(expected).to_string();
        assert!(
            error.contains(expected) && error.contains("\nhint: "),
            "{error}"
        );
    }
    assert!(!format!("{:?}", key(Kind::Ed25519)).contains("pair"));
}

proptest! {
    #[test]
    fn no_bytes_are_taken_for_a_signed_bundle(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let key = key(Kind::Ed25519);
        prop_assert!(verdict(&bytes, key.public()).is_err());
        prop_assert!(PublicKey::from_pem(&bytes).is_err());
    }

    /// If any byte of the file changes, the bundle is rejected or gives the same result.
    #[test]
    fn no_change_of_a_bundle_makes_it_say_something_else(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let key = key(Kind::Ed25519);
        let bundle = sign(&key, DIGEST).expect("a bundle");
        let before = verdict(&bundle, key.public()).expect("signed");
        let mut changed = bundle.clone();
        let at = at.index(changed.len());
        changed[at] = byte;
        if let Ok(after) = verdict(&changed, key.public()) {
            prop_assert_eq!(after, before);
        }
    }
}
