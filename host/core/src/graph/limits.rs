//! What ends a session: values that are larger or deeper than its room, and a registration that cannot be sent as it is meant.

use super::resolved::Resolution;
use super::room::SessionRoom;
use super::{Graph, NodeId};
use crate::error::CallError;

impl Graph {
    /// The value at a path below a node, if there is room for it.
    pub(super) fn output(&self, id: NodeId, path: &str) -> Resolution {
        match self.output_of(id, path) {
            Resolution::Known(resolved) if !self.room.takes(&resolved, self.bytes) => {
                Resolution::Failed
            }
            other => other,
        }
    }

    /// Sets the limits of what is declared, and of what is derived of it.
    pub fn bound(&mut self, room: SessionRoom) {
        self.room.bound(room);
    }

    /// Why nothing more can come of the session, if its values are too large or nest too deep, or if a registration cannot be
    /// sent as it is meant.
    #[must_use]
    pub fn excess(&self) -> Option<CallError> {
        let refused = self.refused.borrow().clone();
        refused.or_else(|| self.room.excess())
    }
}
