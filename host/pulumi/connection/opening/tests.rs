use proptest::collection::vec;
use proptest::prelude::*;

use super::{HEADERS, MAX_PAYLOAD_BYTES, Opening, PADDED, PREFACE, PRIORITY};

const DATA: u8 = 0x0;
const SETTINGS: u8 = 0x4;
const END_HEADERS: u8 = 0x4;

/// `:method POST` and `:scheme http`.
const BEFORE: &[u8] = &[0x83, 0x86];
/// `:authority`, kept in the table, and a field with a name that the standard has not.
const AFTER: &[u8] = b"\x41\x09localhost\x40\x02te\x08trailers";

fn frame(kind: u8, flags: u8, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let head = [length[1], length[2], length[3], kind, flags, 0, 0, 0, 1];
    [&head, payload].concat()
}

fn call(fields: &[&[u8]]) -> Vec<u8> {
    frame(HEADERS, END_HEADERS, &fields.concat())
}

/// A connection with settings, these calls, and a message.
fn connection(calls: &[Vec<u8>]) -> Vec<u8> {
    let settings = frame(SETTINGS, 0, &[1; 6]);
    let message = frame(DATA, 1, &[0; 5]);
    [PREFACE.as_slice(), &settings, &calls.concat(), &message].concat()
}

/// The bytes that are passed on if the input comes in these pieces.
fn given(bytes: &[u8], pieces: &[usize]) -> Vec<u8> {
    let mut opening = Opening::new();
    let mut given = Vec::new();
    let mut rest = bytes;
    for piece in pieces.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (taken, further) = rest.split_at(rest.len().min(*piece));
        rest = further;
        if opening.is_over() {
            given.extend(taken)
        } else {
            opening.take(taken)
        }
        given.extend(opening.give(*piece));
        // The last of it is given before the connection is read directly.
        while opening.stage == super::Stage::Decided && !opening.is_over() {
            given.extend(opening.give(*piece));
        }
    }
    opening.end();
    given.extend(opening.give(usize::MAX));
    assert!(opening.is_over());
    given
}

#[track_caller]
fn becomes(calls: &[Vec<u8>], expected: &[Vec<u8>]) {
    let sent = connection(calls);
    assert_eq!(given(&sent, &[sent.len()]), connection(expected));
    assert_eq!(given(&sent, &[1]), connection(expected));
}

#[track_caller]
fn stays(calls: &[Vec<u8>]) {
    becomes(calls, calls);
}

#[test]
fn an_empty_path_becomes_that_of_no_method_in_the_form_that_it_had() {
    for form in [0x04, 0x05, 0x14, 0x15, 0x44, 0x45] {
        for empty in [0x00, 0x80] {
            becomes(
                &[call(&[BEFORE, &[form, empty], AFTER])],
                &[call(&[BEFORE, &[form, 1, b'/'], AFTER])],
            );
        }
    }
    becomes(&[call(&[b"\x45\x00"])], &[call(&[b"\x45\x01/"])]);
}

#[test]
fn padding_and_priority_are_no_fields() {
    for (flags, before) in [
        (PADDED, b"\x03".as_slice()),
        (PRIORITY, b"\x45\x00\x45\x00\x45"),
        (PADDED | PRIORITY, b"\x03\x45\x00\x45\x00\x45"),
    ] {
        let of = |path: &[u8]| {
            let fields = [before, BEFORE, path, AFTER, b"\x45\x00\x45"].concat();
            [frame(HEADERS, flags | END_HEADERS, &fields)]
        };
        becomes(&of(b"\x45\x00"), &of(b"\x45\x01/"));
    }
}

#[test]
fn another_first_call_stays_and_so_do_those_after_the_first() {
    let without_path = call(&[BEFORE, b"\x45\x00", AFTER]);
    let others: [&[u8]; 7] = [
        b"\x44\x02/a",
        b"\x44\x81\x63",
        // Paths of the standard table, a field of another name, a name in full, and a number of several bytes.
        b"\x84",
        b"\x41\x00",
        b"\x40\x00\x00",
        b"\xff\x00",
        b"",
    ];
    for other in others {
        stays(&[call(&[BEFORE, other]), without_path.clone()]);
        stays(&[call(&[BEFORE, other, AFTER]), without_path.clone()]);
    }
    let repaired = call(&[BEFORE, b"\x45\x01/", AFTER]);
    becomes(
        &[without_path.clone(), without_path.clone()],
        &[repaired, without_path],
    );
}

#[test]
fn what_is_not_well_formed_stays() {
    stays(&[call(&[BEFORE, b"\x45"]), vec![0]]);
    stays(&[frame(HEADERS, PADDED | PRIORITY, b"\x01\x45")]);
    stays(&[call(&[&[0x83; 100], b"\x45\x00"])]);
    stays(&[call(&[BEFORE, b"\x45\x00", &[0x83; MAX_PAYLOAD_BYTES]])]);
    for bytes in [b"GET / HTTP/1.1\r\n\r\n".as_slice(), b"PRI * HTTP/1", b""] {
        assert_eq!(given(bytes, &[1]), bytes);
        assert_eq!(given(bytes, &[100]), bytes);
    }
}

#[test]
fn nothing_waits_that_is_no_part_of_a_call() {
    let mut opening = Opening::new();
    let settings = connection(&[]);
    opening.take(&settings);
    assert_eq!(opening.give(usize::MAX), settings);
    opening.take(&call(&[BEFORE])[..9]);
    assert_eq!(opening.give(usize::MAX), b"");
}

fn connections() -> impl Strategy<Value = Vec<u8>> {
    let field = prop_oneof![
        Just(BEFORE.to_vec()),
        Just(b"\x45\x00".to_vec()),
        Just(AFTER.to_vec()),
        vec(any::<u8>(), 0..4),
    ];
    let fields = vec(field, 0..5).prop_map(|fields| fields.concat());
    let kind = prop_oneof![Just(HEADERS), Just(HEADERS), Just(DATA), any::<u8>()];
    let parts = (kind, any::<u8>(), fields);
    let frames = parts.prop_map(|(kind, flags, fields)| frame(kind, flags, &fields));
    vec(frames, 0..5).prop_map(|frames| connection(&frames))
}

proptest! {
    #[test]
    fn however_it_is_cut_the_same_is_given_on(sent in connections(), pieces in vec(1_usize..12, 1..60)) {
        let at_once = given(&sent, &[sent.len()]);
        prop_assert_eq!(&given(&sent, &pieces), &at_once);
        prop_assert!(at_once == sent || at_once.len() == sent.len() + 1);
    }

    #[test]
    fn other_bytes_are_given_on_as_they_are(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(&given(&bytes, &[7]), &bytes);
    }
}
