//! Documents beside a component: attached and listed by the API or the tag, and carried in a layout.

use std::fs;

use super::signatures::{attach, fetched, referrer, subject, writable};
use super::*;

const SPDX: &[u8] = br#"{"spdxVersion":"SPDX-2.3"}"#;
const CYCLONE_DX: &[u8] = br#"{"bomFormat":"CycloneDX","specVersion":"1.6"}"#;

fn document(bytes: &[u8]) -> Referrer {
    let document = Document::read(bytes.to_vec()).expect("a document");
    Referrer::of_document(manifest_of(COMPONENT).as_bytes(), &document)
}

async fn listed(server: &Server) -> Result<AttachedDocuments, RegistryError> {
    let repository = User::new().repository(&server.reference("1.2.0"));
    repository.documents(&subject()).await
}

#[tokio::test]
async fn documents_are_attached_once_and_listed_apart_from_signatures() {
    for has_api in [true, false] {
        let (server, kept) = writable(has_api, 0).await;
        for attached in [
            document(SPDX),
            document(CYCLONE_DX),
            referrer(1),
            document(SPDX),
        ] {
            attach(&server, &attached).await.expect("attached");
        }
        let contents = kept.lock().len();
        attach(&server, &document(CYCLONE_DX))
            .await
            .expect("attached");
        assert_eq!(kept.lock().len(), contents);
        let found = listed(&server).await.expect("documents");
        assert_eq!(found.skipped, [""; 0]);
        let mut kinds: Vec<_> = found.found.iter().map(|found| found.kind.noun()).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["CycloneDX document", "SPDX document"]);
        let repository = User::new().repository(&server.reference("1.2.0"));
        for listed in &found.found {
            let whole = repository.document(listed).await.expect("a document");
            assert_eq!(Digest::of(whole.content()), listed.content.digest);
            assert_eq!(whole.digest(), listed.manifest());
            assert_eq!(whole, document(whole.content()));
        }
        let signatures = fetched(&server).await.expect("signatures");
        assert_eq!(signatures.found, [referrer(1)]);
    }
}

#[tokio::test]
async fn documents_are_bounded_and_held_to_their_digests() {
    let (server, kept) = writable(false, 0).await;
    for number in 0..16 {
        let text = format!(r#"{{"spdxVersion":"SPDX-2.3","name":"{number}"}}"#);
        attach(&server, &document(text.as_bytes()))
            .await
            .expect("attached");
    }
    let error = attach(&server, &document(CYCLONE_DX))
        .await
        .expect_err("an error");
    assert_says(
        &error.to_string(),
        &["has 16 documents already", "\nhint: "],
    );
    // Signatures have a separate maximum.
    attach(&server, &referrer(1)).await.expect("attached");
    let found = listed(&server).await.expect("documents").found;
    assert_eq!(found.len(), 16);
    let blob = format!("/v2/acme/provider/blobs/{}", found[0].content.digest);
    kept.lock().insert(blob, SPDX.to_vec());
    let repository = User::new().repository(&server.reference("1.2.0"));
    let error = repository
        .document(&found[0])
        .await
        .expect_err("other bytes");
    assert_says(&error.reason, &["sends other bytes"]);
    // A document that is too long is not requested.
    let long = document(SPDX);
    let text = String::from_utf8_lossy(&long.manifest).into_owned();
    let text = text.replace(&format!("\"size\":{}", SPDX.len()), "\"size\":20000000");
    let long = Referrer {
        manifest: text.into(),
        ..long
    };
    let (server, _) = writable(true, 0).await;
    attach(&server, &long).await.expect("attached");
    let found = listed(&server).await.expect("documents");
    assert_eq!(found.found, []);
    assert_says(&found.skipped[0], &["more than 16 MiB"]);
}

#[test]
fn a_layout_carries_documents() {
    let artifact = Artifact::new(COMPONENT.to_vec(), &ArtifactMetadata::default());
    let reference: Reference = "oci://ghcr.io/acme/provider:1.2.0"
        .parse()
        .expect("a reference");
    let spdx = Document::read(SPDX.to_vec()).expect("a document");
    let attached = [
        Referrer::of_document(artifact.manifest(), &spdx),
        Referrer::new(artifact.manifest(), b"{}".to_vec(), "p"),
    ];
    let archive = artifact
        .to_layout(&reference, &attached)
        .expect("an archive");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("acme.tar");
    fs::write(&file, archive).expect("a file");
    let layout = Layout::at(&file);
    let found = layout.components(&Limits::default()).expect("components");
    assert_eq!(
        layout.documents(&found[0]).expect("documents").found,
        attached[..1]
    );
    assert_eq!(
        layout.referrers(&found[0]).expect("signatures").found,
        attached[1..]
    );
}
