//! References to resources: those in a value at any depth, and the reference that a method is called on.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue, ResourceReference};

/// Adds the URNs of all references in a value.
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

/// Adds the resources that properties refer to, at any depth, to the dependencies of the properties, because the engine
/// does not list them for remote components. `near` is the URN of a resource in the stack, or empty. It skips resources of other stacks, `near` itself, and resources that `is_left_out` accepts.
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

/// The beginning of a URN up to the type: the stack and the project.
fn stack_of(urn: &str) -> Option<&str> {
    let end = urn.match_indices("::").nth(1)?.0;
    urn.get(..end)
}

/// The argument of a method that names its resource.
pub(crate) const SELF: &str = "__self__";

/// The resource that a method is called on. `token` is the method's token.
///
/// # Errors
/// The reason, if the argument is not a reference, or refers to a resource of another type.
pub(crate) fn receiver<'a>(
    token: &str,
    argument: Option<&'a PropertyValue>,
) -> Result<&'a ResourceReference, String> {
    match argument.map(PropertyValue::reveal) {
        Some(PropertyValue::ResourceReference(reference)) if !reference.urn.is_empty() => {
            has_method(token, reference)?;
            Ok(reference)
        }
        None | Some(PropertyValue::Null) => Err(format!(
            "the argument `{SELF}` is missing: the resource that has the method"
        )),
        Some(PropertyValue::Unknown) => Err(format!(
            "the argument `{SELF}` is not known: a method needs its resource"
        )),
        Some(PropertyValue::ResourceReference(_)) => Err(format!(
            "the argument `{SELF}` is a reference without a URN"
        )),
        Some(other) => Err(format!(
            "the argument `{SELF}` is {}, not a resource",
            other.kind()
        )),
    }
}

/// Fails unless a resource has the type that declares the method.
fn has_method(token: &str, reference: &ResourceReference) -> Result<(), String> {
    let Some((owner, method)) = token.rsplit_once('/') else {
        return Ok(());
    };
    let found = type_in(&reference.urn);
    if found == Some(owner) {
        return Ok(());
    }
    Err(format!(
        "the argument `{SELF}` is a resource of type `{}`; the method `{}` belongs to the type `{}`",
        Excerpt::name(found.unwrap_or("?")),
        Excerpt::name(method),
        Excerpt::name(owner)
    ))
}

/// The type in a URN, without the types of the parents.
pub(crate) fn type_in(urn: &str) -> Option<&str> {
    let parts = urn.strip_prefix("urn:pulumi:")?;
    let types = parts.split("::").nth(2)?;
    types.rsplit('$').next()
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

    #[test]
    fn only_a_reference_to_a_resource_of_the_type_is_a_receiver() {
        const URN: &str = "urn:pulumi:dev::shop::a:b:Parent$acme:index:Site::s";
        for (token, argument, expected) in [
            ("acme:index:Site/page", Some(reference(URN)), ""),
            (
                "acme:index:Site/page",
                Some(reference(URN).into_secret()),
                "",
            ),
            (
                "acme:index/site:Site/page",
                Some(reference("urn:pulumi:dev::shop::acme:index/site:Site::s")),
                "",
            ),
            (
                "pulumi:providers:acme/page",
                Some(reference("urn:pulumi:dev::shop::pulumi:providers:acme::p")),
                "",
            ),
            ("acme:index:Site/page", None, "is missing"),
            (
                "acme:index:Site/page",
                Some(PropertyValue::Unknown),
                "is not known",
            ),
            (
                "acme:index:Site/page",
                Some(URN.into()),
                "is a string, not a resource",
            ),
            (
                "acme:index:Site/page",
                Some(PropertyValue::Object(
                    [("urn".to_owned(), URN.into())].into(),
                )),
                "is an object, not a resource",
            ),
            ("acme:index:Site/page", Some(reference("")), "without a URN"),
            (
                "acme:index:Parent/page",
                Some(reference(URN)),
                "is a resource of type `acme:index:Site`; the method `page` belongs to the type `acme:index:Parent`",
            ),
            (
                "a:b:Parent/page",
                Some(reference(URN)),
                "is a resource of type `acme:index:Site`",
            ),
            (
                "acme:index:Site/page",
                Some(reference("acme:index:Site")),
                "is a resource of type `?`",
            ),
        ] {
            match receiver(token, argument.as_ref()) {
                Ok(_) => assert_eq!(expected, "", "{argument:?}"),
                Err(reason) => assert!(
                    !expected.is_empty() && reason.contains(expected),
                    "{reason}"
                ),
            }
        }
    }
}
