//! The options that a program gave a component, as its guest is told them.

use super::registration_options::{Alias, AliasParent, RegistrationOptions, Timeouts};
use crate::value::{PropertyMap, PropertyValue};

/// The options of a component by Pulumi's names, as far as they name no resource: URNs of the program are not a
/// component's business, and the host has applied them. What is unset is absent.
#[must_use]
pub fn plain_options(given: &RegistrationOptions) -> PropertyMap {
    let flags = [
        ("protect", given.protect),
        ("retainOnDelete", given.retain_on_delete),
        ("deleteBeforeReplace", given.delete_before_replace),
    ];
    let lists = [
        ("ignoreChanges", &given.ignore_changes),
        ("replaceOnChanges", &given.replace_on_changes),
        ("additionalSecretOutputs", &given.additional_secret_outputs),
        ("hideDiffs", &given.hide_diffs),
    ];
    let flags = flags
        .into_iter()
        .filter_map(|(name, flag)| Some((name, PropertyValue::Bool(flag?))));
    let lists = lists
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(name, list)| {
            let items = list.iter().map(|item| item.as_str().into());
            (name, PropertyValue::Array(items.collect()))
        });
    let timeouts = timeouts(&given.timeouts).map(|timeouts| ("customTimeouts", timeouts));
    flags
        .chain(lists)
        .chain(timeouts)
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// An alias as the option of a guest has it: a URN, or an object with what differs.
#[must_use]
pub fn alias_value(alias: &Alias) -> PropertyValue {
    let spec = match alias {
        Alias::Urn(urn) => return urn.as_str().into(),
        Alias::Spec(spec) => spec,
    };
    let texts = [
        ("name", &spec.name),
        ("type", &spec.token),
        ("stack", &spec.stack),
        ("project", &spec.project),
    ];
    let set = texts.into_iter().filter(|(_, text)| !text.is_empty());
    let mut parts: PropertyMap = set
        .map(|(name, text)| (name.to_owned(), text.as_str().into()))
        .collect();
    match &spec.parent {
        AliasParent::Same => {}
        AliasParent::Stack => drop(parts.insert("noParent".to_owned(), true.into())),
        AliasParent::Urn(urn) => {
            parts.insert("parentUrn".to_owned(), urn.as_str().into());
        }
    }
    PropertyValue::Object(parts)
}

fn timeouts(given: &Timeouts) -> Option<PropertyValue> {
    let parts = [
        ("create", &given.create),
        ("update", &given.update),
        ("delete", &given.delete),
        ("read", &given.read),
    ];
    let parts: PropertyMap = parts
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| (name.to_owned(), text.as_str().into()))
        .collect();
    (!parts.is_empty()).then_some(PropertyValue::Object(parts))
}

#[cfg(test)]
mod tests {
    use super::super::options;
    use super::*;

    #[test]
    fn options_that_name_no_resource_are_told_and_can_be_given_to_a_child() {
        let given = RegistrationOptions {
            protect: Some(false),
            ignore_changes: vec!["a".to_owned(), "b[0]".to_owned()],
            timeouts: Timeouts {
                create: "5m".to_owned(),
                ..Timeouts::default()
            },
            provider: "urn:x::1".to_owned(),
            deleted_with: "urn:y".to_owned(),
            ..RegistrationOptions::default()
        };
        let told = plain_options(&given);
        let names: Vec<&str> = told.keys().map(String::as_str).collect();
        assert_eq!(names, ["customTimeouts", "ignoreChanges", "protect"]);
        let read = options::read(told).expect("options of a child");
        assert_eq!(read.protect, Some(false));
        assert_eq!(read.ignore_changes, given.ignore_changes);
        assert_eq!(read.timeouts, given.timeouts);
        assert_eq!(read.provider, None);
        assert_eq!(plain_options(&RegistrationOptions::default()).len(), 0);
    }
}
