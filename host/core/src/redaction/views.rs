//! The ways in which a text can be read: as it is, and decoded. A secret is looked for in each, and what is found in a
//! decoded text is where its encoded form stands. So one pattern serves all forms, those that mix encodings too.

mod base64;
mod characters;
mod decoded;
mod escapes;
mod hex;
mod percent;

use std::ops::Range;
use std::sync::Arc;

use super::segment::SecretMatcher;

/// Hands over the places of secrets in a text.
pub(super) fn find(matchers: &[Arc<SecretMatcher>], bytes: &[u8], found: &mut Vec<Range<usize>>) {
    let search = ViewSearch {
        has_space: matchers.iter().any(|matcher| matcher.has_space),
        matchers,
    };
    // JSON in JSON, and a URL's parameter that is a URL, are escaped twice.
    search.read(bytes, 2, &mut |range| found.push(range));
}

/// The secrets to search for.
struct ViewSearch<'a> {
    matchers: &'a [Arc<SecretMatcher>],
    has_space: bool,
}

impl ViewSearch<'_> {
    /// Reads a text in all ways, taking off so many layers of escapes.
    fn read(&self, bytes: &[u8], layers: usize, take: &mut dyn FnMut(Range<usize>)) {
        self.plain(bytes, take);
        base64::runs(bytes, |decoded, place| {
            self.plain(decoded, &mut |range| take(place.of(range)));
        });
        hex::runs(bytes, |decoded, place| {
            self.plain(decoded, &mut |range| take(place.of(range)));
        });
        let Some(layers) = layers.checked_sub(1) else {
            return;
        };
        let decoded = [
            escapes::decode(bytes),
            percent::decode(bytes, false),
            self.has_space
                .then(|| percent::decode(bytes, true))
                .flatten(),
        ];
        for decoded in decoded.into_iter().flatten() {
            self.read(&decoded.bytes, layers, &mut |range| {
                take(decoded.place(range))
            });
        }
    }

    fn plain(&self, bytes: &[u8], take: &mut dyn FnMut(Range<usize>)) {
        for matcher in self.matchers {
            matcher.find(bytes, take);
        }
    }
}
