//! Where this machine fetched components from.
//!
//! A recorded value says where its components came from, and anybody may have written it. A note records an
//! observation: a registry returned the manifest with a digest for a repository, and the manifest names the component.
//! The notes are beside the component in the store. A lost note costs one request to the registry.

use crate::{Digest, Place, Store};

const NOTES: &str = "origins";
/// The maximum number of notes of one component: the same bytes rarely come from more than a mirror or two.
const MAX_NOTES: usize = 16;

/// Whether this machine fetched a component from a place itself. False for the place of a file, which has no notes.
pub(crate) fn is_noted(store: &Store, digest: &Digest, place: &Place) -> bool {
    let entry = store.open(digest).ok().flatten();
    let known = entry.map(|entry| entry.notes(NOTES)).unwrap_or_default();
    place.origin().is_some_and(|origin| known.contains(&origin))
}

/// Notes that a component of the store was fetched from a place.
pub(crate) fn note(store: &Store, digest: &Digest, place: &Place) {
    let (Some(origin), Ok(Some(entry))) = (place.origin(), store.open(digest)) else {
        return;
    };
    if entry.notes(NOTES).contains(&origin) {
        return;
    }
    if let Err(error) = entry.add_note(NOTES, &origin, MAX_NOTES) {
        tracing::debug!("cannot record that {digest} comes from {origin}: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> Place {
        let manifest = Digest::of(name.as_bytes());
        Place::fetched(&format!("oci://ghcr.io/acme/{name}:1.0.0@{manifest}")).expect("a place")
    }

    #[test]
    fn what_was_fetched_is_known_by_its_place_and_manifest() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().join("store"));
        let digest = Digest::of(b"component");
        note(&store, &digest, &place("early"));
        assert!(
            !is_noted(&store, &digest, &place("early")),
            "nothing is kept yet"
        );
        store.put(&digest, b"component", "{}").expect("written");
        note(&store, &digest, &place("one"));
        note(&store, &digest, &place("one"));
        note(&store, &digest, &Place::File("acme.wasm".to_owned()));
        assert!(is_noted(&store, &digest, &place("one")));
        assert!(!is_noted(&store, &digest, &place("two")));
        assert!(!is_noted(
            &store,
            &digest,
            &Place::File("acme.wasm".to_owned())
        ));
        let other = format!("oci://ghcr.io/acme/one@{}", Digest::of(b"other"));
        let other = Place::fetched(&other).expect("a place");
        assert!(!is_noted(&store, &digest, &other), "another manifest");
        let retagged = format!("oci://ghcr.io/acme/one:2.0.0@{}", Digest::of(b"one"));
        let retagged = Place::fetched(&retagged).expect("a place");
        assert!(
            is_noted(&store, &digest, &retagged),
            "the tag does not count"
        );
        assert_eq!(store.verify(&digest), Ok(()));
        assert!(is_noted(&store, &digest, &place("one")));
    }

    #[test]
    fn no_more_places_are_noted_than_a_few() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().join("store"));
        let digest = Digest::of(b"component");
        let entry = store.put(&digest, b"component", "{}").expect("written");
        for number in 0..30 {
            note(&store, &digest, &place(&format!("number-{number}")));
        }
        assert_eq!(entry.notes(NOTES).len(), MAX_NOTES);
        assert!(is_noted(&store, &digest, &place("number-29")));
    }
}
