//! The values of groups' outputs.

use super::mistakes::TOLD;
use super::node::Resource;
use super::property_access::value_at;
use super::resolved::{Resolution, Resolved};
use super::{Graph, NodeId};
use crate::failure::PropertyFailure;
use crate::property_path::PathElement;
use crate::schema::nearest;
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};

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
        if let Some(resolved) = group.group_values.get(name) {
            return Resolution::Known(Resolved {
                value: value_at(&resolved.value, rest),
                dependencies: resolved.dependencies.clone(),
            });
        }
        match &group.group_outputs {
            Some(outputs) if outputs.contains_key(name) => Resolution::Open(node),
            None if !self.is_declared => Resolution::Open(node),
            outputs => {
                let names = outputs.iter().flat_map(PropertyMap::keys);
                self.doubt(group, name, nearest(name, names.map(String::as_str)));
                Resolution::Known(Resolved::plain(PropertyValue::Null))
            }
        }
    }

    /// Notes that an output is read which a group does not have, if it has one of a similar name: one that its author leaves out may be
    /// read too.
    fn doubt(&self, group: &Resource, name: &str, near: Option<&str>) {
        let Some(near) = near else { return };
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

    /// Keeps the values of groups that are there by now.
    pub(super) fn settle_groups(&mut self) {
        while let Some(id) = self.schedule.groups.pop_first() {
            let (mut found, mut open) = (Vec::new(), Vec::new());
            let outputs = self.resource(id).into_iter().flat_map(open_outputs);
            for (name, expression) in outputs {
                self.room.begin();
                match self.resolve(expression) {
                    Resolution::Known(resolved) if !self.room.keeps([&resolved.value]) => {}
                    Resolution::Known(resolved) => found.push((name.clone(), resolved)),
                    Resolution::Open(missing) => open.push(missing),
                    Resolution::Failed => {}
                }
            }
            for missing in open {
                self.schedule.wait(id, missing);
            }
            if found.is_empty() {
                continue;
            }
            if let Some(group) = self.resource_mut(id) {
                group.group_values.extend(found);
            }
            self.changed(id);
        }
    }
}

/// The outputs of a group whose values are missing.
fn open_outputs(group: &Resource) -> impl Iterator<Item = (&String, &PropertyValue)> {
    let outputs = group.group_outputs.iter().flatten();
    outputs.filter(|(name, _)| !group.group_values.contains_key(*name))
}
