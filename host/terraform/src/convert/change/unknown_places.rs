//! The places of unknown values in a configuration. Where a plan promises nothing, they tell an unknown argument from one that the
//! configuration did not have.

use std::collections::BTreeSet;
use std::fmt;

use crate::convert::value::Value;

/// The place of a part in a value.
#[derive(Clone, Copy)]
pub(crate) enum Place<'p> {
    Whole,
    Member(&'p Place<'p>, &'p str),
    Element(&'p Place<'p>, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Member(whole, name) => write!(f, "{whole}[{name:?}]"),
            Self::Element(whole, index) => write!(f, "{whole}[{index}]"),
        }
    }
}

/// The unknown places of the configuration that a plan was made of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct UnknownPlaces(BTreeSet<String>);

impl UnknownPlaces {
    pub(crate) fn of(config: &Value) -> Self {
        let mut places = BTreeSet::new();
        add(config, Place::Whole, &mut places);
        Self(places)
    }

    /// Whether a part, or a part of it, was unknown.
    pub(crate) fn touch(&self, place: Place<'_>) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let place = place.to_string();
        let mut later = self.0.range(place.clone()..);
        later.next().is_some_and(|found| found.starts_with(&place))
    }

    pub(crate) fn texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl FromIterator<String> for UnknownPlaces {
    fn from_iter<T: IntoIterator<Item = String>>(texts: T) -> Self {
        Self(texts.into_iter().collect())
    }
}

fn add(value: &Value, place: Place<'_>, to: &mut BTreeSet<String>) {
    match value {
        Value::Unknown => drop(to.insert(place.to_string())),
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                add(item, Place::Element(&place, index), to);
            }
        }
        Value::Map(members) => {
            for (name, member) in members {
                add(member, Place::Member(&place, name), to);
            }
        }
        Value::Dynamic(_, inner) => add(inner, place, to),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_of_unknown_values_are_found_with_their_wholes() {
        let map = |members: &[(&str, Value)]| {
            let members = members.iter().cloned();
            Value::Map(
                members
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect(),
            )
        };
        let inner = map(&[("a]", Value::Unknown), ("b", Value::Null)]);
        let config = map(&[
            ("list", Value::List(vec![Value::Null, inner])),
            ("other", "text".into()),
        ]);
        let places = UnknownPlaces::of(&config);
        let texts: Vec<&str> = places.texts().collect();
        assert_eq!(texts, [r#"["list"][1]["a]"]"#]);
        let list = Place::Member(&Place::Whole, "list");
        let first = Place::Element(&list, 0);
        let second = Place::Element(&list, 1);
        for (place, expected) in [
            (Place::Whole, true),
            (list, true),
            (second, true),
            (Place::Member(&second, "a]"), true),
            (Place::Member(&second, "a"), false),
            (Place::Member(&second, "b"), false),
            (first, false),
            (Place::Member(&Place::Whole, "other"), false),
        ] {
            assert_eq!(places.touch(place), expected, "{place}");
        }
    }
}
