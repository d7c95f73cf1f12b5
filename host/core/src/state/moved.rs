//! What a migration changes of recorded outputs, and how it gets into the record.
//!
//! The engine keeps the outputs of a resource that does not differ, and gives them to the program, which knows the form of
//! today alone. So outputs in another form are a difference, and an update that records them changes nothing outside.

use crate::call::Call;
use crate::component::{DiffRequest, UpdateRequest};
use crate::error::CallError;
use crate::failure::{Difference, DifferenceKind};
use crate::manifest::Hook;
use crate::property_path::PropertyPath;
use crate::resource_binding::ResourceBinding;
use crate::state::private_state::{self, PrivateState};
use crate::state::upgrade::Recorded;
use crate::value::PropertyMap;

/// The outputs that differ, by their paths.
pub(crate) fn between(before: &PropertyMap, after: Option<&PropertyMap>) -> Vec<Difference> {
    let nothing = PropertyMap::new();
    let after = after.unwrap_or(&nothing);
    let names = before.keys();
    let names = names.chain(after.keys().filter(|name| !before.contains_key(*name)));
    let difference = |name: &String| {
        let kind = match (before.get(name), after.get(name)) {
            (Some(old), Some(new)) if old == new => return None,
            (Some(_), Some(_)) => DifferenceKind::Change,
            (Some(_), None) => DifferenceKind::Remove,
            (None, _) => DifferenceKind::Add,
        };
        // A key that no path can name is in no schema, so that no program sees it.
        let path = PropertyPath::root(name).to_string();
        (!path.is_empty()).then_some(Difference {
            property: path,
            kind,
            replace: false,
        })
    };
    names.filter_map(difference).collect()
}

impl ResourceBinding<'_> {
    /// Whether an update would do nothing but record outputs in the form of today: nothing else differs, also by the
    /// component's own word, and the engine has no failure to make up for.
    pub(crate) async fn only_moved(
        &self,
        call: &Call,
        marks: PrivateState,
        moved: &[Difference],
        request: UpdateRequest<'_>,
    ) -> Result<bool, CallError> {
        if moved.is_empty() || marks.partial || marks.failed {
            return Ok(false);
        }
        let UpdateRequest {
            id,
            old_inputs,
            old_outputs,
            inputs,
            ignore_changes,
            ..
        } = request;
        let differences = self.differences(old_inputs, old_outputs, inputs, ignore_changes);
        if !differences.is_empty() || !self.has(Hook::Diff) {
            return Ok(differences.is_empty());
        }
        if !self.asks(Hook::Diff) {
            return Ok(false);
        }
        let request = DiffRequest {
            id,
            old_inputs,
            old_outputs,
            inputs,
            ignore_changes,
            found: &[],
            delete_before_replace: false,
        };
        let answer = self.corrected(call, request).await?;
        Ok(answer.differences.is_empty())
    }

    /// What is recorded of a resource that cannot be looked at: as it was recorded, and in the form of today where its
    /// component brings it there.
    pub(crate) async fn unseen(
        &self,
        call: &Call,
        inputs: Option<PropertyMap>,
        outputs: Option<PropertyMap>,
    ) -> Result<(PropertyMap, PropertyMap), CallError> {
        let as_recorded = |inputs: Option<PropertyMap>, outputs: Option<PropertyMap>| {
            (inputs.unwrap_or_default(), outputs.unwrap_or_default())
        };
        if !self.asks(Hook::Migrate) {
            return Ok(as_recorded(inputs, outputs));
        }
        let (marked_inputs, marked_outputs) = self.of_today(inputs.clone(), outputs.clone());
        let is_older = |properties: &Option<PropertyMap>| {
            let recorded = properties
                .as_ref()
                .filter(|properties| !properties.is_empty());
            recorded.is_some_and(|properties| self.migrates(PrivateState::of(properties).version))
        };
        if !is_older(&marked_inputs) && !is_older(&marked_outputs) {
            return Ok(as_recorded(inputs, outputs));
        }
        let Recorded {
            inputs,
            outputs,
            input_marks,
            output_marks,
            taken,
            ..
        } = self.recorded(call, marked_inputs, marked_outputs).await?;
        let (mut inputs, mut outputs) = as_recorded(inputs, outputs);
        let version = self.schema.traits.state_version;
        PrivateState {
            version,
            ..input_marks
        }
        .put(&mut inputs);
        private_state::put_taken(&taken, &mut inputs);
        PrivateState {
            version,
            ..output_marks
        }
        .put(&mut outputs);
        Ok((inputs, outputs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_removed_and_changed_is_told_once() {
        let map = |pairs: &[(&str, &str)]| -> PropertyMap {
            let pairs = pairs.iter();
            pairs
                .map(|(name, value)| ((*name).to_owned(), (*value).into()))
                .collect()
        };
        let before = map(&[("same", "x"), ("old", "y"), ("size", "5 GB")]);
        let after = map(&[("same", "x"), ("new", "y"), ("size", "5")]);
        let found: Vec<(String, DifferenceKind)> = between(&before, Some(&after))
            .into_iter()
            .map(|difference| (difference.property, difference.kind))
            .collect();
        let expected = [
            ("old", DifferenceKind::Remove),
            ("size", DifferenceKind::Change),
            ("new", DifferenceKind::Add),
        ];
        let expected: Vec<_> = expected.map(|(name, kind)| (name.to_owned(), kind)).into();
        assert_eq!(found, expected);
        assert_eq!(between(&before, Some(&before)), []);
    }
}
