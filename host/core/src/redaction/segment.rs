//! A part of the known secrets, and the automaton that finds them in one pass.

use std::ops::Range;
use std::sync::Arc;

use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::nfa::contiguous::NFA;
use aho_corasick::{Anchored, MatchKind};

use super::threshold;

/// A segment with so many values, or so many bytes of them, takes no more.
const MAX_VALUES: usize = 256;
const MAX_BYTES: usize = 64 << 10;
/// So many values of so many bytes at most are looked for one after the other.
const FEW_VALUES: usize = 8;
const FEW_BYTES: usize = 128;
/// A longer value is recognised piece by piece, so that an automaton never gets deep.
const PIECE_BYTES: usize = 4 << 10;

/// Some secrets.
#[derive(Default)]
pub(super) struct Segment {
    values: Vec<Box<[u8]>>,
    bytes: usize,
    /// Made when it is needed, and again after a value was added.
    matcher: Option<Arc<SecretMatcher>>,
}

impl Segment {
    pub(super) fn is_full(&self) -> bool {
        self.values.len() >= MAX_VALUES || self.bytes >= MAX_BYTES
    }

    pub(super) fn add(&mut self, value: &[u8]) {
        self.bytes += value.len();
        self.values.push(value.into());
        self.matcher = None;
    }

    pub(super) fn into_values(self) -> Vec<Box<[u8]>> {
        self.values
    }

    pub(super) fn matcher(&mut self) -> Option<Arc<SecretMatcher>> {
        if self.matcher.is_none() {
            self.matcher = SecretMatcher::new(&self.values).map(Arc::new);
        }
        self.matcher.clone()
    }
}

/// The automata that find the secrets of a segment.
pub(super) struct SecretMatcher {
    patterns: Patterns,
    /// Whether a space, which forms write as `+`, is in any of them.
    pub(super) has_space: bool,
}

enum Patterns {
    /// Nearly every call has few secrets, and they are looked for in less than it takes to make an automaton.
    Few(Vec<Box<[u8]>>),
    Many(Box<Machine>),
}

/// An automaton, and its start.
struct Machine {
    automaton: NFA,
    start: StateID,
}

impl SecretMatcher {
    fn new(values: &[Box<[u8]>]) -> Option<Self> {
        let is_short = |value: &[u8]| value.len() <= FEW_BYTES && !value.contains(&b'\n');
        if values.len() <= FEW_VALUES && values.iter().all(|value| is_short(value)) {
            return Some(Self {
                has_space: values.iter().any(|value| value.contains(&b' ')),
                patterns: Patterns::Few(values.to_vec()),
            });
        }
        let mut patterns: Vec<&[u8]> = Vec::new();
        for value in values {
            patterns.extend(pieces(value));
            // Standard error and logs come line by line.
            let lines = value.split(|byte| *byte == b'\n');
            let lines = lines.map(<[u8]>::trim_ascii);
            patterns.extend(lines.filter(|line| threshold::is_line_worth_hiding(line)));
        }
        let mut builder = NFA::builder();
        builder.match_kind(MatchKind::Standard).prefilter(false);
        // It fails beyond 2^31 states, far above the bounds.
        let automaton = builder.build(&patterns).ok()?;
        let start = automaton.start_state(Anchored::No).ok()?;
        Some(Self {
            has_space: patterns.iter().any(|pattern| pattern.contains(&b' ')),
            patterns: Patterns::Many(Box::new(Machine { automaton, start })),
        })
    }

    /// Hands over the places of secrets, overlapping ones as well, in time that grows with the bytes
    /// alone. Of many that end at one place, it is the longest.
    pub(super) fn find(&self, bytes: &[u8], take: &mut dyn FnMut(Range<usize>)) {
        match &self.patterns {
            Patterns::Few(patterns) => patterns
                .iter()
                .for_each(|pattern| find_each(pattern, bytes, take)),
            Patterns::Many(machine) => {
                let Machine { automaton, start } = machine.as_ref();
                let mut state = *start;
                for (index, byte) in bytes.iter().enumerate() {
                    state = automaton.next_state(Anchored::No, state, *byte);
                    if automaton.is_special(state) && automaton.is_match(state) {
                        // The first is that of the state itself, which the others are suffixes of.
                        let length = automaton.pattern_len(automaton.match_pattern(state, 0));
                        let end = index + 1;
                        take(end.saturating_sub(length)..end);
                    }
                }
            }
        }
    }
}

/// Hands over all places of a short pattern.
fn find_each(pattern: &[u8], bytes: &[u8], take: &mut dyn FnMut(Range<usize>)) {
    let Some(last) = bytes.len().checked_sub(pattern.len()) else {
        return;
    };
    let (Some(first), Some(begins)) = (pattern.first(), bytes.get(..=last)) else {
        return;
    };
    for (at, byte) in begins.iter().enumerate() {
        let end = at + pattern.len();
        if byte == first && bytes.get(at..end) == Some(pattern) {
            take(at..end);
        }
    }
}

/// The length of the shortest part of a value that it is recognised by, or less.
pub(super) fn shortest_part(value: &[u8]) -> usize {
    match value.len() {
        bytes if bytes > PIECE_BYTES => threshold::MIN_BYTES,
        bytes if value.contains(&b'\n') => bytes.min(threshold::MIN_BYTES),
        bytes => bytes,
    }
}

/// A value in pieces that end where characters do, and are long enough to be secrets.
fn pieces(value: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut rest = value;
    while rest.len() > PIECE_BYTES + threshold::MIN_BYTES {
        let is_inside = |at: usize| rest.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
        let at = (PIECE_BYTES - 4..=PIECE_BYTES)
            .rev()
            .find(|at| !is_inside(*at))
            .unwrap_or(PIECE_BYTES);
        let (piece, more) = rest.split_at(at);
        pieces.push(piece);
        rest = more;
    }
    pieces.push(rest);
    pieces
}
