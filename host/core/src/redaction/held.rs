//! Secrets inside what is recorded: a part of a longer value, as it is or in any form that texts are searched for.

use std::ops::Range;
use std::sync::Arc;

use super::clean::whole;
use super::segment::SecretMatcher;
use super::{LOOK_AHEAD_BYTES, Secrets, threshold, views};

/// How much is read at a time: decoded forms of it take several times as much memory.
const WINDOW_BYTES: usize = 256 << 10;

/// The matchers that decide whether a value is secret: those of a call, and those that were kept.
pub(super) struct Holder(Vec<Arc<SecretMatcher>>);

impl Holder {
    /// Whether bytes have a secret at a place that counts.
    pub(super) fn is_held_in(
        &self,
        bytes: &[u8],
        counts: &mut dyn FnMut(Range<usize>) -> bool,
    ) -> bool {
        if bytes.len() < threshold::MIN_BYTES || self.0.is_empty() {
            return false;
        }
        let mut found = Vec::new();
        let mut start = 0;
        loop {
            let end = bytes.len().min(start + WINDOW_BYTES);
            let window = bytes.get(start..end).unwrap_or_default();
            views::find(&self.0, window, &mut found);
            let mut places = found.drain(..);
            if places.any(|place| counts(start + place.start..start + place.end)) {
                return true;
            }
            drop(places);
            if end == bytes.len() {
                return false;
            }
            // One that begins in this window ends in the next.
            start = end - LOOK_AHEAD_BYTES;
        }
    }
}

impl Secrets {
    /// The matchers of this call's secrets and of those that were kept.
    pub(super) fn holder(&self) -> Holder {
        let mut matchers = self.lock().segments();
        if let Some(session) = &self.session {
            let mut session = session.lock();
            let lasting = session.lasting.as_deref_mut();
            matchers.extend(
                lasting
                    .into_iter()
                    .flat_map(|lasting| lasting.kept.matchers()),
            );
        }
        Holder(matchers)
    }

    /// Makes the matchers, which takes long for thousands of secrets. Otherwise the first search does.
    pub(crate) fn make_matchers(&self) {
        self.holder();
    }

    /// Whether a secret of this call, or one that was kept, is in a text.
    #[must_use]
    pub fn are_in(&self, text: &str) -> bool {
        self.are_in_unless(text, &|_| false)
    }

    /// The same, without parts of the text that are in the open.
    pub(crate) fn are_in_unless(&self, text: &str, is_open: &dyn Fn(&str) -> bool) -> bool {
        if text.len() < threshold::MIN_BYTES || !self.lengths().may_be_in(text.len()) {
            return false;
        }
        if self.knows(text.as_bytes()) && !is_open(text) {
            return true;
        }
        let mut counts = |place| !is_open(part(text, &place));
        self.holder().is_held_in(text.as_bytes(), &mut counts)
    }
}

/// The part of a text at a place, in whole characters.
pub(super) fn part<'a>(text: &'a str, place: &Range<usize>) -> &'a str {
    text.get(whole(text, place)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::super::MARK;
    use super::*;

    fn session(secrets: &[&str]) -> Arc<Secrets> {
        let session = Secrets::new();
        secrets.iter().for_each(|secret| session.keep(secret));
        session
    }

    #[test]
    fn a_secret_of_the_call_or_that_was_kept_is_found_in_a_longer_text() {
        let session = session(&["of the configuration"]);
        let call = session.of_call();
        call.learn_value(&"of this call".into());
        let earlier = session.of_call();
        earlier.learn_value(&"of an earlier call".into());
        drop(earlier);
        // Longer than one read, and across its end.
        let long = |before: usize| format!("{}of this call", "x ".repeat(before / 2));
        for (text, expected) in [
            ("of this call", &["of this call"][..]),
            ("x/of this call/y", &["of this call"]),
            ("x/of the configuration", &["of the configuration"]),
            (
                "of this call, of the configuration",
                &["of the configuration", "of this call"],
            ),
            ("of an earlier call", &[]),
            ("x/of an earlier call", &[]),
            ("x/b2YgdGhpcyBjYWxs", &["b2YgdGhpcyBjYWxs"]),
            ("x/of%20this+call", &["of%20this+call"]),
            ("ü\\u006ff this call", &["\\u006ff this call"]),
            (&long(5000), &["of this call"]),
            (&long((256 << 10) - 6), &["of this call"]),
            (&long(1 << 20), &["of this call"]),
            ("", &[]),
        ] {
            let found = RefCell::new(Vec::new());
            call.are_in_unless(text, &|part| {
                found.borrow_mut().push(part.to_owned());
                true
            });
            let mut found = found.into_inner();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found, expected, "{}", text.len());
            assert_eq!(call.are_in(text), !expected.is_empty(), "{}", text.len());
        }
        // An open text does not hide a secret one.
        let text = "of this call, of the configuration";
        assert!(call.are_in_unless(text, &|part| part == "of this call"));
        assert!(!call.are_in_unless(text, &|part| part.starts_with("of t")));
    }

    #[test]
    fn few_secrets_and_many_are_found_alike() {
        let many: Vec<String> = (0..100)
            .map(|index| format!("one more, number {index}"))
            .collect();
        let long = "a long secret, ".repeat(20);
        for others in [&[][..], &many] {
            let session = session(&["ababab-ababab", "abab-abab", &long]);
            others.iter().for_each(|other| session.keep(other));
            for (text, expected) in [
                ("<abababab-abababab>", "<ab[secret]ab>"),
                ("ababab-abab", "ab[secret]"),
                ("abab-aba", "abab-aba"),
                (long.as_str(), MARK),
            ] {
                assert_eq!(session.text(text), expected);
            }
        }
    }
}
