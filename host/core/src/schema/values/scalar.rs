//! Values without parts, and their conversion to the type in the schema.
//!
//! Configuration is text and templates are untyped, so programs pass numbers and booleans as strings, and strings as
//! numbers. A value is therefore converted in both directions.

use std::borrow::Cow;

use super::exact_numbers::is_blurred;
use super::json;
use crate::schema::model::named_types::Types;
use crate::schema::model::types::{Primitive, Type, UnionType};
use crate::text::suggest;
use crate::value::PropertyValue;

/// The maximum number of an enum's values in a message.
const VALUES_SHOWN: usize = 12;

/// Converts a known, revealed value to a type without parts.
///
/// The answer borrows the value if it fits as it is, and is `None` if it cannot be read so, or the type has parts.
pub(crate) fn read<'v>(
    types: &Types,
    expected: &Type,
    value: &'v PropertyValue,
) -> Option<Cow<'v, PropertyValue>> {
    let fits = match (expected, value) {
        (Type::Primitive(primitive), _) => return read_primitive(*primitive, value),
        (Type::Enum(id), _) => {
            let enumeration = types.enumeration(*id);
            let read = read_primitive(enumeration.element, value)?;
            return enumeration.values.contains(&read).then_some(read);
        }
        (Type::Json, PropertyValue::String(text)) => json::is_json(text),
        (Type::Json, other) => return json::to_text(other).map(Cow::Owned),
        (Type::Asset, PropertyValue::Asset(_) | PropertyValue::Archive(_))
        | (Type::Archive, PropertyValue::Archive(_)) => true,
        // An engine that does not send references sends the id or URN.
        (
            Type::ResourceReference,
            PropertyValue::ResourceReference(_) | PropertyValue::String(_),
        ) => true,
        (Type::Any, _) => true,
        _ => false,
    };
    fits.then_some(Cow::Borrowed(value))
}

fn read_primitive(expected: Primitive, value: &PropertyValue) -> Option<Cow<'_, PropertyValue>> {
    let read = match (expected, value) {
        (Primitive::Boolean, PropertyValue::Bool(_))
        | (Primitive::String, PropertyValue::String(_) | PropertyValue::Bytes(_)) => {
            return Some(Cow::Borrowed(value));
        }
        (Primitive::Number, PropertyValue::Number(number)) => {
            return number.is_finite().then_some(Cow::Borrowed(value));
        }
        (Primitive::Integer, PropertyValue::Number(number)) => {
            return (number.fract() == 0.0).then_some(Cow::Borrowed(value));
        }
        (Primitive::Boolean, PropertyValue::String(text)) => match text.as_str() {
            "true" | "1" => PropertyValue::Bool(true),
            "false" | "0" => PropertyValue::Bool(false),
            _ => return None,
        },
        (Primitive::Number | Primitive::Integer, PropertyValue::String(text)) => {
            let number = text
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite())?;
            if expected == Primitive::Integer && has_fraction(text) {
                return None;
            }
            PropertyValue::Number(number)
        }
        (Primitive::String, PropertyValue::Bool(flag)) => flag.to_string().into(),
        // The text would have other digits than the program's.
        (Primitive::String, PropertyValue::Number(number)) if is_blurred(*number) => return None,
        (Primitive::String, PropertyValue::Number(number)) if number.is_finite() => {
            // Adding zero turns a negative zero into zero.
            (number + 0.0).to_string().into()
        }
        // A program that passes a resource as a string means the resource's id, or its URN if it has no id.
        (Primitive::String, PropertyValue::ResourceReference(resource)) => match &resource.id {
            Some(Some(id)) => id.as_str().into(),
            Some(None) => PropertyValue::Unknown,
            None => resource.urn.as_str().into(),
        },
        _ => return None,
    };
    Some(Cow::Owned(read))
}

/// Whether the decimal number of a text is not whole. The nearest double may be whole.
fn has_fraction(text: &str) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let significant = digits.trim_end_matches('0');
    let is_zero = !significant.contains(|digit: char| ('1'..='9').contains(&digit));
    // A number is finite without a fraction if its exponent is too large to be read.
    let exponent = exponent.parse::<i64>().unwrap_or(0);
    let places = fraction.len() + significant.len();
    let places = i64::try_from(places).unwrap_or(i64::MAX);
    let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    !is_zero && places - length > exponent
}

/// The name of a type's values in messages, with the article.
pub(crate) fn describe(types: &Types, expected: &Type) -> String {
    match expected {
        Type::Primitive(primitive) => primitive.describe().to_owned(),
        Type::Any => "any value".to_owned(),
        Type::Json => "JSON text".to_owned(),
        Type::Asset => "an asset".to_owned(),
        Type::Archive => "an archive".to_owned(),
        Type::ResourceReference => "a resource".to_owned(),
        Type::Array(_) => "a list".to_owned(),
        Type::Map(_) | Type::Object(_) => "an object".to_owned(),
        Type::Enum(id) => format!("one of {}", list(&types.enumeration(*id).values)),
        Type::Union(union) => describe_union(types, union),
    }
}

/// The name of a union's values.
pub(crate) fn describe_union(types: &Types, union: &UnionType) -> String {
    let mut members: Vec<String> = Vec::new();
    for member in &union.members {
        let described = describe(types, member);
        if !members.contains(&described) {
            members.push(described);
        }
    }
    members.join(" or ")
}

/// Why a value does not fit a type. A hidden value is not shown.
pub(crate) fn mismatch(
    types: &Types,
    expected: &Type,
    value: &PropertyValue,
    hidden: bool,
) -> String {
    let wanted = describe(types, expected);
    let found = match (expected, value) {
        (Type::Enum(id), PropertyValue::String(text)) if !hidden => {
            let known = types
                .enumeration(*id)
                .values
                .iter()
                .filter_map(PropertyValue::as_str);
            return format!(
                "expected {wanted}; found `{text}`{}",
                suggest::hint(text, known)
            );
        }
        (Type::Enum(_) | Type::Primitive(_), PropertyValue::Number(number))
            if !number.is_finite() =>
        {
            "a number that is not finite".to_owned()
        }
        (Type::Primitive(Primitive::String), PropertyValue::Number(number))
            if is_blurred(*number) =>
        {
            "a number that is too large to be exact; write it in quotation marks".to_owned()
        }
        (Type::Enum(_) | Type::Primitive(Primitive::Integer), PropertyValue::Number(number))
            if !hidden =>
        {
            number.to_string()
        }
        (Type::Json, PropertyValue::String(_)) => "text that is not JSON".to_owned(),
        (_, value) => value.kind().to_owned(),
    };
    format!("expected {wanted}, found {found}")
}

/// Values from the schema, which are not secret, for a message.
pub(crate) fn list(values: &[PropertyValue]) -> String {
    let mut shown: Vec<String> = values
        .iter()
        .take(VALUES_SHOWN)
        .map(|value| format!("`{}`", literal(value)))
        .collect();
    if values.len() > VALUES_SHOWN {
        shown.push(format!("{} more", values.len() - VALUES_SHOWN));
    }
    shown.join(", ")
}

/// A constant or enum value of the schema as text.
pub(crate) fn literal(value: &PropertyValue) -> String {
    match value {
        PropertyValue::String(text) => text.clone(),
        PropertyValue::Bool(flag) => flag.to_string(),
        PropertyValue::Number(number) => number.to_string(),
        other => other.kind().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn primitive(expected: Primitive, value: impl Into<PropertyValue>) -> Option<PropertyValue> {
        let value = value.into();
        read_primitive(expected, &value).map(Cow::into_owned)
    }

    #[test]
    fn texts_are_as_good_as_values() {
        use Primitive::{Boolean, Integer, Number, String};
        let rows: Vec<(Primitive, PropertyValue, Option<PropertyValue>)> = vec![
            (Boolean, "true".into(), Some(true.into())),
            (Boolean, "1".into(), Some(true.into())),
            (Boolean, "0".into(), Some(false.into())),
            (Boolean, "True".into(), None),
            (Boolean, 1.0.into(), None),
            (Integer, "8080".into(), Some(8080.0.into())),
            (Integer, "8.5".into(), None),
            (Integer, "8.50e1".into(), Some(85.0.into())),
            (Integer, "800e-2".into(), Some(8.0.into())),
            (Integer, "-0.0e-9".into(), Some((-0.0).into())),
            (Integer, "1e-9999".into(), None),
            (Integer, "9007199254740990.6".into(), None),
            (
                Integer,
                "9007199254740990.0".into(),
                Some(9_007_199_254_740_990.0.into()),
            ),
            (Integer, 8.5.into(), None),
            (Integer, f64::INFINITY.into(), None),
            (Number, "-1.5e3".into(), Some((-1500.0).into())),
            (Number, "infinity".into(), None),
            (Number, "".into(), None),
            (Number, true.into(), None),
            (String, 8.0.into(), Some("8".into())),
            (String, (-0.0).into(), Some("0".into())),
            (String, 1.5.into(), Some("1.5".into())),
            (String, false.into(), Some("false".into())),
            (String, f64::NAN.into(), None),
            (
                String,
                9_007_199_254_740_991.0.into(),
                Some("9007199254740991".into()),
            ),
            (String, 9_007_199_254_740_992.0.into(), None),
            (String, PropertyValue::Null, None),
        ];
        for (expected, value, read) in rows {
            assert_eq!(
                primitive(expected, value.clone()),
                read,
                "{expected:?} from {value:?}"
            );
        }
    }
}
