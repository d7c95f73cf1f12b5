//! The host's conclusions from inputs and outputs, as far as a test needs them.

use super::stack::State;
use crate::bindings::exports::pulumi_wasm::provider::lifecycle::{
    DifferenceKind as Kind, PropertyDifference,
};
use crate::fields::PropertyMap;
use crate::host::NO_EXTRA;
use crate::provider::ResourceEntry;

/// The inputs as the outputs of the same names have them, and the members that only the program has, unchanged.
pub(super) fn inputs_from(
    entry: &ResourceEntry,
    outputs: &PropertyMap,
    old: Option<&State>,
) -> PropertyMap {
    let inputs = entry.fields.iter().filter(|field| field.input);
    let value = |name: &str, is_output: bool| match (is_output, old) {
        (true, _) => outputs.get(name).cloned(),
        (false, old) => old?.inputs.get(name).cloned(),
    };
    inputs
        .filter_map(|field| Some((field.name.to_owned(), value(field.name, field.output)?)))
        .collect()
}

/// Which inputs have another value.
pub(super) fn compare(
    entry: &ResourceEntry,
    old: &PropertyMap,
    new: &PropertyMap,
) -> Vec<PropertyDifference> {
    let inputs = entry.fields.iter().filter(|field| field.input);
    let found = inputs.filter_map(|field| {
        let replaces = field.replace || field.will_replace;
        let kind = match (old.get(field.name), new.get(field.name), replaces) {
            (Some(old), Some(new), _) if old == new => return None,
            (None, None, _) => return None,
            (None, Some(_), false) => Kind::Add,
            (None, Some(_), true) => Kind::AddReplace,
            (Some(_), None, false) => Kind::Remove,
            (Some(_), None, true) => Kind::RemoveReplace,
            (Some(_), Some(_), false) => Kind::Change,
            (Some(_), Some(_), true) => Kind::ChangeReplace,
        };
        let (property, extra) = (field.name.to_owned(), NO_EXTRA.to_owned());
        Some(PropertyDifference {
            property,
            kind,
            extra,
        })
    });
    found.collect()
}
