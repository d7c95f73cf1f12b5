//! The store of known secrets: which values count as secrets, and the automata that find them in one pass.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::nfa::contiguous::NFA;
use aho_corasick::{Anchored, MatchKind};

/// Shorter values are not recognised, because they would hide parts of ordinary words.
pub(super) const MIN_BYTES: usize = 8;

/// Values of at least [`MIN_BYTES`] that occur in messages with another meaning, in lower case.
const COMMON: [&str; 23] = [
    "[secret]",
    "127.0.0.1",
    "administrator",
    "anonymous",
    "authorization",
    "changeme",
    "component",
    "credential",
    "credentials",
    "database",
    "development",
    "http://localhost",
    "https://localhost",
    "localhost",
    "password",
    "passwort",
    "postgres",
    "postgresql",
    "production",
    "provider",
    "resource",
    "undefined",
    "username",
];

/// Whether a value counts as a secret. Values shorter than [`MIN_BYTES`], of one repeated character, or that are common
/// words do not, because hiding them would make messages unreadable.
pub(super) fn is_worth_hiding(value: &[u8]) -> bool {
    let is_common = || {
        COMMON
            .iter()
            .any(|word| word.as_bytes().eq_ignore_ascii_case(value))
    };
    value.len() >= MIN_BYTES && !is_one_character(value) && !is_common()
}

/// Whether a value is empty or repeats one character.
fn is_one_character(value: &[u8]) -> bool {
    match std::str::from_utf8(value) {
        Ok(text) => {
            let mut characters = text.chars();
            let first = characters.next();
            characters.all(|character| Some(character) == first)
        }
        Err(_) => value.windows(2).all(|pair| pair.first() == pair.last()),
    }
}

/// Whether a single line of a multi-line secret counts as a secret, because logs show lines. Frames such as `-----BEGIN
/// PRIVATE KEY-----` are the same in all keys.
pub(super) fn is_line_worth_hiding(line: &[u8]) -> bool {
    line.len() >= 2 * MIN_BYTES && !line.starts_with(b"-----") && is_worth_hiding(line)
}

/// Segments for secrets from answers and earlier calls: about 1000 secrets or 256 KiB.
pub(super) const MAX_SEGMENTS: usize = 4;

/// Segments for the secrets of one request.
const MAX_SEGMENTS_OF_A_REQUEST: usize = 64;

/// The host recognises only the first bytes of a longer value.
const MAX_VALUE_BYTES: usize = 32 << 10;

/// A value, and the value without the white space around it, such as the line break at the end of a file: components remove it before they
/// use a value.
fn forms(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let trimmed = value.trim_ascii();
    std::iter::once(value).chain((trimmed.len() < value.len()).then_some(trimmed))
}

/// Hashes values to look them up as a whole.
static HASHES: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// Secrets in segments. Only the newest segment grows.
#[derive(Default)]
pub(super) struct SecretRing {
    segments: VecDeque<Segment>,
    /// The hashes of all values.
    whole: HashSet<u64>,
    /// The hashes of values that are too short to be searched in longer values.
    short: HashSet<u64>,
    lengths: Lengths,
}

/// The hash of the recognised part of a value.
pub(super) fn hash(value: &[u8]) -> u64 {
    HASHES.hash_one(value.get(..MAX_VALUE_BYTES).unwrap_or(value))
}

impl SecretRing {
    /// Adds a value if it counts as a secret, also without the white space around it, and forgets the oldest segment if there are too
    /// many.
    pub(super) fn add(&mut self, value: &[u8], max_segments: usize) {
        for value in forms(value) {
            if let Some(oldest) = self.add_to_segments(value, max_segments) {
                for value in oldest.into_values() {
                    self.whole.remove(&hash(&value));
                }
            }
        }
    }

    /// Adds a value in the same way, and keeps its hash for ever: text is not searched for values of a forgotten segment, but equal
    /// values are still recognised. Returns whether a segment was forgotten.
    pub(super) fn add_permanently(&mut self, value: &[u8]) -> bool {
        let mut has_forgotten = false;
        for value in forms(value) {
            if value.len() < MIN_BYTES && !is_one_character(value) {
                self.short.insert(hash(value));
            }
            let oldest = self.add_to_segments(value, MAX_SEGMENTS_OF_A_REQUEST);
            has_forgotten |= oldest.is_some();
        }
        has_forgotten
    }

    /// Whether a value that is too short to be searched in longer values, with this hash, was added permanently.
    pub(super) fn contains_short(&self, hash: u64) -> bool {
        self.short.contains(&hash)
    }

    /// Returns the oldest segment if it has to be forgotten.
    fn add_to_segments(&mut self, value: &[u8], max_segments: usize) -> Option<Segment> {
        let is_longer = value.len() > MAX_VALUE_BYTES;
        let value = value.get(..MAX_VALUE_BYTES).unwrap_or(value);
        if !is_worth_hiding(value) || !self.whole.insert(hash(value)) {
            return None;
        }
        if is_longer {
            self.lengths.add_every()
        } else {
            self.lengths.add(value)
        }
        let mut oldest = None;
        if self.segments.back().is_none_or(Segment::is_full) {
            if self.segments.len() >= max_segments {
                oldest = self.segments.pop_front();
            }
            self.segments.push_back(Segment::default());
        }
        if let Some(newest) = self.segments.back_mut() {
            newest.add(value);
        }
        oldest
    }

    pub(super) fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.short.is_empty()
    }

    /// Whether a value with this hash was added.
    pub(super) fn has(&self, hash: u64) -> bool {
        self.whole.contains(&hash)
    }

    /// The lengths of the values. It may include lengths of forgotten values.
    pub(super) fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// Appends all segments of another store. Its last segment becomes the newest.
    pub(super) fn append(&mut self, other: SecretRing) {
        for segment in other.segments {
            for value in segment.into_values() {
                self.add(&value, MAX_SEGMENTS);
            }
        }
    }

    /// The matchers of all segments.
    pub(super) fn matchers(&mut self) -> Vec<Arc<SecretMatcher>> {
        let segments = self.segments.iter_mut();
        segments.filter_map(Segment::matcher).collect()
    }
}

/// A set of lengths modulo 64. With it, most texts are skipped without a search.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    set: u64,
    /// The shortest pattern that is searched inside longer values.
    shortest: usize,
}

impl Default for Lengths {
    fn default() -> Self {
        Self {
            set: 0,
            shortest: usize::MAX,
        }
    }
}

impl Lengths {
    pub(super) fn add(&mut self, value: &[u8]) {
        self.set |= 1 << (value.len() % 64);
        self.shortest = self.shortest.min(shortest_part(value));
    }

    pub(super) fn add_all(&mut self, others: Self) {
        self.set |= others.set;
        self.shortest = self.shortest.min(others.shortest);
    }

    /// Makes the set contain all lengths.
    pub(super) fn add_every(&mut self) {
        self.set = u64::MAX;
        self.shortest = 0;
    }

    pub(super) fn have(self, length: usize) -> bool {
        self.set & (1 << (length % 64)) != 0
    }

    /// Whether a value of this length may contain a secret. No encoding of a value is shorter than the value.
    pub(super) fn may_be_in(self, length: usize) -> bool {
        length >= self.shortest
    }
}

/// The maximum number and size of values in a segment.
const MAX_VALUES: usize = 256;
const MAX_BYTES: usize = 64 << 10;
/// Up to this number of values, up to this size, are searched one after the other.
const FEW_VALUES: usize = 8;
const FEW_BYTES: usize = 128;
/// A longer value is recognised in pieces, so that an automaton never gets deep.
const PIECE_BYTES: usize = 4 << 10;

/// Some secrets, and their matcher.
#[derive(Default)]
pub(super) struct Segment {
    values: Vec<Box<[u8]>>,
    bytes: usize,
    /// Built when it is needed, and again after a value was added.
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

/// Finds the secrets of a segment.
pub(super) struct SecretMatcher {
    patterns: Patterns,
    /// Whether a pattern contains a space. Forms encode it as `+`.
    pub(super) has_space: bool,
}

enum Patterns {
    /// Nearly every call has few secrets. Searching them is faster than building an automaton.
    Few(Vec<Box<[u8]>>),
    Many(Box<Machine>),
}

/// An automaton, and its start state.
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
            // Standard error and logs arrive line by line.
            let lines = value.split(|byte| *byte == b'\n');
            let lines = lines.map(<[u8]>::trim_ascii);
            patterns.extend(lines.filter(|line| is_line_worth_hiding(line)));
        }
        let mut builder = NFA::builder();
        builder.match_kind(MatchKind::Standard).prefilter(false);
        // It fails only beyond 2^31 states, far above the limits.
        let automaton = builder.build(&patterns).ok()?;
        let start = automaton.start_state(Anchored::No).ok()?;
        Some(Self {
            has_space: patterns.iter().any(|pattern| pattern.contains(&b' ')),
            patterns: Patterns::Many(Box::new(Machine { automaton, start })),
        })
    }

    /// Reports the places of secrets, including overlapping ones, in time linear in the length of the text. If several
    /// secrets end at one place, it reports the longest.
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
                        // The first pattern is the longest. All other patterns that match here are its suffixes.
                        let length = automaton.pattern_len(automaton.match_pattern(state, 0));
                        let end = index + 1;
                        take(end.saturating_sub(length)..end);
                    }
                }
            }
        }
    }
}

/// Reports all places of a short pattern.
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

/// A lower bound of the length of a value's patterns.
pub(super) fn shortest_part(value: &[u8]) -> usize {
    match value.len() {
        bytes if bytes > PIECE_BYTES => MIN_BYTES,
        bytes if value.contains(&b'\n') => bytes.min(MIN_BYTES),
        bytes => bytes,
    }
}

/// Splits a value at character boundaries into pieces that are long enough to count as secrets.
fn pieces(value: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut rest = value;
    while rest.len() > PIECE_BYTES + MIN_BYTES {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_repeated_or_a_common_word_is_no_secret() {
        for taken in [
            "12345678",
            "pa$$word",
            "eu-central-1",
            "ümlauter",
            "        x",
        ] {
            assert!(is_worth_hiding(taken.as_bytes()), "{taken}");
        }
        for left in [
            "",
            "1234567",
            "********",
            "üüüüüüüü",
            "Password",
            "localhost",
            MARKED,
        ] {
            assert!(!is_worth_hiding(left.as_bytes()), "{left}");
        }
        assert!(!is_worth_hiding(&[0xff; 20]));
        assert!(is_line_worth_hiding(b"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"));
        assert!(!is_line_worth_hiding(b"-----BEGIN PRIVATE KEY-----"));
        assert!(!is_line_worth_hiding(b"  \"a\": true,"));
    }

    const MARKED: &str = crate::redaction::MARK;

    #[test]
    fn common_words_are_written_as_they_are_compared() {
        let is_lower_case = |word: &&str| word.to_ascii_lowercase() == **word;
        assert!(COMMON.iter().all(is_lower_case));
        assert!(COMMON.iter().all(|word| word.len() >= MIN_BYTES));
    }

    fn value(index: usize) -> String {
        format!("value-number-{index}")
    }

    #[test]
    fn the_oldest_go_first_and_what_is_known_is_not_added_again() {
        let mut ring = SecretRing::default();
        for index in 0..5000 {
            ring.add(value(index).as_bytes(), MAX_SEGMENTS);
            ring.add(value(4999.min(index + 1)).as_bytes(), MAX_SEGMENTS);
        }
        assert_eq!(ring.segments.len(), MAX_SEGMENTS);
        assert!(!ring.has(hash(value(0).as_bytes())) && !ring.has(hash(value(3000).as_bytes())));
        assert!((4300..5000).all(|index| ring.has(hash(value(index).as_bytes()))));
        let mut unbounded = SecretRing::default();
        for index in 0..5000 {
            unbounded.add(value(index).as_bytes(), usize::MAX);
        }
        assert!((0..5000).all(|index| unbounded.has(hash(value(index).as_bytes()))));
        let mut later = SecretRing::default();
        later.add(b"a value that came later", MAX_SEGMENTS);
        later.append(ring);
        assert!(later.has(hash(value(4999).as_bytes())));
        assert_eq!(later.segments.len(), MAX_SEGMENTS);
    }

    #[test]
    fn large_values_do_not_make_it_grow_without_end() {
        let mut ring = SecretRing::default();
        for index in 0..100 {
            let large = format!("{index}{}", "0123456789".repeat(100_000));
            ring.add(large.as_bytes(), MAX_SEGMENTS);
        }
        assert!(ring.segments.len() <= MAX_SEGMENTS);
    }
}
