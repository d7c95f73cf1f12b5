//! A text that two values share only if they mean the same, for finding a value among many.

use std::fmt::Write;

use super::member::{self, Choice};
use super::{json, scalar};
use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::model::types::Type;
use crate::schema::rules::{Comparison, canonical};
use crate::value::{ArchiveContent, PropertyMap, PropertyValue};

/// The fingerprint of a value, or `None` while a part of it is unknown.
///
/// Values without one, and values that an older schema wrote, may be the same as another without sharing its text.
pub(crate) fn of(types: &Types, expected: Expected, value: &PropertyValue) -> Option<String> {
    let mut print = Print {
        types,
        text: String::new(),
    };
    print.value(expected, value)?;
    Some(print.text)
}

struct Print<'t> {
    types: &'t Types,
    text: String,
}

impl Print<'_> {
    fn value(&mut self, expected: Expected, value: &PropertyValue) -> Option<()> {
        if expected.rules.compare.has(Comparison::Presence) {
            self.text.push('p');
            return Some(());
        }
        match (expected.value_type, value.reveal()) {
            (_, PropertyValue::Unknown) => return None,
            (Type::Union(union), value) => {
                let member = match member::choose(self.types, union, value) {
                    Choice::Member(member) => member,
                    _ => &Type::Any,
                };
                return self.value(expected.as_type(member), value);
            }
            (Type::Array(items), PropertyValue::Array(values)) => {
                self.list(expected, expected.items(items), values)?;
            }
            (Type::Object(id), PropertyValue::Object(map)) => self.object(*id, map)?,
            (Type::Map(items), PropertyValue::Object(map)) => {
                self.map(expected.items(items), map, true)?;
            }
            (Type::Json, value) => self.scalar(expected, value),
            (_, PropertyValue::Array(values)) => {
                self.list(expected, expected.items(&Type::Any), values)?;
            }
            (_, PropertyValue::Object(map)) => {
                self.map(expected.items(&Type::Any), map, false)?;
            }
            (_, PropertyValue::Archive(archive)) if archive.hash.is_empty() => {
                match &archive.content {
                    ArchiveContent::Assets(assets) => {
                        self.text.push('r');
                        self.map(Expected::any(), assets, false)?;
                    }
                    content => self.tell(format_args!("r{content:?}")),
                }
            }
            (_, value) => self.scalar(expected, value),
        }
        Some(())
    }

    fn list(
        &mut self,
        expected: Expected,
        element: Expected,
        values: &[PropertyValue],
    ) -> Option<()> {
        let mut prints = Vec::with_capacity(values.len());
        for value in values {
            prints.push(of(self.types, element, value)?);
        }
        if expected.rules.compare.has(Comparison::Set) {
            prints.sort_unstable();
            prints.dedup();
        }
        self.tell(format_args!("[{}]", prints.join(",")));
        Some(())
    }

    fn object(
        &mut self,
        id: crate::schema::model::types::ObjectId,
        map: &PropertyMap,
    ) -> Option<()> {
        let types = self.types;
        let object = &types.object(id).schema;
        self.text.push('{');
        for (name, property) in &object.properties {
            let given = member::present(map.get(name));
            if let Some(value) = given.or_else(|| object.implied(name, property)) {
                self.tell(format_args!("{name:?}:"));
                self.value(Expected::of(property), value)?;
                self.text.push(',');
            }
        }
        for (key, value) in map {
            if !object.properties.contains_key(key) && !key.starts_with("__") {
                self.tell(format_args!("{key:?}:"));
                self.value(Expected::any(), value)?;
                self.text.push(',');
            }
        }
        self.text.push('}');
        Some(())
    }

    fn map(&mut self, element: Expected, map: &PropertyMap, without_nulls: bool) -> Option<()> {
        self.text.push('{');
        for (key, value) in map {
            if without_nulls && member::is_null(value) {
                continue;
            }
            self.tell(format_args!("{key:?}:"));
            self.value(element, value)?;
            self.text.push(',');
        }
        self.text.push('}');
        Some(())
    }

    fn scalar(&mut self, expected: Expected, value: &PropertyValue) {
        let read = scalar::read(self.types, expected.value_type, value);
        match read.as_deref().unwrap_or(value) {
            PropertyValue::String(text) => {
                let text = match expected.value_type {
                    Type::Json => json::canonical(text).map_or(text.into(), Into::into),
                    _ => canonical(text, expected.rules.compare),
                };
                self.tell(format_args!("{text:?}"));
            }
            // `0.0` and `-0.0` have the same fingerprint.
            PropertyValue::Number(number) => self.tell(format_args!("{}", number + 0.0)),
            PropertyValue::Asset(asset) if !asset.hash.is_empty() => {
                self.tell(format_args!("a{:?}", asset.hash));
            }
            PropertyValue::Archive(archive) => self.tell(format_args!("r{:?}", archive.hash)),
            PropertyValue::ResourceReference(resource) => {
                self.tell(format_args!("u{:?}{:?}", resource.urn, resource.id));
            }
            other => self.tell(format_args!("{other:?}")),
        }
    }

    fn tell(&mut self, what: std::fmt::Arguments) {
        // Writing to a `String` cannot fail.
        let _ = self.text.write_fmt(what);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::schema::diff;
    use crate::schema::testing::{known_properties, package, thing};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn values_that_share_a_fingerprint_are_the_same(
            schema in package(), left in known_properties(), right in known_properties()
        ) {
            let inputs = &thing(&schema).inputs;
            for (name, property) in &inputs.properties {
                let (Some(left), Some(right)) = (left.get(name), right.get(name)) else { continue };
                let expected = Expected::of(property);
                let prints = (of(&schema.types, expected, left), of(&schema.types, expected, right));
                if prints.0 == prints.1 {
                    let same = diff::is_same(&schema.types, expected, left, right);
                    prop_assert!(same, "{:?}", prints);
                }
            }
        }
    }
}
