//! What an expression lacks, found out before anything of it is copied.

use super::node::{DerivedState, LookupState, Node, ResourceState};
use super::output::reference;
use super::resolved::Resolution;
use super::{Graph, NodeId};
use crate::value::PropertyValue;

impl Graph {
    /// The value of an expression that may be long: whether all is there is found out before anything is copied.
    pub(super) fn resolve_whole(&self, expression: &PropertyValue) -> Resolution {
        match self.missing_in(std::iter::once(expression)) {
            Some(missing) => Resolution::Open(missing),
            None => self.resolve(expression),
        }
    }

    /// A node that values name and that is not there so far: the last one, which is likely to be missing longest.
    pub(super) fn missing_in<'a>(
        &self,
        values: impl DoubleEndedIterator<Item = &'a PropertyValue>,
    ) -> Option<NodeId> {
        let mut values = values.rev();
        values.find_map(|value| match value {
            PropertyValue::Object(map) => match reference(map) {
                Ok(Some(found)) => self.is_missing(found.node).then_some(found.node),
                Ok(None) | Err(_) => self.missing_in(map.values()),
            },
            PropertyValue::Array(items) => self.missing_in(items.iter()),
            PropertyValue::Secret(inner) => self.missing_in(std::iter::once(&**inner)),
            _ => None,
        })
    }

    fn is_missing(&self, node: NodeId) -> bool {
        match self.node(node) {
            Some(Node::Resource(resource)) => {
                matches!(resource.state, ResourceState::Waiting | ResourceState::Sent)
            }
            Some(Node::Lookup(lookup)) => {
                matches!(lookup.state, LookupState::Waiting | LookupState::Sent(_))
            }
            Some(Node::Derived(derived)) => {
                !matches!(derived.state, DerivedState::Done(_) | DerivedState::Failed)
            }
            Some(Node::Component) | None => false,
        }
    }
}
