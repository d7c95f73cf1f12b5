//! The resource that a method is called on: a reference to a resource of the type that has the method, and no other value.

use crate::text::Excerpt;
use crate::value::{PropertyValue, ResourceReference};

/// The argument of a method that names its resource.
pub(crate) const SELF: &str = "__self__";

/// The resource that a method is called on. `token` is the method's token.
///
/// # Errors
/// When the argument is not a reference, or is a reference to a resource of another type: why.
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

/// Makes sure that the type of a resource is the type that has the method.
fn has_method(token: &str, reference: &ResourceReference) -> Result<(), String> {
    let Some((owner, method)) = token.rsplit_once('/') else {
        return Ok(());
    };
    let found = type_in(&reference.urn);
    if found == Some(owner) {
        return Ok(());
    }
    Err(format!(
        "the argument `{SELF}` is a resource of type `{}`; the method `{}` is that of a `{}`",
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

    fn reference(urn: &str) -> PropertyValue {
        PropertyValue::ResourceReference(Box::new(ResourceReference {
            urn: urn.to_owned(),
            ..ResourceReference::default()
        }))
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
                "is a resource of type `acme:index:Site`; the method `page` is that of a `acme:index:Parent`",
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
