//! Whether something is a secret as a whole: the cost does not grow with the number of secrets.

use super::lengths::Lengths;
use super::ring::Ring;
use super::{Secrets, ring};

impl Secrets {
    /// Whether no secret is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.any(&|ring| !ring.is_empty())
    }

    /// Whether bytes are one of the secrets, whole: one of this call, or one that was kept.
    #[must_use]
    pub fn knows(&self, bytes: &[u8]) -> bool {
        let hash = ring::hash(bytes);
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
