//! The values of groups' outputs.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::mistakes::TOLD;
use super::node::{GroupOutput, Resource};
use super::property_access::value_at;
use super::resolved::{Resolution, Resolved};
use super::{Graph, NodeId};
use crate::failure::PropertyFailure;
use crate::property_path::PathElement;
use crate::schema::nearest;
use crate::text::Excerpt;
use crate::value::PropertyValue;

impl Graph {
    /// The value of a group's output. Values of groups are settled one after the other and kept, so that outputs that name
    /// each other stay open.
    pub(super) fn of_group(
        &self,
        node: NodeId,
        group: &Resource,
        name: &str,
        rest: &[PathElement],
    ) -> Resolution {
        match &group.group_outputs {
            None if !self.is_declared => return Resolution::Open((node, Some(name.into()))),
            None => {}
            Some(outputs) => match outputs.get(name) {
                Some(GroupOutput::Known(resolved)) => {
                    return Resolution::Known(Resolved {
                        value: value_at(&resolved.value, rest),
                        dependencies: resolved.dependencies.clone(),
                    });
                }
                Some(GroupOutput::Failed) => return Resolution::Failed,
                Some(GroupOutput::Open(..)) => {
                    return Resolution::Open((node, Some(name.into())));
                }
                None => self.doubt(group, name, outputs),
            },
        }
        Resolution::Known(Resolved::plain(PropertyValue::Null))
    }

    /// Notes that an output is read which a group does not have, if it has one of a similar name: one that its author leaves out may be
    /// read too. To find a similar name takes a look at many names, so the graph does that for some of the outputs alone.
    fn doubt(&self, group: &Resource, name: &str, outputs: &BTreeMap<Arc<str>, GroupOutput>) {
        let looked_for = self.looked_for.get();
        if looked_for >= TOLD {
            return;
        }
        self.looked_for.set(looked_for + 1);
        let names = outputs.keys().map(|name| &**name);
        let Some(near) = nearest(name, names) else {
            return;
        };
        let (group, name) = (Excerpt::name(&group.name), Excerpt::name(name));
        let doubt = PropertyFailure {
            property: String::new(),
            reason: format!(
                "the group `{group}` has no output `{name}`, which the component uses; did you mean `{near}`?"
            ),
        };
        let mut doubts = self.doubts.borrow_mut();
        if doubts.len() < TOLD && !doubts.contains(&doubt) {
            doubts.push(doubt);
        }
    }

    /// What is doubtful about what the guest declared, a sentence each.
    #[must_use]
    pub fn doubts(&self) -> Vec<PropertyFailure> {
        self.doubts.borrow().clone()
    }

    /// Keeps the values of groups that are there by now, until the graph is tired.
    pub(super) fn settle_groups(&mut self) {
        while !self.room.is_exceeded() && !self.is_tired() {
            let Some((id, name)) = self.schedule.outputs.pop_first() else {
                return;
            };
            let outputs = self.resource_mut(id);
            let outputs = outputs.and_then(|group| group.group_outputs.as_mut());
            let Some(output) = outputs.and_then(|outputs| outputs.get_mut(&name)) else {
                continue;
            };
            let GroupOutput::Open(expression, needs) = output else {
                continue;
            };
            let mut needs = std::mem::take(needs);
            let expression = std::mem::replace(expression, PropertyValue::Null);
            self.room.begin_step();
            let found = match self.meet(id, &mut needs) {
                Ok(()) => self.resolve(&expression),
                Err(missing) => missing,
            };
            let is_broken_off = self.room.is_broken_off();
            let now = match found {
                _ if is_broken_off => {
                    self.schedule.outputs.insert((id, Arc::clone(&name)));
                    GroupOutput::Open(expression, needs)
                }
                Resolution::Open(missing) => {
                    self.schedule.wait((id, Some(Arc::clone(&name))), missing);
                    GroupOutput::Open(expression, needs)
                }
                Resolution::Known(resolved) if self.room.keeps([&resolved.value]) => {
                    GroupOutput::Known(resolved)
                }
                Resolution::Known(_) | Resolution::Failed => GroupOutput::Failed,
            };
            let is_there = !matches!(now, GroupOutput::Open(..));
            let outputs = self.resource_mut(id);
            let outputs = outputs.and_then(|group| group.group_outputs.as_mut());
            if let Some(output) = outputs.and_then(|outputs| outputs.get_mut(&name)) {
                *output = now;
            }
            if is_there {
                self.output_changed(id, &name);
            }
        }
    }
}
