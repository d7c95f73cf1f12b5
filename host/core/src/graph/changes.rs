//! Changes of nodes: what waits for one that changed is looked at again.

use std::sync::Arc;
use std::time::Duration;

use super::needs::Place;
use super::{Graph, NodeId};

impl Graph {
    /// Whether something may be sent that was not looked at so far.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.schedule.has_more()
    }

    /// Whether the graph has worked for so long that other calls should run.
    #[must_use]
    pub fn is_tired(&self) -> bool {
        self.room.is_tired()
    }

    /// Notes that other calls could run, and that none waits for the work until the next [`Self::pause`].
    pub fn rest(&self) {
        self.room.rest();
    }

    /// Notes that other calls may wait for the next work.
    pub fn pause(&self) {
        self.room.pause();
    }

    /// The computing time of this thread, for [`Self::worked_since`].
    #[must_use]
    pub fn clock(&self) -> Duration {
        self.room.clock()
    }

    /// Counts the time of work of the host for the session that began then.
    pub fn worked_since(&self, began: Duration) {
        self.room.worked_since(began);
    }

    /// Does work of the graph, and counts its time.
    pub fn timed<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let began = self.clock();
        let done = work(self);
        self.worked_since(began);
        done
    }

    /// All work of the graph so far, in bytes that were looked at or made. It does not depend on the machine.
    #[must_use]
    pub fn work(&self) -> usize {
        self.room.all_work()
    }

    /// Notes that a node is another one than before: what waits for it is looked at again.
    pub(super) fn changed(&mut self, node: NodeId) {
        for waiting in self.schedule.waited_for(&(node, None)) {
            self.look_at_place(waiting);
        }
    }

    /// Notes that the value of a group's output is there.
    pub(super) fn output_changed(&mut self, group: NodeId, name: &Arc<str>) {
        for waiting in self.schedule.waited_for(&(group, Some(Arc::clone(name)))) {
            self.look_at_place(waiting);
        }
    }

    /// Notes that the outputs of a group are declared.
    pub(super) fn outputs_declared(&mut self, group: NodeId) {
        for waiting in self.schedule.waited_for_outputs(group) {
            self.look_at_place(waiting);
        }
    }

    /// Has everything that waits looked at again.
    pub(super) fn all_changed(&mut self) {
        for waiting in self.schedule.all_waiting() {
            self.look_at_place(waiting);
        }
    }

    fn look_at_place(&mut self, place: Place) {
        match place {
            (id, None) => self.look_at(id),
            (group, Some(name)) => drop(self.schedule.outputs.insert((group, name))),
        }
    }

    /// Has a node looked at, if something of it is open.
    pub(super) fn look_at(&mut self, id: NodeId) {
        if let Some(node) = usize::try_from(id).ok().and_then(|id| self.nodes.get(id)) {
            self.schedule.look_at(id, node);
        }
    }
}
