//! The transform or hook that runs. While a transform does, what it was told is there as the outputs of a node.

use super::argument::Argument;
use super::hook_request::{HookMoment, HookRequest};
use super::transform_request::TransformRequest;
use super::{Graph, NodeId};
use crate::value::PropertyValue;

impl Graph {
    /// Begins a transform: gives the argument of the guest's function, or `None` for a resource that the component may not
    /// change. Until [`Self::end_transform`] the guest declares nothing.
    pub fn begin_transform(&mut self, request: TransformRequest) -> Option<PropertyValue> {
        self.may_use(&request.token, "transform").ok()?;
        self.callbacks += 1;
        // Above all numbers that declared nodes have.
        self.next_argument -= 1;
        let (argument, told) = Argument::told(self.next_argument, request);
        self.bytes += argument.bytes;
        self.room.has(self.bytes);
        self.argument = Some(Box::new(argument));
        Some(told)
    }

    /// Ends the transform that runs: the guest may declare again.
    pub fn end_transform(&mut self) {
        if let Some(argument) = self.argument.take() {
            self.bytes = self.bytes.saturating_sub(argument.bytes);
        }
    }

    /// Begins a hook: gives the argument of the guest's function. Until [`Self::end_hook`] the guest declares nothing.
    pub fn begin_hook(&mut self, moment: HookMoment, request: HookRequest) -> PropertyValue {
        self.callbacks += 1;
        self.runs_hook = true;
        request.into_argument(moment)
    }

    /// Ends the hook that runs: the guest may declare again.
    pub fn end_hook(&mut self) {
        self.runs_hook = false;
    }

    /// The argument of the transform that runs, if this is its node.
    pub(super) fn argument_at(&self, node: NodeId) -> Option<&Argument> {
        self.argument
            .as_deref()
            .filter(|argument| argument.node == node)
    }
}
