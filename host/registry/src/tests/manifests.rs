//! Manifests of components, and other answers.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// The error for an artifact with this manifest.
async fn said_of(manifest: String) -> String {
    let server =
        registry(move |request| (!request.is_of_blob()).then(|| Reply::ok(manifest.as_bytes())))
            .await;
    let text = User::new().refusal(&server).await;
    assert_eq!(server.blobs(), 0);
    text
}

fn with_layers(config: &str, layers: &[&str]) -> String {
    let digest = Digest::of(COMPONENT);
    let size = COMPONENT.len();
    let layers: Vec<String> = layers
        .iter()
        .map(|kind| format!("{{\"mediaType\":\"{kind}\",\"digest\":\"{digest}\",\"size\":{size}}}"))
        .collect();
    format!(
        "{{\"schemaVersion\":2,\"config\":{{\"mediaType\":\"{config}\"}},\"layers\":[{}],\"unknown\":[{{}}]}}",
        layers.join(",")
    )
}

#[tokio::test]
async fn components_of_all_tools_are_taken() {
    for (config, layer) in [
        ("application/vnd.wasm.config.v0+json", "application/wasm"),
        (
            "application/vnd.wasm.config.v1+json",
            "application/vnd.wasm.content.layer.v1+wasm",
        ),
        (
            "application/vnd.module.wasm.config.v1+json",
            "application/vnd.module.wasm.content.layer.v1+wasm",
        ),
        ("application/vnd.oci.empty.v1+json", "application/wasm"),
    ] {
        let manifest = with_layers(config, &[layer]);
        let server = registry(move |request| {
            (!request.is_of_blob()).then(|| Reply::ok(manifest.as_bytes()))
        })
        .await;
        let bytes = User::new().pull_from(&server).await.expect(config);
        assert_eq!(bytes, COMPONENT);
        let accepted = server
            .requests()
            .first()
            .and_then(|request| request.header("accept").map(str::to_owned));
        let accepted = accepted.expect("a header");
        assert!(accepted.contains("vnd.oci.image.manifest.v1+json"));
        assert!(accepted.contains("vnd.oci.image.index.v1+json"));
    }
}

#[tokio::test]
async fn other_artifacts_are_told_by_what_they_are() {
    let wasm = "application/vnd.wasm.config.v0+json";
    let image = "application/vnd.oci.image.config.v1+json";
    let spin = "application/vnd.fermyon.spin.application.v1+config";
    let tar = "application/vnd.oci.image.layer.v1.tar+gzip";
    for (manifest, expected) in [
        (with_layers(image, &[tar]), "a container image"),
        (
            with_layers(image, &["application/wasm", spin]),
            "a Spin application",
        ),
        (
            with_layers(wasm, &[]),
            "without a layer that is a component",
        ),
        (
            with_layers(wasm, &[tar]),
            "without a layer that is a component",
        ),
        (
            with_layers(wasm, &["application/wasm", "application/wasm"]),
            "made of 2 layers",
        ),
        (
            with_layers(wasm, &["application/wasm", tar]),
            "made of 2 layers",
        ),
        (
            "{\"schemaVersion\":2,\"manifests\":[]}".to_owned(),
            "an index of several manifests",
        ),
        (
            "{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.index.v1+json\"}"
                .to_owned(),
            "an index of several manifests",
        ),
        (
            "{\"schemaVersion\":1,\"fsLayers\":[]}".to_owned(),
            "not a manifest of OCI's form",
        ),
        ("{}".to_owned(), "not a manifest of OCI's form"),
    ] {
        let text = said_of(manifest).await;
        assert_says(&text, &["not a component", expected, "\nhint: "]);
    }
}

#[tokio::test]
async fn nonsense_is_no_manifest() {
    let deep = format!(
        "{{\"layers\":{}1{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    for manifest in [
        "<html>log in</html>".to_owned(),
        String::new(),
        "[]".to_owned(),
        "{\"schemaVersion\":2,\"schemaVersion\":2}".to_owned(),
        "{\"schemaVersion\":2,\"layers\":[{\"size\":-1}]}".to_owned(),
        "{\"schemaVersion\":2,\"layers\":[{\"size\":1e300}]}".to_owned(),
        deep,
    ] {
        let text = said_of(manifest).await;
        assert_says(&text, &["is not a manifest", "\nhint: "]);
        assert!(text.len() < 4096, "{}", text.len());
    }
    let digest = Digest::of(COMPONENT).to_string();
    let other = with_layers("x", &["application/wasm"]).replace(&digest, "sha512:00");
    assert_says(&said_of(other).await, &["not a SHA-256 digest"]);
}

#[tokio::test]
async fn a_manifest_is_hashed_here_whatever_the_registry_says() {
    let other = Digest::of(b"other").to_string();
    let server = registry(move |request| {
        let manifest = manifest_of(COMPONENT);
        (!request.is_of_blob()).then(|| {
            Reply::ok(manifest.as_bytes()).header(&format!("docker-content-digest: {other}"))
        })
    })
    .await;
    let text = User::new().refusal(&server).await;
    assert_says(
        &text,
        &["says that the manifest", "but it is sha256:", "\nhint: "],
    );

    let server = registry(|request| {
        (!request.is_of_blob()).then(|| Reply::ok(manifest_of(b"another").as_bytes()))
    })
    .await;
    let expected = Digest::of(manifest_of(COMPONENT).as_bytes());
    let reference = format!("{}@{expected}", server.reference("1.2.0"));
    let error = User::new().pull(&reference).await.expect_err("other bytes");
    assert_says(
        &error.to_string(),
        &["sends other bytes", &expected.to_string()],
    );
    assert_eq!(server.blobs(), 0);
}

#[tokio::test]
async fn a_tag_that_is_compared_before_a_push_is_hashed_here_too() {
    let artifact = Artifact::new(COMPONENT.to_vec(), &ArtifactMetadata::default());
    for (said, is_taken) in [
        (artifact.digest().to_string(), true),
        (format!("sha512:{}", "a".repeat(128)), true),
        (Digest::of(b"other").to_string(), false),
        ("nonsense".to_owned(), false),
    ] {
        let (manifest, header) = (artifact.clone(), said.clone());
        let server = registry(move |request| {
            let reply = if request.path.contains("/manifests/") {
                Reply::ok(&manifest.manifest)
            } else {
                return Some(Reply::ok(&manifest.config));
            };
            Some(reply.header(&format!("docker-content-digest: {header}")))
        })
        .await;
        let reference: Reference = server.reference("1.2.0").parse().expect("a reference");
        let repository = Repository::to_write(&reference, User::new().context());
        let repository = repository.expect("a repository");
        let pushed = repository.push(&artifact, false).await;
        if is_taken {
            assert_eq!(pushed, Ok(false), "{said}")
        } else {
            assert_says(
                &pushed.expect_err(&said).reason,
                &["says that the manifest", "but it is sha256:"],
            )
        }
    }
}

#[tokio::test]
async fn a_build_that_another_process_pushes_during_the_upload_stays() {
    let artifact = Artifact::new(COMPONENT.to_vec(), &ArtifactMetadata::default());
    for (replace, pushed_last) in [(false, 0), (true, 1)] {
        let (looked, other) = (AtomicUsize::new(0), manifest_of(b"another"));
        let server = registry(move |request| {
            let is_of_manifest = request.path.contains("/manifests/");
            Some(match request.method.as_str() {
                "PUT" => Reply::status("201 Created"),
                // The blobs are there.
                _ if !is_of_manifest => Reply::ok(b""),
                _ if looked.fetch_add(1, Ordering::SeqCst) == 0 => Reply::status("404 x"),
                _ => Reply::ok(other.as_bytes()),
            })
        })
        .await;
        let reference: Reference = server.reference("1.2.0").parse().expect("a reference");
        let repository = Repository::to_write(&reference, User::new().context());
        let repository = repository.expect("a repository");
        // The server keeps the other build in any case.
        let error = repository.push(&artifact, replace).await;
        let error = error.expect_err("another build").to_string();
        assert_eq!(error.contains("is another build"), !replace, "{error}");
        let requests = server.requests();
        let puts = requests.iter().filter(|request| request.method == "PUT");
        assert_eq!(puts.count(), pushed_last, "{replace}");
    }
}

#[tokio::test]
async fn a_manifest_has_one_media_type() {
    let server = registry(|request| {
        let manifest = manifest_of(COMPONENT);
        (!request.is_of_blob()).then(|| {
            Reply::ok(manifest.as_bytes())
                .header("content-type: application/vnd.oci.image.index.v1+json; charset=utf-8")
        })
    })
    .await;
    assert_says(
        &User::new().refusal(&server).await,
        &["sends a manifest as", "index.v1"],
    );
}

#[tokio::test]
async fn a_manifest_without_end_is_read_up_to_its_bound() {
    let server = registry(|request| {
        (!request.is_of_blob()).then(|| Reply::ok(&vec![b' '; 64 << 10]).endless())
    })
    .await;
    assert_says(
        &User::new().refusal(&server).await,
        &[
            "a manifest of more than 4 MiB",
            "\nhint: look at the address",
        ],
    );
}

#[tokio::test]
async fn a_reference_that_names_no_version_is_told() {
    let server = registry(|_| None).await;
    let reference = server.reference("x").replace(":x", "");
    let error = User::new().pull(&reference).await.expect_err("no version");
    assert_says(
        &error.to_string(),
        &["names no version", "/acme/provider:1.2.0"],
    );
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn what_is_not_there_is_told_at_once() {
    let server = registry(|_| None).await;
    let error = User::new().pull(&server.reference("9.9.9")).await;
    let error = error.expect_err("nothing");
    assert_says(
        &error.to_string(),
        &["9.9.9` is not there (MANIFEST_UNKNOWN)"],
    );
    assert_eq!(server.requests().len(), 1);
}
