//! The equality of two values without a further schema.

use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::model::types::Type;
use crate::schema::rules::canonical;
use crate::schema::values::{json, scalar};
use crate::value::{
    Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue, ResourceReference,
};

/// Whether two revealed values are the same to a type without parts, by its rules.
pub(super) fn same_scalar(
    types: &Types,
    expected: Expected,
    old: &PropertyValue,
    new: &PropertyValue,
) -> bool {
    if let (PropertyValue::String(old), PropertyValue::String(new)) = (old, new)
        && old == new
    {
        return true;
    }
    let (value_type, compare) = (expected.value_type, expected.rules.compare);
    let read = (
        scalar::read(types, value_type, old),
        scalar::read(types, value_type, new),
    );
    match read {
        (Some(old), Some(new)) => match (value_type, &*old, &*new) {
            (_, PropertyValue::String(old), PropertyValue::String(new)) if !compare.is_empty() => {
                canonical(old, compare) == canonical(new, compare)
            }
            (Type::Json, PropertyValue::String(old), PropertyValue::String(new)) => {
                json::same_text(old, new)
            }
            (_, old, new) => same(old, new),
        },
        _ => same(old, new),
    }
}

/// Whether two values are equal apart from secret marks.
pub(super) fn same(old: &PropertyValue, new: &PropertyValue) -> bool {
    use PropertyValue as Value;
    match (old.reveal(), new.reveal()) {
        // An unknown value may become any value.
        (Value::Unknown, _) | (_, Value::Unknown) => false,
        // NaN equals itself here.
        (Value::Number(old), Value::Number(new)) => old == new || old.is_nan() && new.is_nan(),
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| same(old, new))
        }
        (Value::Object(old), Value::Object(new)) => same_map(old, new),
        (Value::Asset(old), Value::Asset(new)) => same_asset(old, new),
        (Value::Archive(old), Value::Archive(new)) => same_archive(old, new),
        (Value::ResourceReference(old), Value::ResourceReference(new)) => same_resource(old, new),
        (Value::ResourceReference(reference), Value::String(text))
        | (Value::String(text), Value::ResourceReference(reference)) => {
            reference.urn == *text || matches!(&reference.id, Some(Some(id)) if id == text)
        }
        (old, new) => old == new,
    }
}

fn same_map(old: &PropertyMap, new: &PropertyMap) -> bool {
    old.len() == new.len()
        && old
            .iter()
            .zip(new)
            .all(|((old_key, old), (new_key, new))| old_key == new_key && same(old, new))
}

/// Compares assets by hash: only some calls have the content, and a path says little about it.
fn same_asset(old: &Asset, new: &Asset) -> bool {
    if !old.hash.is_empty() && !new.hash.is_empty() {
        return old.hash == new.hash;
    }
    match (&old.content, &new.content) {
        // Both contents were left out. They prove nothing, so assets with only one known hash differ.
        (AssetContent::Elided, AssetContent::Elided) => old.hash == new.hash,
        (old, new) => old == new,
    }
}

fn same_archive(old: &Archive, new: &Archive) -> bool {
    if !old.hash.is_empty() && !new.hash.is_empty() {
        return old.hash == new.hash;
    }
    match (&old.content, &new.content) {
        (ArchiveContent::Assets(old), ArchiveContent::Assets(new)) => same_map(old, new),
        (ArchiveContent::Elided, ArchiveContent::Elided) => old.hash == new.hash,
        (old, new) => old == new,
    }
}

/// Compares resource references by URN and id: a newer version of the package does not make another resource.
fn same_resource(old: &ResourceReference, new: &ResourceReference) -> bool {
    let is_known = |reference: &ResourceReference| !matches!(reference.id, Some(None));
    old.urn == new.urn && old.id == new.id && is_known(old) && is_known(new)
}
