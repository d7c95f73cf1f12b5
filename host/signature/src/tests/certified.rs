//! Signers with a certificate: those that the operator's trust root vouches for are accepted, and all others are
//! rejected.

use std::sync::LazyLock;

use super::authority::{Authority, Signing};
use super::*;

const WORKFLOW: &str =
    "https://github.com/acme/provider/.github/workflows/release.yml@refs/tags/v1.2.0";
const ISSUER: &str = "https://token.actions.githubusercontent.com";

static AUTHORITY: LazyLock<Authority> = LazyLock::new(Authority::new);

fn signing() -> Signing<'static> {
    Signing::now(WORKFLOW, ISSUER)
}

fn signer(root: &Value, name: &str) -> CertifiedSigner {
    CertifiedSigner {
        roots: TrustRoots::parse(root.to_string().as_bytes()).expect("a root"),
        issuer: ISSUER.to_owned(),
        identity: Identity::of_name(name).expect("an identity"),
    }
}

fn verdict(bundle: &Value, signer: &CertifiedSigner) -> Result<Statement, SignatureError> {
    let statement =
        SigstoreBundle::parse(bundle.to_string().as_bytes())?.certified_statement(signer)?;
    statement.require_subject(&[DIGEST.to_owned()])?;
    statement.require_predicate(DEFAULT_PREDICATES.into_iter())?;
    Ok(statement)
}

#[track_caller]
fn refused(bundle: &Value, signer: &CertifiedSigner, expected: &str) {
    let error = verdict(bundle, signer).expect_err(expected).to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_log_or_a_clock_proves_when_a_certified_signer_signed() {
    let authority = &AUTHORITY;
    let both = signer(&authority.root(), WORKFLOW);
    let mut by_clock = authority.root();
    by_clock["tlogs"] = json!([]);
    let by_clock = signer(&by_clock, WORKFLOW);
    let mut by_log = authority.root();
    by_log["timestampAuthorities"] = json!([]);
    let by_log = signer(&by_log, WORKFLOW);
    for (with_log, with_time, good, bad) in [
        (true, true, vec![&both], vec![&by_clock, &by_log]),
        (true, false, vec![&both, &by_log], vec![&by_clock]),
        (false, true, vec![&by_clock], vec![&both, &by_log]),
        (false, false, vec![], vec![&both, &by_clock, &by_log]),
    ] {
        let signing = Signing {
            with_log,
            with_time,
            ..signing()
        };
        let bundle = authority.release(&signing, DIGEST);
        for signer in good {
            let statement = verdict(&bundle, signer).expect("signed");
            assert_eq!(statement.predicate_type, COSIGN_SIGNATURE);
        }
        for signer in bad {
            verdict(&bundle, signer).expect_err("nothing vouches for the time");
        }
    }
    let neither = Signing {
        with_log: false,
        ..signing()
    };
    let neither = authority.release(&neither, DIGEST);
    refused(&neither, &both, "an inclusion proof");
    refused(&neither, &by_clock, "at least one tlog entry or timestamp");
    let logged = authority.release(&signing(), DIGEST);
    refused(&logged, &by_clock, "the trust root does not know the log");
}

/// The files of the folder `certified` were written once, by [`what_is_kept_can_be_made_again`]. Their certificate
/// has expired.
#[test]
fn a_bundle_is_verified_years_later() {
    let signer = CertifiedSigner {
        roots: TrustRoots::parse(include_bytes!("../certified/root.json")).expect("a root"),
        issuer: ISSUER.to_owned(),
        identity: Identity::of_name(WORKFLOW).expect("an identity"),
    };
    let bundle: Value =
        serde_json::from_slice(include_bytes!("../certified/bundle.json")).expect("JSON");
    let statement = verdict(&bundle, &signer).expect("signed");
    assert_eq!(statement.predicate_type, SLSA_PROVENANCE);
}

/// If the tests are compiled with this variable, they write the files of the folder `certified` and of the fuzzing
/// corpus.
const KEEPS: Option<&str> = option_env!("PULUMI_WASM_TEST_KEEP_SIGNATURES");

#[test]
fn what_is_kept_can_be_made_again() {
    let authority = Authority::new();
    let signing = Signing {
        at: 1_700_000_000,
        certificate: (1_699_999_990, 1_700_000_600),
        with_time: true,
        ..signing()
    };
    let statement = json!({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{ "name": "x", "digest": { "sha256": DIGEST } }],
        "predicateType": SLSA_PROVENANCE,
        "predicate": {},
    });
    let bundle = authority.sign(&signing, statement.to_string().as_bytes());
    let made = verdict(&bundle, &signer(&authority.root(), WORKFLOW));
    assert_eq!(made.expect("signed").predicate_type, SLSA_PROVENANCE);
    if KEEPS.is_none() {
        return;
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/certified");
    std::fs::create_dir_all(folder).expect("a folder");
    let cases = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fuzz/corpus-cases/bundle"
    );
    for (file, content) in [
        (format!("{folder}/root.json"), authority.root()),
        (format!("{folder}/bundle.json"), bundle.clone()),
        (format!("{cases}/root"), authority.root()),
        (format!("{cases}/certified"), bundle),
    ] {
        std::fs::write(&file, content.to_string()).expect(&file);
    }
}

#[test]
fn another_identity_and_another_issuer_are_refused() {
    let authority = &AUTHORITY;
    let root = authority.root();
    let bundle = authority.release(&signing(), DIGEST);
    let tags = "https://github.com/acme/provider/.github/workflows/release.yml@refs/tags/*";
    verdict(&bundle, &signer(&root, tags)).expect("signed");
    let of_repository = CertifiedSigner {
        identity: Identity::of_repository(
            "https://github.com/acme/provider",
            Some(".github/workflows/release.yml"),
            Some("refs/tags/*"),
        )
        .expect("an identity"),
        ..signer(&root, WORKFLOW)
    };
    verdict(&bundle, &of_repository).expect("signed");
    let evil =
        "https://github.com/acme/provider-evil/.github/workflows/release.yml@refs/tags/v1.2.0";
    let by_evil = authority.release(&Signing::now(evil, ISSUER), DIGEST);
    for signer in [&signer(&root, tags), &of_repository] {
        refused(&by_evil, signer, "provider-evil");
    }
    let other_issuer = Signing::now(WORKFLOW, "https://issuer.example");
    refused(
        &authority.release(&other_issuer, DIGEST),
        &signer(&root, tags),
        "its issuer is `https://issuer.example`, and not `https://token.actions",
    );
    let by_mail = Signing::now("release@acme.com", ISSUER);
    let by_mail = authority.release(&by_mail, DIGEST);
    verdict(&by_mail, &signer(&root, "release@acme.com")).expect("signed");
    refused(
        &by_mail,
        &signer(&root, WORKFLOW),
        "it is by `release@acme.com`",
    );
    let claimed = SigstoreBundle::parse(by_mail.to_string().as_bytes()).expect("a bundle");
    assert_eq!(
        claimed.unverified_signer(),
        format!("`release@acme.com` (issuer `{ISSUER}`)")
    );
}

#[test]
fn a_certificate_has_to_be_good_at_the_time_of_the_signature_and_of_a_known_authority() {
    let authority = &AUTHORITY;
    let signer = signer(&authority.root(), WORKFLOW);
    let good = signing();
    for (from, until) in [
        (good.at - 900, good.at - 300),
        (good.at + 300, good.at + 900),
    ] {
        for with_time in [false, true] {
            let at_another_time = Signing {
                certificate: (from, until),
                with_time,
                ..good.clone()
            };
            let bundle = authority.release(&at_another_time, DIGEST);
            refused(&bundle, &signer, "certificate chain");
        }
    }
    // It was signed while the certificate was valid, which is long ago.
    let years_ago = Signing {
        at: 1_700_000_000,
        certificate: (1_699_999_990, 1_700_000_600),
        with_time: true,
        ..good.clone()
    };
    verdict(&authority.release(&years_ago, DIGEST), &signer).expect("signed");
    let in_future = Signing {
        at: good.at + 300,
        ..good.clone()
    };
    refused(
        &authority.release(&in_future, DIGEST),
        &signer,
        "in the future",
    );
    let other = Authority::new();
    let mut foreign = other.root();
    foreign["tlogs"] = authority.root()["tlogs"].clone();
    let foreign = CertifiedSigner {
        roots: TrustRoots::parse(foreign.to_string().as_bytes()).expect("a root"),
        ..signer.clone()
    };
    refused(
        &authority.release(&good, DIGEST),
        &foreign,
        "certificate chain",
    );
    refused(
        &other.release(&good, DIGEST),
        &signer,
        "does not know the log",
    );
    // If a file has several roots, one is enough.
    let both = format!("{}\n{}\n", other.root(), authority.root());
    let both = CertifiedSigner {
        roots: TrustRoots::parse(both.as_bytes()).expect("roots"),
        ..signer
    };
    for bundle in [
        authority.release(&good, DIGEST),
        other.release(&good, DIGEST),
    ] {
        verdict(&bundle, &both).expect("signed");
    }
    refused(
        &Authority::new().release(&good, DIGEST),
        &both,
        "know the log",
    );
}

#[test]
fn whatever_is_changed_after_signing_is_refused() {
    let authority = &AUTHORITY;
    let signer = signer(&authority.root(), WORKFLOW);
    let signing = Signing {
        with_time: true,
        ..signing()
    };
    let bundle = authority.release(&signing, DIGEST);
    verdict(&bundle, &signer).expect("signed");
    let entry = "/verificationMaterial/tlogEntries/0";
    for place in [
        "/dsseEnvelope/payload".to_owned(),
        "/dsseEnvelope/signatures/0/sig".to_owned(),
        "/verificationMaterial/certificate/rawBytes".to_owned(),
        "/verificationMaterial/timestampVerificationData/rfc3161Timestamps/0/signedTimestamp"
            .to_owned(),
        format!("{entry}/canonicalizedBody"),
        format!("{entry}/logId/keyId"),
        format!("{entry}/inclusionPromise/signedEntryTimestamp"),
        format!("{entry}/inclusionProof/rootHash"),
        format!("{entry}/inclusionProof/hashes/0"),
    ] {
        let text = bundle.pointer(&place).and_then(Value::as_str);
        let bytes = STANDARD.decode(text.expect(&place)).expect("base64");
        // A certificate and a token end with their signatures. The first bytes are structure.
        for at in [0, bytes.len() / 2, bytes.len() - 1] {
            let mut other = bytes.clone();
            other[at] ^= 1;
            let mut changed = bundle.clone();
            *changed.pointer_mut(&place).expect("a place") = json!(STANDARD.encode(other));
            verdict(&changed, &signer).expect_err(&place);
        }
    }
    for (place, value) in [
        ("/integratedTime", json!((signing.at - 1).to_string())),
        ("/logIndex", json!("2")),
        ("/inclusionProof/logIndex", json!("0")),
        ("/inclusionProof/treeSize", json!("3")),
        ("/kindVersion/kind", json!("hashedrekord")),
        ("/kindVersion/version", json!("9")),
    ] {
        let mut changed = bundle.clone();
        *changed
            .pointer_mut(&format!("{entry}{place}"))
            .expect(place) = value;
        verdict(&changed, &signer).expect_err(place);
    }
    // The log entry of another signature proves nothing here.
    let other = authority.release(&signing, DIGEST);
    let mut changed = bundle.clone();
    changed["verificationMaterial"]["tlogEntries"] =
        other["verificationMaterial"]["tlogEntries"].clone();
    refused(&changed, &signer, "does not match");
    let about_another = authority.release(&signing, &"0".repeat(64));
    refused(&about_another, &signer, "and not about this component");
    let statement = json!({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{ "digest": { "sha256": DIGEST } }],
        "predicateType": "https://spdx.dev/Document",
        "predicate": {},
    });
    let parts = authority.sign(&signing, statement.to_string().as_bytes());
    refused(&parts, &signer, "which does not permit running");
}

#[test]
fn keys_and_certificates_do_not_stand_for_each_other() {
    let signer = signer(&AUTHORITY.root(), WORKFLOW);
    let bundle = sign(&key(Kind::P256), DIGEST).expect("a bundle");
    let bundle: Value = serde_json::from_slice(&bundle).expect("JSON");
    refused(&bundle, &signer, "its signer has a key, and no certificate");
    let mut with_both = AUTHORITY.release(&signing(), DIGEST);
    with_both["verificationMaterial"]["publicKey"] = json!({ "hint": "x" });
    let expected = "does not say whether its signer has a key or a certificate";
    refused(&with_both, &signer, expected);
    with_both["verificationMaterial"]["publicKey"] = Value::Null;
    with_both["verificationMaterial"]["x509CertificateChain"] = json!({ "certificates": [] });
    refused(&with_both, &signer, expected);
}

#[test]
fn bundles_with_many_witnesses_or_a_long_certificate_are_refused_before_any_is_judged() {
    let signer = signer(&AUTHORITY.root(), WORKFLOW);
    let bundle = AUTHORITY.release(&signing(), DIGEST);
    let entry = bundle["verificationMaterial"]["tlogEntries"][0].clone();
    let mut many = bundle.clone();
    many["verificationMaterial"]["tlogEntries"] = json!(vec![entry; 9]);
    refused(
        &many,
        &signer,
        "it has 9 log entries or timestamps, but at most 8 are allowed",
    );
    let mut long = bundle;
    long["verificationMaterial"]["certificate"]["rawBytes"] =
        json!(STANDARD.encode(vec![0; 66_000]));
    refused(&long, &signer, "its certificate has more than 64 KiB");
}

#[test]
fn roots_that_are_none_are_told() {
    let good = AUTHORITY.root();
    let with = |place: &str, value: Value| {
        let mut root = good.clone();
        root[place] = value;
        root.to_string()
    };
    let many = good.to_string().repeat(9);
    let long = " ".repeat(TrustRoots::MAX_BYTES + 1);
    let mut broken = good.clone();
    broken["tlogs"][0]["publicKey"]["rawBytes"] = json!("AAAA");
    for (text, expected) in [
        (String::new(), "it is empty"),
        ("{}".to_owned(), "not a trust root"),
        ("[".repeat(100_000), "not a trust root"),
        (
            with("mediaType", json!("text/plain")),
            "its type is `text/plain`",
        ),
        (
            with("certificateAuthorities", json!([])),
            "no certificate authority",
        ),
        (broken.to_string(), "not a trust root"),
        (many, "more than 8 trust roots"),
        (long, "too long"),
    ] {
        let error = TrustRoots::parse(text.as_bytes()).expect_err(expected);
        assert!(error.reason.contains(expected), "{error}");
        assert!(error.hint.is_some_and(|hint| hint.contains("trusted-root")));
    }
    let mut without_times = good.clone();
    without_times["tlogs"] = json!([]);
    without_times["timestampAuthorities"] = json!([]);
    let error = TrustRoots::parse(without_times.to_string().as_bytes()).expect_err("no times");
    assert!(error.reason.contains("neither a log nor"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// If any byte of the file changes, the bundle is rejected or gives the same result.
    #[test]
    fn no_change_of_a_certified_bundle_makes_it_say_something_else(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let signer = signer(&AUTHORITY.root(), WORKFLOW);
        let bundle = AUTHORITY.release(&signing(), DIGEST);
        let before = verdict(&bundle, &signer).expect("signed");
        let mut changed = bundle.to_string().into_bytes();
        let at = at.index(changed.len());
        changed[at] = byte;
        let parsed = SigstoreBundle::parse(&changed).and_then(|bundle| bundle.certified_statement(&signer));
        if let Ok(after) = parsed {
            prop_assert_eq!(after, before);
        }
    }
}
