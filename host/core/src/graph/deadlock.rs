//! What waits for each other if nothing can be done.

use std::collections::BTreeSet;

use super::node::Node;
use super::{Graph, NodeId};
use crate::text::Excerpt;

/// More names than these do not help to find a cycle.
const MOST_SHOWN: usize = 11;

impl Graph {
    /// The names of what waits for each other, in order, the first one once more at the end. Empty without a cycle.
    #[must_use]
    pub fn cycle(&self) -> Vec<String> {
        let missing = self.schedule.missing();
        let mut seen = BTreeSet::new();
        for start in missing.keys() {
            // Each place leads to one other: the way ends, or comes back to a place on it.
            let (mut way, mut at) = (Vec::new(), *start);
            while seen.insert(at) {
                way.push(at);
                match missing.get(at) {
                    Some(next) => at = *next,
                    None => break,
                }
            }
            if let Some(first) = way.iter().position(|place| *place == at)
                && missing.contains_key(at)
            {
                let cycle = way.split_off(first);
                let nodes: Vec<NodeId> = cycle.into_iter().map(|(node, _)| *node).collect();
                return self.names_of(&nodes);
            }
        }
        Vec::new()
    }

    /// The names of those on a way that leads back to its beginning; of a long one, some.
    fn names_of(&self, cycle: &[NodeId]) -> Vec<String> {
        let shown = |nodes: &[NodeId]| -> Vec<String> {
            nodes.iter().map(|node| self.shown(*node)).collect()
        };
        let mut names = match cycle.len().checked_sub(MOST_SHOWN) {
            None | Some(0) => shown(cycle),
            Some(left_out) => {
                let mut names = shown(cycle.get(..MOST_SHOWN).unwrap_or_default());
                names.push(format!("{left_out} others"));
                names
            }
        };
        names.extend(cycle.first().map(|first| self.shown(*first)));
        names
    }

    pub(super) fn shown(&self, id: NodeId) -> String {
        if let Some(argument) = self.argument_at(id) {
            let (name, token) = (
                Excerpt::name(&argument.name),
                Excerpt::name(&argument.token),
            );
            return format!("`{name}` of type `{token}`");
        }
        match self.node(id) {
            Some(Node::Resource(resource)) => format!(
                "`{}` of type `{}`",
                Excerpt::name(&resource.name),
                Excerpt::name(&resource.token)
            ),
            Some(Node::Lookup(lookup)) if lookup.token.is_empty() => {
                format!("the reference {id}{}", in_source(&lookup.position))
            }
            Some(Node::Lookup(lookup)) => format!(
                "the look-up of `{}`{}",
                Excerpt::name(&lookup.token),
                in_source(&lookup.position)
            ),
            Some(Node::Derived(derived)) if !derived.position.is_empty() => {
                format!("the derived value{}", in_source(&derived.position))
            }
            _ => format!("the derived value {id}"),
        }
    }
}

/// The place in the author's source behind what was declared there; nothing where it is not known.
#[must_use]
pub fn in_source(position: &str) -> String {
    match position {
        "" => String::new(),
        position => format!(" ({})", Excerpt::name(position)),
    }
}
