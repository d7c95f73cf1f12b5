//! Marks values as secret again after a guest has returned them.

use super::mark;
use crate::schema::model::PackageSchema;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::Type;
use crate::schema::values::member;
use crate::text::suggest;
use crate::value::{PropertyMap, PropertyValue};

/// Marks values that are secret by the schema, or were secret under the same name before.
///
/// Guests receive plain values and may return them plain. If a part of a value was secret and its counterpart is plain,
/// the whole value becomes secret.
#[must_use]
pub fn keep_secrets(
    schema: &PackageSchema,
    object: &ObjectSchema,
    before: &PropertyMap,
    after: PropertyMap,
) -> PropertyMap {
    let mut after = after;
    mark::secrets_of(&schema.types, object, &mut after);
    for (key, value) in &mut after {
        // Few values contain secrets, so most need no search.
        let before = before.get(key).filter(|before| before.contains_secret());
        if before.is_some_and(|before| !still_hides(before, value)) {
            mark::wrap(value);
        }
    }
    after
}

/// Marks the parts of a single result that are secret by its type.
pub(crate) fn mark_parts(schema: &PackageSchema, expected: &Type, value: &mut PropertyValue) {
    mark::secrets(&schema.types, expected, value);
}

/// Whether all that was secret is secret still.
fn still_hides(before: &PropertyValue, after: &PropertyValue) -> bool {
    if after.is_secret() || member::is_null(after) {
        return true;
    }
    match (before, after) {
        (PropertyValue::Object(before), PropertyValue::Object(after)) => {
            before.iter().all(|(key, before)| match after.get(key) {
                Some(after) => still_hides(before, after),
                // The value may be anywhere, under another name.
                None => !before.contains_secret(),
            })
        }
        (PropertyValue::Array(before), PropertyValue::Array(after))
            if before.len() == after.len() =>
        {
            before
                .iter()
                .zip(after)
                .all(|(before, after)| still_hides(before, after))
        }
        (before, _) => !before.contains_secret(),
    }
}

/// The known name that is nearest to an unknown name.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    suggest::nearest(name, known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::testing::{acme, list, map, object, secret, thing};

    #[test]
    fn what_was_secret_stays_secret() {
        let schema = acme();
        let keep = |name: &str, before: PropertyValue, after: PropertyValue| {
            let inputs = &thing(&schema).inputs;
            let kept = keep_secrets(
                &schema,
                inputs,
                &map([(name, before)]),
                map([(name, after)]),
            );
            kept[name].clone()
        };
        let plain = || object([("a", "x".into()), ("b", "y".into())]);
        let half = || object([("a", secret("x")), ("b", "y".into())]);
        let rows = [
            ("label", secret("x"), "y".into(), secret("y")),
            ("label", "x".into(), "y".into(), "y".into()),
            ("password", "x".into(), "y".into(), secret("y")),
            (
                "label",
                secret("x"),
                PropertyValue::Null,
                PropertyValue::Null,
            ),
            ("tags", half(), plain(), PropertyValue::into_secret(plain())),
            ("tags", half(), half(), half()),
            ("tags", half(), object([]), secret(object([]))),
            (
                "target",
                list([secret(1.0)]),
                list([1.0.into()]),
                secret(list([1.0.into()])),
            ),
            (
                "target",
                list([secret(1.0)]),
                list([secret(2.0)]),
                list([secret(2.0)]),
            ),
        ];
        for (name, before, after, expected) in rows {
            assert_eq!(keep(name, before, after), expected);
        }
    }
}
