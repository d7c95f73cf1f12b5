//! The grammar of references.

use super::*;

#[test]
fn references_are_read_and_written_alike() {
    let digest = "a".repeat(64);
    for text in [
        "oci://ghcr.io/acme/provider:1.2.0".to_owned(),
        "oci://ghcr.io/acme/provider".to_owned(),
        format!("oci://ghcr.io/acme/provider@sha256:{digest}"),
        format!("oci://127.0.0.1:5000/a/b-c_d.e__f---g:v1.2.0-rc.1@sha256:{digest}"),
        "oci://[::1]:5000/a:_x".to_owned(),
        "oci://registry.corp.example:80/a:1".to_owned(),
        "oci://localhost/a:latest".to_owned(),
    ] {
        let reference: Reference = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(reference.to_string(), text);
    }
}

#[test]
fn a_name_that_is_not_the_address_of_its_registry_is_not_typed() {
    let text = "oci://docker.io/acme/provider:1.2.0";
    let error = Reference::typed(text).expect_err(text);
    assert_says(
        &error,
        &["`docker.io` is not", "`oci://registry-1.docker.io/…`"],
    );
    // Recorded references with this host are still valid.
    text.parse::<Reference>().expect(text);
    for text in [
        "oci://registry-1.docker.io/acme/provider:1.2.0",
        "oci://docker.io.example/acme:1",
    ] {
        assert_eq!(Reference::typed(text).expect(text).to_string(), text);
    }
}

#[test]
fn a_word_without_the_scheme_is_a_reference_only_if_it_names_a_server_and_a_build() {
    for word in [
        "ghcr.io/acme/provider:1.2.0",
        "localhost/acme:1",
        "registry:5000/acme:1",
        "[::1]:5000/acme:1",
    ] {
        let found = Reference::without_scheme(word).expect(word);
        assert_eq!(found.to_string(), format!("oci://{word}"));
    }
    for word in [
        "acme.wasm",
        "ghcr.io/acme/provider",
        "target/acme.wasm",
        "../acme/provider:1",
        "./acme:1",
        "dist/acme:1",
        "/srv/acme:1",
        "oci://ghcr.io/acme:1",
        "GHCR.io/acme:1",
    ] {
        assert_eq!(Reference::without_scheme(word), None, "{word}");
    }
}

#[test]
fn what_could_be_taken_for_another_place_is_no_reference() {
    let long = format!("oci://ghcr.io/{}:1", "a/".repeat(300));
    for (text, expected) in [
        ("ghcr.io/acme/provider:1", "does not begin with"),
        ("oci://ghcr.io", "comes `/` and a repository"),
        ("oci:///acme:1", "is not a host"),
        ("oci://GHCR.io/acme:1", "capital letters: write `ghcr.io`"),
        ("oci://GHCR.io./acme:1", "a host has lower-case letters"),
        ("oci://ghcr.io./acme:1", "is not a host"),
        ("oci://0x7f.1/acme:1", "is not a host"),
        ("oci://127.1/acme:1", "is not a host"),
        ("oci://ghcr.io:99999/acme:1", "is not a host"),
        ("oci://ghcr.io:05000/acme:1", "is not a host"),
        ("oci://bücher.example/acme:1", "is not a host"),
        ("oci://a%2eb/acme:1", "is not a host"),
        (
            "oci://user:secret@ghcr.io/acme:1",
            "no user and no password",
        ),
        ("oci://ghcr.io/Acme:1", "a repository is lower-case"),
        ("oci://ghcr.io/acme/../x:1", "a repository is lower-case"),
        ("oci://ghcr.io/acme//x:1", "a repository is lower-case"),
        ("oci://ghcr.io/acme___x:1", "a repository is lower-case"),
        ("oci://ghcr.io/-acme:1", "a repository is lower-case"),
        ("oci://ghcr.io/acme-:1", "a repository is lower-case"),
        ("oci://ghcr.io/:1", "a repository is lower-case"),
        ("oci://ghcr.io/acme:", "a tag is up to"),
        ("oci://ghcr.io/acme:.x", "a tag is up to"),
        ("oci://ghcr.io/acme:1+build", "a tag is up to"),
        ("oci://ghcr.io/acme:1?x=y", "neither `?` nor `#`"),
        ("oci://ghcr.io/acme:1#x", "neither `?` nor `#`"),
        ("oci://ghcr.io/acme@sha256:abc", "64 hexadecimal digits"),
        ("oci://ghcr.io/acme@md5:abc", "after `@` comes `sha256:`"),
        ("oci://ghcr.io/ac\nme:1", "a repository is lower-case"),
        (&long, "without its digest, it has more than 512 characters"),
    ] {
        let error = text.parse::<Reference>().expect_err(text);
        assert!(error.contains(expected), "{text}: {error}");
        assert!(!error.contains("secret"), "{error}");
    }
}

#[test]
fn the_longest_reference_is_still_read_with_a_digest_behind_it() {
    let typed = format!("oci://ghcr.io/{}:1.2.0", "a".repeat(512 - 20));
    assert_eq!(typed.len(), 512);
    let typed: Reference = typed.parse().expect("a reference");
    let pinned = typed.pinned(Digest::of(b"x"));
    assert_eq!(pinned.to_string().parse(), Ok(pinned));
    let longer = format!("oci://ghcr.io/{}:1.2.0", "a".repeat(512 - 19));
    assert!(longer.parse::<Reference>().is_err());
    let address = format!("https://a.b/{}.wasm", "a".repeat(512 - 17));
    let file: WebFile = address.parse().expect("an address");
    let pinned = file.pinned(Digest::of(b"x"));
    assert_eq!(pinned.to_string().parse(), Ok(pinned));
}

#[test]
fn a_tag_that_is_a_version_is_told_from_one_that_moves() {
    for (tag, expected) in [
        ("1.2.0", Some("1.2.0")),
        ("v1.2.0", Some("1.2.0")),
        ("1.2.0-rc.1", Some("1.2.0-rc.1")),
        ("latest", None),
        ("1.2", None),
        ("1", None),
        ("vv1.2.0", None),
    ] {
        let reference: Reference = format!("oci://a.b/c:{tag}").parse().expect(tag);
        let version = reference.version().map(|version| version.to_string());
        assert_eq!(version.as_deref(), expected);
    }
}
