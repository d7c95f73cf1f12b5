use super::super::{Blob, Tree};
use super::*;
use crate::budget::Reservation;

fn archive(paths: &[&str]) -> Content {
    let entries = paths.iter().map(|path| {
        (
            (*path).to_owned(),
            Arc::new(Blob::new(path.as_bytes().to_vec())),
        )
    });
    Content::Archive(Tree {
        hash: "tree".to_owned(),
        entries: entries.collect(),
    })
}

#[test]
fn files_in_archives_have_handles_that_nothing_else_has() {
    let mut opened = OpenedAssets::default();
    opened.keep(1, archive(&["a", "b"]), Reservation::default(), 3);
    opened.keep(0, archive(&["c"]), Reservation::default(), 3);
    opened.keep(
        2,
        Content::Asset(Arc::new(Blob::new(b"own".to_vec()))),
        Reservation::default(),
        3,
    );
    let paths = |handle: u32| -> Vec<(String, Vec<u8>)> {
        let entries = opened.entries(handle).expect("an archive");
        let read = |handle: u32| opened.read(handle, 0.0, 100).expect("a file").to_vec();
        let named = |(path, handle): &(String, u32)| (path.clone(), read(*handle));
        entries.iter().map(named).collect()
    };
    let expected = |paths: &[&str]| -> Vec<(String, Vec<u8>)> {
        let named = |path: &&str| ((*path).to_owned(), path.as_bytes().to_vec());
        paths.iter().map(named).collect()
    };
    assert_eq!(paths(1), expected(&["a", "b"]));
    assert_eq!(paths(0), expected(&["c"]));
    assert_eq!(opened.read(2, 0.0, 100), Ok(&b"own"[..]));
    assert_eq!(opened.about(1), Ok((0, "tree")));
    assert_eq!(opened.about(2).map(|(size, _)| size), Ok(3));
}

#[test]
fn bytes_are_given_from_any_place_on() {
    let mut opened = OpenedAssets::default();
    opened.keep(
        0,
        Content::Asset(Arc::new(Blob::new(b"01234".to_vec()))),
        Reservation::default(),
        1,
    );
    opened.keep(1, archive(&[]), Reservation::default(), 2);
    for (offset, count, expected) in [
        (0.0, 2, &b"01"[..]),
        (3.0, 2, b"34"),
        (3.0, u32::MAX, b"34"),
        (5.0, 1, b""),
        (1e300, 1, b""),
        (0.0, 0, b""),
    ] {
        assert_eq!(opened.read(0, offset, count), Ok(expected));
    }
    for offset in [-1.0, 0.5, f64::NAN, f64::INFINITY] {
        let error = opened.read(0, offset, 1).expect_err("no place");
        assert!(matches!(error, GuestError::Invalid(_)), "{error:?}");
    }
    let unsupported = |error: GuestError| matches!(error, GuestError::Unsupported(_));
    assert!(opened.read(1, 0.0, 1).is_err_and(unsupported));
    assert!(opened.entries(0).is_err_and(unsupported));
    let missing = |error: GuestError| matches!(error, GuestError::NotFound(_));
    assert!(opened.read(7, 0.0, 1).is_err_and(missing));
}
