//! Changes of nodes: what waits for one that changed is looked at again.

use super::{Graph, NodeId};

impl Graph {
    /// Whether something may be sent that was not looked at so far.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.schedule.has_more()
    }

    /// Notes that a node is another one than before: what waits for it is looked at again.
    pub(super) fn changed(&mut self, node: NodeId) {
        for waiting in self.schedule.waited_for(node) {
            self.look_at(waiting);
        }
    }

    /// Has everything that waits looked at again.
    pub(super) fn all_changed(&mut self) {
        for waiting in self.schedule.all_waiting() {
            self.look_at(waiting);
        }
    }

    /// Has a node looked at, if something of it is open.
    pub(super) fn look_at(&mut self, id: NodeId) {
        if let Some(node) = usize::try_from(id).ok().and_then(|id| self.nodes.get(id)) {
            self.schedule.look_at(id, node);
        }
    }
}
