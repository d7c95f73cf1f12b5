//! Options, boxes, lists and maps of properties.

use std::any::type_name;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use serde_json::{Value as JsonValue, json};

use crate::encoding::{Decoder, Encoder};
use crate::error::PropertyFailure;
use crate::manifest::rules::{self, Rule, RuleTable};
use crate::manifest::types::Types;
use crate::property::{Kind, Place, Property};
use crate::value::path::PropertyPath;

type Decoded<T> = Result<T, PropertyFailure>;

impl<T: Property> Property for Option<T> {
    const REQUIRED: bool = false;
    const KIND: Kind = T::KIND;
    const ELEMENT: Kind = T::ELEMENT;
    const NATURAL: RuleTable = T::NATURAL;

    fn schema(types: &mut Types) -> JsonValue {
        T::schema(types)
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
        if from.is_null() {
            return from.skip(path).map(|()| None);
        }
        T::decode(from, path).map(Some)
    }

    fn fits(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<()> {
        if from.is_null() {
            return from.skip(path);
        }
        T::fits(from, path)
    }

    fn missing(_: &PropertyPath<'_>) -> Decoded<Self> {
        Ok(None)
    }

    fn encode(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Decoded<()> {
        match self {
            Some(value) => value.encode(into, path),
            None => Ok(()),
        }
    }

    fn came(&self) -> Option<Place<'_>> {
        self.as_ref()?.came()
    }
}

/// For recursive types.
impl<T: Property> Property for Box<T> {
    const REQUIRED: bool = T::REQUIRED;
    const KIND: Kind = T::KIND;
    const ELEMENT: Kind = T::ELEMENT;
    const NATURAL: RuleTable = T::NATURAL;

    fn schema(types: &mut Types) -> JsonValue {
        T::schema(types)
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
        T::decode(from, path).map(Self::new)
    }

    fn fits(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<()> {
        T::fits(from, path)
    }

    fn missing(path: &PropertyPath<'_>) -> Decoded<Self> {
        T::missing(path).map(Self::new)
    }

    fn encode(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Decoded<()> {
        (**self).encode(into, path)
    }

    fn came(&self) -> Option<Place<'_>> {
        (**self).came()
    }
}

impl<T: Property> Property for Vec<T> {
    const KIND: Kind = Kind::List;
    const ELEMENT: Kind = T::KIND;
    const NATURAL: RuleTable =
        rules::of_elements(&[("items", Rule::Rules(T::NATURAL))], T::NATURAL);

    fn schema(types: &mut Types) -> JsonValue {
        json!({ "type": "array", "items": element_schema::<T>(types) })
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
        let mut items = Self::new();
        from.array(path, &mut |from, index| {
            items.push(T::decode(from, &path.index(index))?);
            Ok(())
        })?;
        Ok(items)
    }

    fn fits(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<()> {
        from.array(path, &mut |from, index| T::fits(from, &path.index(index)))
    }

    fn encode(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Decoded<()> {
        into.begin_array();
        for (index, item) in self.iter().enumerate() {
            let start = into.element();
            item.encode(into, &path.index(index))?;
            into.or_null(start);
        }
        into.end_array();
        Ok(())
    }
}

impl<T: Property> Property for BTreeMap<String, T> {
    const KIND: Kind = Kind::Map;
    const ELEMENT: Kind = T::KIND;
    const NATURAL: RuleTable =
        rules::of_elements(&[("items", Rule::Rules(T::NATURAL))], T::NATURAL);

    fn schema(types: &mut Types) -> JsonValue {
        map_schema::<T>(types)
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
        decode_map(from, path)
    }

    fn fits(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<()> {
        fits_map::<T>(from, path)
    }

    fn encode(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Decoded<()> {
        encode_map(self.iter(), into, path)
    }
}

/// Written in the order of the names, so that equal maps are equal texts.
impl<T: Property, S: BuildHasher + Default + Clone> Property for HashMap<String, T, S> {
    const KIND: Kind = Kind::Map;
    const ELEMENT: Kind = T::KIND;
    const NATURAL: RuleTable =
        rules::of_elements(&[("items", Rule::Rules(T::NATURAL))], T::NATURAL);

    fn schema(types: &mut Types) -> JsonValue {
        map_schema::<T>(types)
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
        decode_map(from, path)
    }

    fn fits(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<()> {
        fits_map::<T>(from, path)
    }

    fn encode(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Decoded<()> {
        // The names alone: sorting pairs would need separate code for each type.
        let mut names: Vec<_> = self.keys().collect();
        names.sort_unstable();
        let entries = names.into_iter();
        encode_map(
            entries.filter_map(|name| self.get_key_value(name)),
            into,
            path,
        )
    }
}

fn map_schema<T: Property>(types: &mut Types) -> JsonValue {
    json!({ "type": "object", "additionalProperties": element_schema::<T>(types) })
}

fn decode_map<T: Property, M: Default + Extend<(String, T)>>(
    from: &mut Decoder<'_>,
    path: &PropertyPath<'_>,
) -> Decoded<M> {
    let mut map = M::default();
    from.entries(path, &mut |from, name| {
        let value = T::decode(from, &path.key(&name))?;
        // One by one, because collecting a list would sort it first, with separate code for each type.
        map.extend([(name.into_owned(), value)]);
        Ok(())
    })?;
    Ok(map)
}

fn fits_map<T: Property>(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<()> {
    from.entries(path, &mut |from, name| T::fits(from, &path.key(&name)))
}

fn encode_map<'a, T: Property + 'a>(
    entries: impl Iterator<Item = (&'a String, &'a T)>,
    into: &mut Encoder,
    path: &PropertyPath<'_>,
) -> Decoded<()> {
    into.begin_object();
    for (key, value) in entries {
        into.member(key);
        let start = into.len();
        value.encode(into, &path.key(key))?;
        into.or_null(start);
    }
    into.end_object();
    Ok(())
}

/// The schema of the elements of a list or a map.
fn element_schema<T: Property>(types: &mut Types) -> JsonValue {
    if !T::REQUIRED {
        types.problem(format!(
            "an element of a list or a map cannot be absent: leave it out instead of `{}`",
            type_name::<T>()
        ));
    }
    T::schema(types)
}
