//! Signatures of a component: read by the API or the tag, written, and carried in a layout.

use std::collections::BTreeMap;
use std::fs;

use parking_lot::Mutex;
use serde_json::{Value, json};

use super::*;

/// A fake bundle, which a registry cannot tell from a real one.
fn bundle(number: usize) -> Vec<u8> {
    format!("{{\"bundle\":{number}}}").into_bytes()
}

pub(super) fn referrer(number: usize) -> Referrer {
    Referrer::new(manifest_of(COMPONENT).as_bytes(), bundle(number), "p")
}

pub(super) fn subject() -> Digest {
    Digest::of(manifest_of(COMPONENT).as_bytes())
}

fn index(entries: &[Value]) -> Vec<u8> {
    json!({ "schemaVersion": 2, "manifests": entries })
        .to_string()
        .into_bytes()
}

/// The content of these signatures, as a registry serves it.
fn contents(request: &Request, referrers: &[Referrer]) -> Option<Reply> {
    let mut contents = referrers.iter().flat_map(Referrer::contents);
    let found = contents.find(|content| request.path.ends_with(&Digest::of(content).to_string()));
    let is_list = request.path.contains("/referrers/");
    found.filter(|_| !is_list).map(|content| Reply::ok(content))
}

pub(super) async fn fetched(server: &Server) -> Result<Referrers, RegistryError> {
    let repository = User::new().repository(&server.reference("1.2.0"));
    repository.referrers(&subject()).await
}

#[tokio::test]
async fn signatures_are_read_by_the_api_and_by_the_tag_without_it() {
    let referrers = [referrer(1), referrer(2)];
    let other =
        json!({ "digest": Digest::of(b"x").to_string(), "artifactType": "application/spdx+json" });
    for has_api in [true, false] {
        let (kept, other) = (referrers.clone(), other.clone());
        let server = registry(move |request| {
            let mut entries: Vec<Value> = kept.iter().map(Referrer::entry).collect();
            entries.push(other.clone());
            let list = if has_api {
                format!("/referrers/{}?", subject())
            } else {
                format!("/manifests/sha256-{}", subject().hex())
            };
            if request.path.contains(&list) {
                Some(Reply::ok(&index(&entries)))
            } else {
                contents(request, &kept)
            }
        })
        .await;
        let found = fetched(&server).await.expect("signatures");
        assert_eq!(found.found, referrers);
        assert_eq!(found.skipped, [""; 0]);
        assert_eq!(found.found[1].content(), bundle(2));
    }
    let none = registry(|_| None).await;
    assert_eq!(fetched(&none).await, Ok(Referrers::default()));
}

#[tokio::test]
async fn a_signature_that_is_of_no_use_does_not_hide_a_good_one() {
    let good = referrer(1);
    let of_another = Referrer::new(b"another manifest", bundle(2), "p");
    let changed = referrer(3);
    let long = referrer(4);
    let kept = [good.clone(), of_another, changed.clone(), long.clone()];
    let server = registry(move |request| {
        if request.path.contains("/referrers/") {
            let mut entries: Vec<Value> = kept.iter().map(Referrer::entry).collect();
            let missing = Digest::of(b"missing").to_string();
            for digest in [missing.as_str(), "sha512:00", "../../x"] {
                entries.push(
                    json!({ "digest": digest, "artifactType": crate::artifact::referrer::BUNDLE }),
                );
            }
            return Some(Reply::ok(&index(&entries)));
        }
        if request
            .path
            .ends_with(&Digest::of(&changed.content).to_string())
        {
            return Some(Reply::ok(b"{\"bundle\":9}"));
        }
        if request
            .path
            .ends_with(&Digest::of(&long.content).to_string())
        {
            return Some(Reply::ok(&[b' '; 4096]).endless());
        }
        contents(request, &kept)
    })
    .await;
    let found = fetched(&server).await.expect("signatures");
    assert_eq!(found.found, [good]);
    assert_eq!(found.skipped.len(), 6, "{:?}", found.skipped);
    for (said, expected) in found.skipped.iter().zip([
        "its subject is another manifest",
        "sends other bytes",
        "has a part of more than",
        "is not there",
        "not a SHA-256 digest",
        "not a SHA-256 digest",
    ]) {
        assert_says(said, &[expected]);
    }
}

/// A registry that lists these signatures in this order, except where `fault` answers.
async fn naming(
    kept: Vec<Referrer>,
    fault: impl Fn(&Request) -> Option<Reply> + Send + Sync + 'static,
) -> Server {
    registry(move |request| {
        if request.path.contains("/referrers/") {
            let entries: Vec<Value> = kept.iter().map(Referrer::entry).collect();
            return Some(Reply::ok(&index(&entries)));
        }
        fault(request).or_else(|| contents(request, &kept))
    })
    .await
}

/// The number of requests for a digest.
fn asked(server: &Server, digest: &Digest) -> usize {
    let end = digest.to_string();
    let requests = server.requests();
    let requests = requests.iter();
    requests
        .filter(|request| request.path.ends_with(&end))
        .count()
}

#[tokio::test]
async fn a_signature_that_the_registry_cannot_deliver_does_not_hide_a_good_one() {
    let (busy, cut, good) = (referrer(1), referrer(2), referrer(3));
    let kept = vec![busy.clone(), cut.clone(), good.clone()];
    let (first, second) = (busy.digest(), Digest::of(&cut.content));
    let (busy, broken) = (first.to_string(), second.to_string());
    let server = naming(kept, move |request| {
        if request.path.ends_with(&busy) {
            return Some(Reply::status("503 Service Unavailable"));
        }
        let is_broken = request.path.ends_with(&broken);
        is_broken.then(|| Reply::ok(&bundle(2)).cut(3))
    })
    .await;
    let found = fetched(&server).await.expect("signatures");
    assert_eq!(found.found, [good]);
    assert_eq!(found.skipped.len(), 2, "{:?}", found.skipped);
    assert_says(&found.skipped[0], &[&first.to_string(), "status 503"]);
    assert_says(&found.skipped[1], &["broke off 2 times"]);
    for digest in [first, second] {
        assert_eq!(asked(&server, &digest), 2);
    }
}

#[tokio::test]
async fn signatures_of_which_the_registry_delivers_none_are_not_known() {
    let (missing, busy) = (referrer(1).digest(), referrer(2).digest());
    let [gone, late] = [missing, busy].map(|digest| digest.to_string());
    let server = naming(vec![referrer(1), referrer(2)], move |request| {
        if request.path.ends_with(&gone) {
            return Some(Reply::status("404 Not Found"));
        }
        let is_late = request.path.ends_with(&late);
        is_late.then(|| Reply::status("503 x").header("retry-after: 0"))
    })
    .await;
    let error = fetched(&server).await.expect_err("an error");
    assert!(error.is_unavailable);
    assert_says(&error.reason, &["status 503"]);
}

#[tokio::test]
async fn signatures_that_never_come_leave_time_for_the_others() {
    let mut kept = vec![referrer(1), referrer(2), referrer(3)];
    let stalled: Vec<String> = kept
        .iter()
        .map(|referrer| referrer.digest().to_string())
        .collect();
    let good = referrer(99);
    kept.push(good.clone());
    let server = naming(kept, move |request| {
        let is_stalled = stalled.iter().any(|digest| request.path.ends_with(digest));
        is_stalled.then(|| Reply::ok(b"{}").silent(1))
    })
    .await;
    let user = User::new().limit(Limit::FetchTime, 8000);
    let repository = user.repository(&server.reference("1.2.0"));
    let found = repository.referrers(&subject()).await.expect("signatures");
    assert_eq!(found.found, [good]);
    assert_eq!(found.skipped.len(), 3, "{:?}", found.skipped);
    assert_says(&found.skipped[0], &["does not give it within"]);
    assert!(repository.time_left() > std::time::Duration::from_secs(2));
}

#[tokio::test]
async fn lists_of_signatures_are_bounded() {
    let many: Vec<Referrer> = (0..100).map(referrer).collect();
    let kept = many.clone();
    let server = registry(move |request| {
        if request.path.contains("/referrers/") {
            let entries: Vec<Value> = kept.iter().map(Referrer::entry).collect();
            let reply = Reply::ok(&index(&entries));
            // A list that never ends.
            return Some(reply.header(&format!("link: <{}>; rel=\"next\"", request.path)));
        }
        contents(request, &kept)
    })
    .await;
    let found = fetched(&server).await.expect("signatures");
    assert_eq!(found.found, many[..MAX_REFERRERS]);
    assert_says(&found.skipped[0], &["36 more", "at most 64 are read"]);
    for reply in [
        Reply::ok(&[b' '; 4096]).endless(),
        Reply::ok(b"<html>"),
        Reply::status("500 Internal Server Error"),
    ] {
        let server =
            registry(move |request| request.path.contains("/referrers/").then(|| reply.clone()))
                .await;
        fetched(&server).await.expect_err("an error");
    }
    // The bundle is longer than its manifest may say.
    let mut huge = referrer(1);
    huge.manifest = String::from_utf8_lossy(&huge.manifest)
        .replace(
            &format!("\"size\":{}", huge.content.len()),
            "\"size\":2000000",
        )
        .into();
    let server = registry(move |request| {
        if request.path.contains("/referrers/") {
            Some(Reply::ok(&index(&[huge.entry()])))
        } else {
            contents(request, std::slice::from_ref(&huge))
        }
    })
    .await;
    let found = fetched(&server).await.expect("signatures");
    assert_says(&found.skipped[0], &["more than 1 MiB"]);
}

/// A registry that stores uploads, with or without the referrers API.
pub(super) async fn writable(
    has_api: bool,
    lost: usize,
) -> (Server, Arc<Mutex<BTreeMap<String, Vec<u8>>>>) {
    let kept = Arc::<Mutex<BTreeMap<String, Vec<u8>>>>::default();
    let (state, left) = (Arc::clone(&kept), Mutex::new(lost));
    let server = registry(move |request| {
        let mut kept = state.lock();
        let path = request
            .path
            .split('?')
            .next()
            .unwrap_or_default()
            .to_owned();
        match request.method.as_str() {
            "POST" => Some(
                Reply::status("202 Accepted").header("location: /v2/acme/provider/blobs/uploads/1"),
            ),
            "PUT" if path.ends_with("/uploads/1") => {
                let digest = Digest::of(&request.body);
                kept.insert(
                    format!("/v2/acme/provider/blobs/{digest}"),
                    request.body.clone(),
                );
                Some(Reply::status("201 Created"))
            }
            "PUT" => {
                let reply = Reply::status("201 Created");
                let mut left = left.lock();
                if path.contains("/sha256-") && *left > 0 {
                    // Another writer changed the index.
                    *left -= 1;
                    return Some(reply);
                }
                kept.insert(path, request.body.clone());
                Some(if has_api {
                    reply.header(&format!("oci-subject: {}", subject()))
                } else {
                    reply
                })
            }
            "HEAD" => Some(if kept.contains_key(&path) {
                Reply::ok(b"")
            } else {
                Reply::status("404 Not Found")
            }),
            _ if has_api && path.contains("/referrers/") => {
                let manifests = kept.iter().filter(|(path, _)| path.contains("/manifests/"));
                let entries: Vec<Value> = manifests
                    .map(|(_, bytes)| {
                        let manifest: Value = serde_json::from_slice(bytes).unwrap_or_default();
                        json!({
                            "digest": Digest::of(bytes).to_string(),
                            "artifactType": manifest["artifactType"],
                        })
                    })
                    .collect();
                Some(Reply::ok(&index(&entries)))
            }
            _ => kept.get(&path).map(|bytes| Reply::ok(bytes)),
        }
    })
    .await;
    (server, kept)
}

pub(super) async fn attach(server: &Server, referrer: &Referrer) -> Result<(), RegistryError> {
    let reference: Reference = server.reference("1.2.0").parse().expect("a reference");
    let repository = Repository::to_write(&reference, User::new().context());
    let repository = repository.expect("a repository");
    repository.attach(&subject(), referrer).await
}

#[tokio::test]
async fn what_is_attached_is_found_with_and_without_the_api() {
    for has_api in [true, false] {
        let (server, kept) = writable(has_api, 0).await;
        for number in [1, 2, 1] {
            attach(&server, &referrer(number)).await.expect("attached");
        }
        let mut found = fetched(&server).await.expect("signatures").found;
        found.sort_by_key(|found| found.content.clone());
        assert_eq!(found, [referrer(1), referrer(2)]);
        let has_tag = kept.lock().keys().any(|path| path.contains("/sha256-"));
        assert_eq!(has_tag, !has_api);
    }
}

#[tokio::test]
async fn an_index_that_another_writer_changed_is_written_again() {
    let (server, _) = writable(false, 2).await;
    attach(&server, &referrer(1)).await.expect("attached");
    assert_eq!(
        fetched(&server).await.expect("signatures").found,
        [referrer(1)]
    );
    let (server, _) = writable(false, 100).await;
    let error = attach(&server, &referrer(1)).await.expect_err("an error");
    assert_says(&error.to_string(), &["other writers 5 times", "\nhint: "]);
}

#[tokio::test]
async fn entries_of_others_stay_in_the_index_and_a_full_one_is_told() {
    let (server, kept) = writable(false, 0).await;
    let path = format!("/v2/acme/provider/manifests/sha256-{}", subject().hex());
    let other = json!({ "digest": "sha256:00", "artifactType": "x", "annotations": { "a": "b" } });
    kept.lock()
        .insert(path.clone(), index(std::slice::from_ref(&other)));
    attach(&server, &referrer(1)).await.expect("attached");
    let written: Value = serde_json::from_slice(&kept.lock()[&path]).expect("JSON");
    assert_eq!(written["manifests"][0], other);
    assert_eq!(written["manifests"][1], referrer(1).entry());
    let full: Vec<Value> = (0..MAX_REFERRERS)
        .map(|number| referrer(number + 10).entry())
        .collect();
    kept.lock().insert(path, index(&full));
    let error = attach(&server, &referrer(1)).await.expect_err("an error");
    assert_says(
        &error.to_string(),
        &["has 64 signatures already", "\nhint: "],
    );
}

#[test]
fn a_layout_carries_signatures() {
    let artifact = Artifact::new(COMPONENT.to_vec(), &ArtifactMetadata::default());
    let reference: Reference = "oci://ghcr.io/acme/provider:1.2.0"
        .parse()
        .expect("a reference");
    let of = |number: usize| Referrer::new(&artifact.manifest, bundle(number), "p");
    let foreign = Referrer::new(b"another manifest", bundle(3), "p");
    let archive = artifact.to_layout(&reference, &[of(1), of(2), foreign]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("acme.tar");
    fs::write(&file, archive.expect("an archive")).expect("a file");
    let layout = Layout::at(&file);
    let found = layout.components(&Limits::default()).expect("components");
    assert_eq!(found.len(), 1);
    let referrers = layout.referrers(&found[0]).expect("signatures");
    assert_eq!(referrers.found, [of(1), of(2)]);
    let manifest = layout.manifest(&found[0]).expect("a manifest");
    assert_eq!(component_of_manifest(&manifest), Ok(Digest::of(COMPONENT)));
    assert_eq!(
        layout.artifact(&found[0]).expect("an artifact").digest(),
        artifact.digest()
    );
    // A bundle that was damaged in transit is reported, and the other bundle is usable.
    let bytes = fs::read(&file).expect("a file");
    let part = bundle(2);
    let at = bytes.windows(part.len()).position(|bytes| bytes == part);
    let mut damaged = bytes.clone();
    damaged[at.expect("a place") + 2] ^= 1;
    fs::write(&file, damaged).expect("a file");
    let referrers = Layout::at(&file).referrers(&found[0]).expect("signatures");
    assert_eq!(referrers.found, [of(1)]);
    assert_says(&referrers.skipped[0], &["its bytes for sha256:"]);
}
