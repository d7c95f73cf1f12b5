//! References to resources, in values at any depth.

use std::collections::{BTreeMap, BTreeSet};

use crate::value::{PropertyMap, PropertyValue};

/// The URNs of all references in a value.
pub(super) fn references_in<'a>(value: &'a PropertyValue, found: &mut BTreeSet<&'a str>) {
    match value {
        PropertyValue::ResourceReference(reference) => {
            found.insert(&reference.urn);
        }
        PropertyValue::Secret(inner) => references_in(inner, found),
        PropertyValue::Array(items) => items.iter().for_each(|item| references_in(item, found)),
        PropertyValue::Object(map) => map.values().for_each(|item| references_in(item, found)),
        _ => {}
    }
}

/// Adds the resources that properties refer to, at any depth, to what the properties depend on: a program need not say it of a
/// remote component. `near` is the URN of a resource of the stack, or empty. A resource of another stack is not a dependency, and
/// neither is `near` itself or a resource that `is_left_out` names.
pub(crate) fn add_references(
    properties: &PropertyMap,
    near: &str,
    is_left_out: impl Fn(&str) -> bool,
    dependencies: &mut BTreeMap<String, BTreeSet<String>>,
) {
    let stack = stack_of(near);
    for (name, value) in properties {
        let mut named = BTreeSet::new();
        references_in(value, &mut named);
        let named = named.into_iter().filter(|urn| {
            let is_of_stack = stack.is_none_or(|stack| stack_of(urn) == Some(stack));
            is_of_stack && !urn.is_empty() && *urn != near && !is_left_out(urn)
        });
        let named: Vec<_> = named.map(str::to_owned).collect();
        if !named.is_empty() {
            dependencies.entry(name.clone()).or_default().extend(named);
        }
    }
}

/// The beginning of a URN, up to the type: the stack and the project.
fn stack_of(urn: &str) -> Option<&str> {
    let end = urn.match_indices("::").nth(1)?.0;
    urn.get(..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::map;
    use crate::value::ResourceReference;

    fn reference(urn: &str) -> PropertyValue {
        PropertyValue::ResourceReference(Box::new(ResourceReference {
            urn: urn.to_owned(),
            ..ResourceReference::default()
        }))
    }

    #[test]
    fn references_of_the_stack_are_added_at_any_depth() {
        let thing = "urn:pulumi:dev::shop::a:b:Thing::t";
        let inside = |value| PropertyValue::Object(map([("x", PropertyValue::Array(vec![value]))]));
        for (value, near, is_added) in [
            (reference(thing), "urn:pulumi:dev::shop::a:b:Site::s", true),
            (inside(reference(thing)), "", true),
            (inside(reference(thing).into_secret()), "", true),
            (
                reference(thing),
                "urn:pulumi:prod::shop::a:b:Site::s",
                false,
            ),
            (
                reference(thing),
                "urn:pulumi:dev::other::a:b:Site::s",
                false,
            ),
            (reference(thing), thing, false),
            (reference(""), "", false),
            (thing.into(), "", false),
        ] {
            let mut dependencies = BTreeMap::new();
            let properties = map([("p", value.clone())]);
            add_references(&properties, near, |_| false, &mut dependencies);
            assert_eq!(dependencies.contains_key("p"), is_added, "{value:?} {near}");
            add_references(&properties, near, |_| true, &mut BTreeMap::new());
        }
    }
}
