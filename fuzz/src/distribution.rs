//! Files that accompany components: the operator's file of sources, the file of a bundle, manifests, documents and
//! layouts.

use std::fs;

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_packages::bundle::PluginBundle;
use pulumi_wasm_packages::{Digest, Reference, Source, mirrored_places};
use pulumi_wasm_registry::{Document, Layout, WebFile, component_of_manifest};

/// The most bytes of a component in a layout of a case.
const MAX_COMPONENT_BYTES: u64 = 1 << 20;

/// An operator's file of sources: its mistakes are told with their place, and a mirror is asked for the digest of the
/// origin.
pub fn sources_file(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let digest = Digest::of(b"x");
    let origin = format!("oci://ghcr.io/acme/provider:1.2.0@{digest}");
    let origin: Reference = origin.parse().expect("a reference");
    match mirrored_places(&text, &origin) {
        Err(error) => assert!(!error.reason.is_empty() && error.hint.is_some()),
        Ok(places) => {
            for place in places {
                // The operator may let a copy be asked for by http.
                let is_copy = WebFile::with_any_scheme(&place).is_ok();
                let is_source = Source::parse(&place).is_ok_and(|source| source.file().is_none());
                assert!(is_copy || is_source, "{place}");
                assert!(place.ends_with(&digest.to_string()), "{place}");
            }
        }
    }
}

/// The file `bundle.json`: its mistakes are reported, its components are beside it, and a written file can be read
/// again.
pub fn bundle_file(bytes: &[u8]) {
    match PluginBundle::parse(bytes) {
        Err(reason) => assert!(!reason.is_empty()),
        Ok(bundle) => {
            for component in &bundle.package.components {
                let name = component.place.path().expect("a file");
                assert!(
                    !name.contains('/') && ![".", ".."].contains(&name),
                    "{name}"
                );
            }
            assert_eq!(PluginBundle::parse(&bundle.to_bytes()), Ok(bundle));
        }
    }
}

/// A manifest of a registry, or a document that is attached to one: mistakes are reported.
pub fn artifact(bytes: &[u8]) {
    if let Err(error) = component_of_manifest(bytes) {
        assert!(!error.reason.is_empty());
    }
    match Document::read(bytes.to_vec()) {
        Err(error) => assert!(error.hint.is_some(), "{error}"),
        Ok(document) => {
            let about = document.require_provenance(&[&Digest::of(bytes)]);
            // A document never contains its own digest.
            assert!(about.is_err_and(|error| error.hint.is_some()));
        }
    }
}

/// The archive of a layout: its contents have the digests that it names.
pub fn layout(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("acme.tar");
    fs::write(&file, bytes).expect("a file");
    let mut limits = Limits::default();
    limits.set(Limit::ComponentSize, MAX_COMPONENT_BYTES);
    let layout = Layout::at(&file);
    match layout.components(&limits) {
        Err(error) => assert!(!error.reason.is_empty()),
        Ok(found) => {
            for component in &found {
                let bytes = layout.component(component).expect("it was there");
                assert_eq!(Digest::of(&bytes), component.component.digest);
                for attached in [layout.referrers(component), layout.documents(component)] {
                    assert!(attached.expect("the index was read").found.len() <= 64);
                }
            }
        }
    }
}
