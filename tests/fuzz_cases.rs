//! The targets of `fuzz/` on the cases that are kept there, and on random changes of them. The long runs, which
//! are led by coverage, are `cargo fuzz`'s: see CONTRIBUTING.md.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// How long components are tried that were changed at random.
const LIFE_TIME: Duration = Duration::from_secs(3);

#[allow(unreachable_pub, clippy::pedantic, reason = "a crate of its own")]
#[path = "../fuzz/src/lib.rs"]
mod targets;

/// The kept cases of a target.
fn cases(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus-cases")
        .join(target);
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn kept_cases_do_no_harm() {
    for (name, target) in targets::TARGETS {
        let cases = cases(name);
        assert!(!cases.is_empty(), "{name} has no cases");
        for case in cases {
            target(&case);
        }
    }
}

#[test]
fn kept_debugging_information_tells_of_functions() {
    for case in cases("debug_information") {
        assert!(targets::functions_found(&case).unwrap() > 0);
    }
}

#[test]
fn components_live_and_die_without_harm() {
    let began = Instant::now();
    let cases = cases("component_life");
    // Each of them has functions that are called.
    let entries: Vec<u64> = cases.iter().map(|case| targets::entries_of(case)).collect();
    assert!(
        entries.len() > 4 && entries.iter().all(|count| *count > 0),
        "{entries:?}"
    );
    // Compiling takes time: as many changed cases as fit into a few seconds.
    let mut runner = TestRunner::deterministic();
    let changes = (
        any::<Index>(),
        prop::collection::vec(any::<(Index, u8)>(), 1..4),
    );
    while began.elapsed() < LIFE_TIME {
        let (case, changes) = changes.new_tree(&mut runner).unwrap().current();
        let mut bytes = case.get(&cases).clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        targets::component_life(&bytes);
    }
}

/// A change of some bytes.
#[derive(Debug, Clone)]
enum Change {
    Set(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    Repeat(Index, usize, usize),
    /// The beginning of another case, up to there, and the end of this one from there on.
    Cross(Index, Index, Index),
}

/// Words that different parsers may read differently.
const WORDS: [&[u8]; 16] = [
    b"{", b"}", b"[", b"]", b"\"", b"\\", b".", b"*", b"null", b"-1", b"1e308", b"\n", b"/",
    b"../", b"$ref", b"\xff",
];

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    let word = prop_oneof![
        prop::sample::select(&WORDS[..]).prop_map(<[u8]>::to_vec),
        prop::collection::vec(any::<u8>(), 1..8),
    ];
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        (at(), word).prop_map(|(at, word)| Change::Insert(at, word)),
        (at(), 1..32_usize).prop_map(|(at, length)| Change::Remove(at, length)),
        (at(), 1..16_usize, 1..300_usize)
            .prop_map(|(at, length, times)| Change::Repeat(at, length, times)),
        (at(), at(), at()).prop_map(|(case, end, start)| Change::Cross(case, end, start)),
    ]
}

fn apply(change: &Change, bytes: &mut Vec<u8>, cases: &[Vec<u8>]) {
    if bytes.is_empty() {
        bytes.push(0);
    }
    let place = |at: &Index, bytes: &[u8]| at.index(bytes.len().max(1));
    let part = |at: &Index, length: usize, bytes: &[u8]| {
        let start = place(at, bytes);
        start..(start + length).min(bytes.len())
    };
    match change {
        Change::Set(at, byte) => {
            let at = place(at, bytes);
            bytes[at] = *byte;
        }
        Change::Insert(at, word) => {
            let at = place(at, bytes);
            bytes.splice(at..at, word.iter().copied());
        }
        Change::Remove(at, length) => {
            bytes.drain(part(at, *length, bytes));
        }
        Change::Repeat(at, length, times) => {
            let part = part(at, *length, bytes);
            let repeated = bytes[part.clone()].repeat(*times);
            bytes.splice(part, repeated);
        }
        Change::Cross(case, end, start) => {
            let other = &cases[case.index(cases.len())];
            let mut crossed = other[..place(end, other).min(other.len())].to_vec();
            crossed.extend_from_slice(&bytes[place(start, bytes)..]);
            *bytes = crossed;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

    #[test]
    fn changed_cases_do_no_harm(
        target in prop::sample::select(&targets::TARGETS[..]),
        case in any::<Index>(),
        changes in prop::collection::vec(change(), 1..6),
    ) {
        let (name, target) = target;
        let cases = cases(name);
        let mut bytes = case.get(&cases).clone();
        for change in &changes {
            apply(change, &mut bytes, &cases);
        }
        target(&bytes);
    }
}
