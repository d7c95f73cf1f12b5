//! Secrets that the host knows, and keeping them out of texts for people.
//!
//! All text that leaves the host (log messages, error texts, reasons) passes [`Secrets::text`], which replaces what it
//! recognises by `[secret]`: as it is, and percent-encoded or form-encoded wholly or in part, escaped as in JSON or in
//! the literals of programming languages, in base64 of either alphabet at any alignment, in lines or without, and in
//! hexadecimal. Values are not changed: a recorded one that is a secret, or has one in it in any of these forms, is
//! marked as a secret ([`outputs`]).
//!
//! [`worth`] decides which values count as secrets. This keeps accidents out of logs. It is not a wall against a guest
//! that wants to give a secret away: such a guest can encode it in a form that is not known here, and only grants
//! decide which servers it reaches.

mod clean;
mod held;
mod lengths;
mod log;
mod moved;
mod outputs;
mod paths;
mod ring;
mod search;
mod secret_set;
mod segment;
mod shown;
mod texts;
mod threshold;
mod views;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use log::{CleanLog, LastMessages, MAX_MESSAGE_BYTES};
pub(super) use moved::mark_moved;
pub(super) use outputs::{Hidden, InTheOpen, hide, hide_silently, is_in_the_open};
use parking_lot::{Mutex, MutexGuard};
pub(super) use paths::open_paths;
use ring::Ring;
pub(super) use shown::hide_in_views;
pub(super) use texts::open_in as open_texts_in;

use super::value::{PropertyMap, PropertyValue};

/// The text in the place of a secret.
pub const MARK: &str = "[secret]";

/// How far beyond the part that is shown a secret is looked for that begins in it: more than any form of one pattern.
pub const LOOK_AHEAD_BYTES: usize = 32 << 10;

/// Segments of shared values: more than may be shared at once, by the limits as they are set.
const MAX_SEGMENTS_OF_SHARED: usize = 32;

/// Secrets that are known: those of a session, or those of one call on top of them.
///
/// A [kept](Self::keep) secret counts for the whole session. A secret that the request of a call [tells](Self::learn)
/// counts until the call's end, and after it in texts alone, for as long as there is room. One that its guest
/// [answers](Self::learn_answer) counts for as long as there is room: a guest that returns secrets without end pushes
/// out the oldest that guests returned, never a kept one and never one of the request of a running call.
///
/// A text for people loses every known secret, of any call. Whether a recorded value is
/// secret depends on the kept secrets and the call itself alone: the same call has the same
/// result, independent of the other resources that the process serves, and of their order.
#[derive(Default)]
pub struct Secrets {
    known: Mutex<Known>,
    /// The session's, for those of a call.
    session: Option<Arc<Secrets>>,
    /// Whether a secret came with this call, however short: a guest that was in the call may remember it.
    came: AtomicBool,
}

#[derive(Default)]
struct Known {
    /// The secrets of the request. Of a session, the credentials that were sent: its texts lose them.
    told: Ring,
    /// The secrets of the guest's answers. Of a session, the secrets of earlier calls: its texts lose them.
    learnt: Ring,
    /// The part that only a session has, as soon as it is not empty.
    lasting: Option<Box<Lasting>>,
}

/// The secrets that count for a whole session.
#[derive(Default)]
struct Lasting {
    kept: Ring,
    /// The values that are secrets only as a whole.
    whole: Ring,
    /// The values that instances share.
    shared: Ring,
}

impl Secrets {
    /// Those of a new session: an empty set.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Those of a new call of this session.
    #[must_use]
    pub fn of_call(self: &Arc<Self>) -> Arc<Self> {
        let session = self.session.as_ref().unwrap_or(self);
        Arc::new(Self {
            known: Mutex::default(),
            session: Some(Arc::clone(session)),
            came: AtomicBool::default(),
        })
    }

    /// Remembers a secret for the whole session: of the configuration, of a granted environment variable.
    pub fn keep(&self, secret: &str) {
        let session = self.session.as_deref().unwrap_or(self);
        session
            .lock()
            .lasting()
            .kept
            .add(secret.as_bytes(), usize::MAX);
    }

    /// Remembers what is secret among properties for the whole session.
    pub fn keep_all(&self, properties: &PropertyMap) {
        texts::secrets_of(properties, &mut |secret| {
            let session = self.session.as_deref().unwrap_or(self);
            session.lock().lasting().kept.add(secret, usize::MAX);
        });
    }

    /// Remembers all texts among properties for the whole session, as secrets that are not looked for inside longer values:
    /// values that are secret only because they stood beside a secret in one text.
    pub fn keep_beside(&self, properties: &PropertyMap) {
        let session = self.session.as_deref().unwrap_or(self);
        for value in properties.values() {
            texts::all_of(value, &mut |secret| {
                session.lock().lasting().whole.add(secret, usize::MAX);
            });
        }
    }

    /// Remembers a credential that the host sends for a call: for the call, and for all texts of the session.
    pub fn keep_sent(&self, secret: &str) {
        self.came();
        self.lock().told.add_for_good(secret.as_bytes());
        if let Some(session) = &self.session {
            session.lock().told.add_for_good(secret.as_bytes());
        }
    }

    /// Remembers what is secret among properties of a call's request.
    pub fn learn(&self, properties: &PropertyMap) {
        texts::secrets_of(properties, &mut |secret| {
            self.came();
            self.lock().told.add_for_good(secret);
        });
    }

    /// Remembers a value of a call's request as secret, whether it is marked or not.
    pub fn learn_value(&self, value: &PropertyValue) {
        texts::all_of(value, &mut |secret| {
            self.came();
            self.lock().told.add_for_good(secret);
        });
    }

    /// Remembers what is secret in a value of a call's request.
    pub fn learn_part(&self, value: &PropertyValue) {
        texts::secrets_in(value, &mut |secret| {
            self.came();
            self.lock().told.add_for_good(secret);
        });
    }

    /// Remembers a value that instances share: in this call, and in the session as long as there is room for it.
    pub fn learn_shared(&self, secret: &str) {
        self.came();
        if let Some(session) = &self.session {
            let mut known = session.lock();
            let shared = &mut known.lasting().shared;
            shared.add(secret.as_bytes(), MAX_SEGMENTS_OF_SHARED);
        }
        self.lock().told.add_for_good(secret.as_bytes());
    }

    /// Remembers what is secret among properties that a guest gives.
    pub fn learn_answer(&self, properties: &PropertyMap) {
        texts::secrets_of(properties, &mut |secret| {
            self.came();
            self.lock().learnt.add(secret, ring::MAX_SEGMENTS);
        });
    }

    /// Remembers the texts in a value that a guest made of a source with secrets, without the texts that the source has in
    /// the open.
    pub(super) fn learn_derived(&self, source: &PropertyValue, value: &PropertyValue) {
        let mut open = HashSet::new();
        texts::open_in(source, &mut open);
        texts::all_of(value, &mut |secret| {
            self.came();
            let is_open = std::str::from_utf8(secret).is_ok_and(|text| open.contains(text));
            if !is_open {
                self.lock().learnt.add(secret, ring::MAX_SEGMENTS);
            }
        });
    }

    /// Whether a secret came with this call: in its request, by an answer of its guest, or with something that it used.
    /// Secrets of the configuration do not count.
    #[must_use]
    pub fn have_come(&self) -> bool {
        self.came.load(Ordering::Relaxed)
    }

    /// Notes whether a secret came, after an instance was given its configuration on behalf of this call.
    pub fn note_coming(&self, came: bool) {
        self.came.store(came, Ordering::Relaxed);
    }

    fn came(&self) {
        self.note_coming(true);
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock()
    }
}

impl Known {
    fn lasting(&mut self) -> &mut Lasting {
        self.lasting.get_or_insert_default()
    }

    fn segments(&mut self) -> Vec<Arc<segment::SecretMatcher>> {
        let lasting = self.lasting.as_deref_mut();
        let lasting = lasting
            .into_iter()
            .flat_map(|lasting| [&mut lasting.kept, &mut lasting.whole, &mut lasting.shared]);
        let rings = lasting.chain([&mut self.told, &mut self.learnt]);
        rings.flat_map(Ring::matchers).collect()
    }

    /// The rings that say what values are secret, also in calls of the session.
    fn judging(&self) -> impl Iterator<Item = &Ring> {
        let lasting = self.lasting.as_deref().into_iter();
        lasting.flat_map(|lasting| [&lasting.kept, &lasting.whole])
    }

    fn all(&self) -> impl Iterator<Item = &Ring> {
        let lasting = self.lasting.as_deref().into_iter();
        let lasting = lasting.flat_map(|lasting| [&lasting.kept, &lasting.whole, &lasting.shared]);
        lasting.chain([&self.told, &self.learnt])
    }
}

impl Drop for Secrets {
    /// Texts of the session lose a call's secrets after it: an instance may speak of an earlier call.
    fn drop(&mut self) {
        let Some(session) = &self.session else { return };
        let known = self.known.get_mut();
        let (told, learnt) = (
            std::mem::take(&mut known.told),
            std::mem::take(&mut known.learnt),
        );
        let mut session = session.lock();
        session.learnt.take_over(told);
        session.learnt.take_over(learnt);
    }
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Secrets").finish_non_exhaustive()
    }
}

/// Ranges in order, with those that overlap or touch made one.
pub fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut all: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => all.push(range),
        }
    }
    all
}

#[cfg(test)]
mod tests;
