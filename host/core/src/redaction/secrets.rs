//! The secrets of a session, and those of one call.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::secret_store::{Lengths, MAX_SEGMENTS, Ring, SecretMatcher, hash};
use super::values::{all_of, open_in, secrets_in, secrets_of};
use crate::value::{PropertyMap, PropertyValue};
use parking_lot::{Mutex, MutexGuard};

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
        secrets_of(properties, &mut |secret| {
            let session = self.session.as_deref().unwrap_or(self);
            session.lock().lasting().kept.add(secret, usize::MAX);
        });
    }

    /// Remembers all texts among properties for the whole session, as secrets that are not looked for inside longer values:
    /// values that are secret only because they stood beside a secret in one text.
    pub fn keep_beside(&self, properties: &PropertyMap) {
        let session = self.session.as_deref().unwrap_or(self);
        for value in properties.values() {
            all_of(value, &mut |secret| {
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
        secrets_of(properties, &mut |secret| {
            self.came();
            self.lock().told.add_for_good(secret);
        });
    }

    /// Remembers a value of a call's request as secret, whether it is marked or not.
    pub fn learn_value(&self, value: &PropertyValue) {
        all_of(value, &mut |secret| {
            self.came();
            self.lock().told.add_for_good(secret);
        });
    }

    /// Remembers what is secret in a value of a call's request.
    pub fn learn_part(&self, value: &PropertyValue) {
        secrets_in(value, &mut |secret| {
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
        secrets_of(properties, &mut |secret| {
            self.came();
            self.lock().learnt.add(secret, MAX_SEGMENTS);
        });
    }

    /// Remembers the texts in a value that a guest made of a source with secrets, without the texts that the source has in
    /// the open.
    pub(crate) fn learn_derived(&self, source: &PropertyValue, value: &PropertyValue) {
        let mut open = HashSet::new();
        open_in(source, &mut open);
        all_of(value, &mut |secret| {
            self.came();
            let is_open = std::str::from_utf8(secret).is_ok_and(|text| open.contains(text));
            if !is_open {
                self.lock().learnt.add(secret, MAX_SEGMENTS);
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

    /// The matchers of all secrets that texts lose: those of this call and those of the session.
    pub(super) fn matchers_for_texts(&self) -> Vec<Arc<SecretMatcher>> {
        let mut matchers = self.lock().segments();
        if let Some(session) = &self.session {
            matchers.extend(session.lock().segments());
        }
        matchers
    }

    /// The matchers that decide whether a value is secret: those of this call, and of the secrets that the session keeps.
    pub(super) fn matchers_for_values(&self) -> Vec<Arc<SecretMatcher>> {
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
        matchers
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock()
    }
}

impl Known {
    fn lasting(&mut self) -> &mut Lasting {
        self.lasting.get_or_insert_default()
    }

    fn segments(&mut self) -> Vec<Arc<SecretMatcher>> {
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

impl Secrets {
    /// Whether no secret is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.any(&|ring| !ring.is_empty())
    }

    /// Whether bytes are one of the secrets, whole: one of this call, or one that was kept.
    #[must_use]
    pub fn knows(&self, bytes: &[u8]) -> bool {
        let hash = hash(bytes);
        self.any(&|ring| ring.has(hash))
    }

    /// The lengths of these secrets.
    pub(super) fn lengths(&self) -> Lengths {
        let mut lengths = Lengths::default();
        let mut add = |ring: &Ring| lengths.add_all(ring.lengths());
        self.lock().all().for_each(&mut add);
        if let Some(session) = &self.session {
            session.lock().judging().for_each(&mut add);
        }
        lengths
    }

    /// Whether something holds for a ring that says what values are secret.
    fn any(&self, found: &dyn Fn(&Ring) -> bool) -> bool {
        let own = self.lock().all().any(found);
        let session = self.session.as_ref();
        own || session.is_some_and(|session| session.lock().judging().any(found))
    }
}
