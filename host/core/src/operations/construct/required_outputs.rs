//! The outputs that the schema of a component requires. Programs rely on them.

use std::collections::BTreeSet;

use crate::error::failure::PropertyFailure;
use crate::schema::ObjectSchema;
use crate::value::{PropertyMap, PropertyValue};

/// A note for each required output that is missing, except unknown outputs. Programs in typed languages read the output
/// as if it were there.
pub(super) fn missing(
    declared: &ObjectSchema,
    outputs: &PropertyMap,
    unknown: &BTreeSet<String>,
) -> Vec<PropertyFailure> {
    let is_missing = |name: &&String| {
        let is_absent = matches!(outputs.get(*name), None | Some(PropertyValue::Null));
        is_absent && !unknown.contains(*name)
    };
    let missing = declared.required.iter().filter(is_missing);
    let note = |name: &String| {
        let reason = "the component has no value for this output, and its schema says that it always has one";
        PropertyFailure {
            property: name.clone(),
            reason: reason.to_owned(),
        }
    };
    missing.map(note).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_that_are_required_and_missing_are_noted() {
        let required = ["absent", "null", "there", "unknown", "left out"].map(str::to_owned);
        let declared = ObjectSchema {
            required: BTreeSet::from(required),
            ..ObjectSchema::default()
        };
        let outputs = PropertyMap::from([
            ("null".to_owned(), PropertyValue::Null),
            ("there".to_owned(), PropertyValue::Bool(false)),
            ("unknown".to_owned(), PropertyValue::Unknown),
        ]);
        let unknown = BTreeSet::from(["left out".to_owned()]);
        let notes = missing(&declared, &outputs, &unknown);
        let names: Vec<&str> = notes.iter().map(|note| note.property.as_str()).collect();
        assert_eq!(names, ["absent", "null"]);
    }
}
