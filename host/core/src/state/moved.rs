//! What a migration changes of recorded outputs, and how it gets into the record.
//!
//! The engine keeps the outputs of a resource that does not differ, and gives them to the program, which knows the form of
//! today alone. So outputs in another form are a difference, and an update that records them changes nothing outside.

use crate::call::Call;
use crate::component::{DiffRequest, UpdateRequest};
use crate::error::CallError;
use crate::failure::{Difference, DifferenceKind};
use crate::manifest::Hook;
use crate::operations::diff;
use crate::property_path::PropertyPath;
use crate::resource_binding::ResourceBinding;
use crate::state::StoredProperties;
use crate::state::private_state::PrivateState;
use crate::state::upgrade;
use crate::value::{PropertyMap, PropertyValue};
use crate::wanted;

/// The outputs that differ, by their paths.
pub(crate) fn between(before: &PropertyMap, after: Option<&PropertyMap>) -> Vec<Difference> {
    let nothing = PropertyMap::new();
    let after = after.unwrap_or(&nothing);
    let names = before.keys();
    let names = names.chain(after.keys().filter(|name| !before.contains_key(*name)));
    let difference = |name: &String| {
        let kind = match (before.get(name), after.get(name)) {
            (Some(old), Some(new)) if is_same(old, new) => return None,
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

/// Whether a program sees no difference. Another place of a secret in it is none: the next update records that.
fn is_same(old: &PropertyValue, new: &PropertyValue) -> bool {
    old == new || old.without_secrets() == new.without_secrets()
}

/// Whether an update would do nothing but record outputs in the form of today: nothing else differs, also by the
/// component's own word, and the engine has no failure to make up for. `private` is the private state of the recorded
/// outputs.
pub(crate) async fn is_all(
    binding: &ResourceBinding<'_>,
    call: &Call,
    private: &PrivateState,
    moved: &[Difference],
    request: UpdateRequest<'_>,
) -> Result<bool, CallError> {
    if moved.is_empty() || private.partial || private.failed {
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
    let differences = diff::differences(binding, old_inputs, old_outputs, inputs, ignore_changes);
    if !differences.is_empty() || !binding.has(Hook::Diff) {
        return Ok(differences.is_empty());
    }
    if !binding.asks(Hook::Diff) {
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
    let answer = diff::corrected(binding, call, request).await?;
    Ok(answer.differences.is_empty())
}

/// Properties as they are recorded, those of inputs and those of outputs.
type Stored = (StoredProperties, StoredProperties);

/// What is recorded of a resource that cannot be looked at: as it was recorded, and in the form of today if its
/// component brings it there.
pub(crate) async fn unseen(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: Option<StoredProperties>,
    outputs: Option<StoredProperties>,
) -> Result<Stored, CallError> {
    let is_older = |stored: &Option<StoredProperties>| {
        let recorded = stored.as_ref().filter(|stored| !stored.is_empty());
        recorded.is_some_and(|stored| upgrade::migrates(binding, PrivateState::of(stored).version))
    };
    if binding.asks(Hook::Migrate) {
        let (inputs, outputs) = wanted::of_today(binding, inputs.clone(), outputs.clone());
        if is_older(&inputs) || is_older(&outputs) {
            return in_todays_form(binding, call, inputs, outputs).await;
        }
    }
    Ok((inputs.unwrap_or_default(), outputs.unwrap_or_default()))
}

async fn in_todays_form(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: Option<StoredProperties>,
    outputs: Option<StoredProperties>,
) -> Result<Stored, CallError> {
    let recorded = upgrade::recorded(binding, call, inputs, outputs).await?;
    let version = binding.schema.traits.state_version;
    let stored = |private: PrivateState, values: Option<PropertyMap>| {
        let private = PrivateState { version, ..private };
        private.with(values.unwrap_or_default())
    };
    Ok((
        stored(recorded.input_private, recorded.inputs),
        stored(recorded.output_private, recorded.outputs),
    ))
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
        // Another place of a secret is not seen by a program.
        let secret = |value: PropertyValue| PropertyValue::Secret(Box::new(value));
        let inside = PropertyMap::from([("word".to_owned(), secret("x".into()))]);
        let outside = PropertyMap::from([("word".to_owned(), "x".into())]);
        let before = PropertyMap::from([("words".to_owned(), PropertyValue::Object(inside))]);
        let after =
            PropertyMap::from([("words".to_owned(), secret(PropertyValue::Object(outside)))]);
        assert_eq!(between(&before, Some(&after)), []);
    }
}
