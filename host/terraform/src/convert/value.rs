//! Values as they are on the wire. Numbers stay as the core sent them, because it compares them beyond a double.

use std::collections::BTreeMap;

use super::value_type::ValueType;

/// A value on the wire.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Null,
    /// A value that is known only after another change. Refinements of the core are dropped.
    Unknown,
    Bool(bool),
    Number(Number),
    String(String),
    /// A list, set or tuple.
    List(Vec<Value>),
    /// A map or object.
    Map(BTreeMap<String, Value>),
    /// A value of the type `dynamic`, with its type.
    Dynamic(ValueType, Box<Value>),
}

/// A number in one of the forms of the wire.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Number {
    Integer(i64),
    Unsigned(u64),
    Float(f64),
    /// A decimal that none of the others has exactly.
    Text(String),
}

impl Number {
    /// The double that is nearest.
    #[expect(clippy::cast_precision_loss, reason = "property values are doubles")]
    pub(crate) fn to_f64(&self) -> f64 {
        match self {
            Self::Integer(number) => *number as f64,
            Self::Unsigned(number) => *number as f64,
            Self::Float(number) => *number,
            // The reader takes no other text.
            Self::Text(text) => text.parse().unwrap_or(f64::NAN),
        }
    }

    /// A double, as the core writes it.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the range is checked before"
    )]
    pub(crate) fn from_f64(number: f64) -> Self {
        const LIMIT: f64 = 9_007_199_254_740_992.0;
        if number.fract() == 0.0 && number.abs() <= LIMIT {
            Self::Integer(number as i64)
        } else {
            // The shortest decimal that reads as this double: the core compares decimals.
            Self::Text(number.to_string())
        }
    }
}

impl Value {
    /// The member of a map or an object.
    pub(crate) fn member(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(members) => members.get(name),
            _ => None,
        }
    }

    /// Whether the value is unknown or contains an unknown value.
    pub(crate) fn contains_unknown(&self) -> bool {
        match self {
            Self::Unknown => true,
            Self::List(items) => items.iter().any(Self::contains_unknown),
            Self::Map(members) => members.values().any(Self::contains_unknown),
            Self::Dynamic(_, inner) => inner.contains_unknown(),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::String(_) => false,
        }
    }

    /// The value with nulls in place of unknown values.
    pub(crate) fn without_unknown(&self) -> Self {
        match self {
            Self::Unknown => Self::Null,
            Self::List(items) => Self::List(items.iter().map(Self::without_unknown).collect()),
            Self::Map(members) => {
                let members = members.iter();
                let known = members.map(|(name, member)| (name.clone(), member.without_unknown()));
                Self::Map(known.collect())
            }
            known => known.clone(),
        }
    }

    /// Whether the value is null. A null value of the type `dynamic` can have a type.
    pub(crate) fn is_null(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Dynamic(_, inner) => inner.is_null(),
            _ => false,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}
