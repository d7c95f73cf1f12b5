//! The known secrets of a session and of a call.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::secret_store::{Lengths, MAX_SEGMENTS, SecretMatcher, SecretRing, hash};
use super::values::{all_of, open_in, secrets_in, secrets_of};
use crate::value::{PropertyMap, PropertyValue};
use parking_lot::{Mutex, MutexGuard};

/// Segments for shared values. The default limits allow fewer shared values at once.
const MAX_SEGMENTS_OF_SHARED: usize = 32;

/// Known secrets, of a session or of one call in it.
///
/// A [kept](Self::keep) secret counts for the whole session. A secret in the [request](Self::learn) of a call counts
/// until the call ends. After that it is still removed from text while there is room. A secret in the guest's
/// [answer](Self::learn_answer) counts while there is room: a guest that returns endless secrets displaces its own
/// oldest secrets, but never kept secrets or the secrets of a running request.
///
/// Text for people loses every known secret of any call. Whether a recorded value is secret depends only on the kept
/// secrets and the call itself, so that a call has the same result whatever other calls the process serves.
#[derive(Default)]
pub struct Secrets {
    known: Mutex<Known>,
    /// The secrets of the session, if these are the secrets of a call.
    session: Option<Arc<Secrets>>,
    /// Whether the call has received a secret, however short, because the guest may remember it.
    has_received: AtomicBool,
}

#[derive(Default)]
struct Known {
    /// The secrets of the request. In a session: the credentials that were sent.
    request: SecretRing,
    /// The secrets that the guest meets during the call: secrets of its callbacks, its children, files and shared values. The
    /// guest makes some of them itself, so they displace none of the request.
    met: SecretRing,
    /// Whether secrets that the guest met were displaced.
    has_forgotten: bool,
    /// The secrets of the guest's answers. In a session: the secrets of earlier calls.
    answers: SecretRing,
    /// A session has this part as soon as it meets such a secret.
    lasting: Option<Box<Lasting>>,
}

/// The secrets that count for a whole session.
#[derive(Default)]
struct Lasting {
    kept: SecretRing,
    /// The values that are secret only as a whole.
    whole: SecretRing,
    /// The values that instances share.
    shared: SecretRing,
}

impl Secrets {
    /// The empty set of secrets of a new session.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// The secrets of a new call in this session.
    #[must_use]
    pub fn of_call(self: &Arc<Self>) -> Arc<Self> {
        let session = self.session.as_ref().unwrap_or(self);
        Arc::new(Self {
            known: Mutex::default(),
            session: Some(Arc::clone(session)),
            has_received: AtomicBool::default(),
        })
    }

    /// Keeps a secret for the whole session: of the configuration, or of a granted environment variable.
    pub fn keep(&self, secret: &str) {
        let session = self.session.as_deref().unwrap_or(self);
        session
            .lock()
            .lasting()
            .kept
            .add(secret.as_bytes(), usize::MAX);
    }

    /// Keeps the secrets among properties for the whole session.
    pub fn keep_all(&self, properties: &PropertyMap) {
        secrets_of(properties, &mut |secret| {
            let session = self.session.as_deref().unwrap_or(self);
            session.lock().lasting().kept.add(secret, usize::MAX);
        });
    }

    /// Keeps all texts among properties for the whole session, but does not search for them inside longer values: they
    /// are secret only because one text contained them and a secret.
    pub fn keep_beside(&self, properties: &PropertyMap) {
        let session = self.session.as_deref().unwrap_or(self);
        for value in properties.values() {
            all_of(value, &mut |secret| {
                session.lock().lasting().whole.add(secret, usize::MAX);
            });
        }
    }

    /// Keeps a credential that the host sends: for the call, and for all text of the session.
    pub fn keep_sent(&self, secret: &str) {
        self.mark_received();
        self.lock().request.add_permanently(secret.as_bytes());
        if let Some(session) = &self.session {
            session.lock().request.add_permanently(secret.as_bytes());
        }
    }

    /// Adds the secrets among properties of the request.
    pub fn learn(&self, properties: &PropertyMap) {
        secrets_of(properties, &mut |secret| {
            self.mark_received();
            self.lock().request.add_permanently(secret);
        });
    }

    /// Adds a value of the request as a secret, whether it is marked or not.
    pub fn learn_value(&self, value: &PropertyValue) {
        all_of(value, &mut |secret| {
            self.mark_received();
            self.lock().request.add_permanently(secret);
        });
    }

    /// Adds the secrets among properties that the guest meets during the call.
    pub(crate) fn meet(&self, properties: &PropertyMap) {
        secrets_of(properties, &mut |secret| self.met(secret));
    }

    /// Adds a value that the guest meets during the call as a secret, whether it is marked or not.
    pub(crate) fn meet_value(&self, value: &PropertyValue) {
        all_of(value, &mut |secret| self.met(secret));
    }

    /// Adds the secrets in a value that the guest meets during the call.
    pub(crate) fn meet_part(&self, value: &PropertyValue) {
        secrets_in(value, &mut |secret| self.met(secret));
    }

    /// Adds the content of a secret file that the guest reads.
    pub fn meet_content(&self, content: &[u8]) {
        self.met(content);
    }

    fn met(&self, secret: &[u8]) {
        self.mark_received();
        let mut known = self.lock();
        let has_forgotten = known.met.add_permanently(secret);
        known.has_forgotten |= has_forgotten;
    }

    /// Whether the guest met more secrets than can be searched for, so that any text may contain one.
    pub(crate) fn have_forgotten(&self) -> bool {
        self.lock().has_forgotten
    }

    /// Whether bytes equal a secret of this call that is too short to be searched in longer values.
    pub(super) fn knows_short(&self, bytes: &[u8]) -> bool {
        let (hash, known) = (hash(bytes), self.lock());
        known.request.contains_short(hash) || known.met.contains_short(hash)
    }

    /// Adds a value that instances share: for this call, and for the session while there is room.
    pub fn learn_shared(&self, secret: &str) {
        self.mark_received();
        if let Some(session) = &self.session {
            let mut known = session.lock();
            let shared = &mut known.lasting().shared;
            shared.add(secret.as_bytes(), MAX_SEGMENTS_OF_SHARED);
        }
        self.met(secret.as_bytes());
    }

    /// Adds the secrets among properties that the guest returned.
    pub fn learn_answer(&self, properties: &PropertyMap) {
        secrets_of(properties, &mut |secret| {
            self.mark_received();
            self.lock().answers.add(secret, MAX_SEGMENTS);
        });
    }

    /// Adds the texts in a value that the guest derived from a source with secrets, except those that the source
    /// contains in plain text.
    pub(crate) fn learn_derived(&self, source: &PropertyValue, value: &PropertyValue) {
        let mut open = HashSet::new();
        open_in(source, &mut open);
        all_of(value, &mut |secret| {
            self.mark_received();
            let is_open = std::str::from_utf8(secret).is_ok_and(|text| open.contains(text));
            if !is_open {
                self.lock().answers.add(secret, MAX_SEGMENTS);
            }
        });
    }

    /// Whether the call has received a secret: in its request, in an answer of its guest, or through a shared value.
    /// Secrets of the configuration do not count.
    #[must_use]
    pub fn have_received(&self) -> bool {
        self.has_received.load(Ordering::Relaxed)
    }

    /// Sets whether the call has received a secret. It is reset after an instance got its configuration during this
    /// call.
    pub fn set_received(&self, has_received: bool) {
        self.has_received.store(has_received, Ordering::Relaxed);
    }

    fn mark_received(&self) {
        self.set_received(true);
    }

    /// The matchers for text: all secrets of this call and of the session.
    pub(super) fn matchers_for_texts(&self) -> Vec<Arc<SecretMatcher>> {
        let mut matchers = self.lock().segments();
        if let Some(session) = &self.session {
            matchers.extend(session.lock().segments());
        }
        matchers
    }

    /// The matchers for values: this call's secrets, and the secrets that the session keeps.
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
        let rings = lasting.chain([&mut self.request, &mut self.met, &mut self.answers]);
        rings.flat_map(SecretRing::matchers).collect()
    }

    /// The stores that decide whether a value is secret, also for the calls of the session.
    fn judging(&self) -> impl Iterator<Item = &SecretRing> {
        let lasting = self.lasting.as_deref().into_iter();
        lasting.flat_map(|lasting| [&lasting.kept, &lasting.whole])
    }

    fn all(&self) -> impl Iterator<Item = &SecretRing> {
        let lasting = self.lasting.as_deref().into_iter();
        let lasting = lasting.flat_map(|lasting| [&lasting.kept, &lasting.whole, &lasting.shared]);
        lasting.chain([&self.request, &self.met, &self.answers])
    }
}

impl Drop for Secrets {
    /// Passes the secrets of a call to its session when the call ends, because an instance may still mention them.
    fn drop(&mut self) {
        let Some(session) = &self.session else { return };
        let known = self.known.get_mut();
        let rings = [&mut known.request, &mut known.met, &mut known.answers];
        let mut session = session.lock();
        for ring in rings {
            session.answers.append(std::mem::take(ring));
        }
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

    /// Whether bytes equal a secret of this call or a kept secret. The cost does not grow with the number of secrets.
    #[must_use]
    pub fn knows(&self, bytes: &[u8]) -> bool {
        let hash = hash(bytes);
        self.any(&|ring| ring.has(hash))
    }

    /// The lengths of these secrets.
    pub(super) fn lengths(&self) -> Lengths {
        let mut lengths = Lengths::default();
        let mut add = |ring: &SecretRing| lengths.add_all(ring.lengths());
        self.lock().all().for_each(&mut add);
        if let Some(session) = &self.session {
            session.lock().judging().for_each(&mut add);
        }
        lengths
    }

    /// Whether `found` returns true for a store whose secrets decide about values.
    fn any(&self, found: &dyn Fn(&SecretRing) -> bool) -> bool {
        let own = self.lock().all().any(found);
        let session = self.session.as_ref();
        own || session.is_some_and(|session| session.lock().judging().any(found))
    }
}
