//! Whole numbers that a double holds exactly.

use crate::schema::model::types::{Primitive, Type};
use crate::value::PropertyValue;

/// Pulumi's numbers are doubles. Each whole number up to this number, 2^53 - 1, is an exact double; a larger one may
/// be rounded.
pub(super) const MAX_EXACT_INTEGER: f64 = 9_007_199_254_740_991.0;

/// Whether a number may have been another whole number before it became a double.
pub(super) fn is_blurred(number: f64) -> bool {
    number.abs() > MAX_EXACT_INTEGER && number.fract() == 0.0
}

/// Why a value contains an inexact whole number although its type requires exact numbers; `None` if all are exact.
///
/// A `number` is approximate by its declaration. Any value and the value of a JSON text may hold an identifier.
pub(crate) fn fault(expected: &Type, value: &PropertyValue, is_hidden: bool) -> Option<String> {
    match (expected, value) {
        (Type::Primitive(Primitive::Integer), PropertyValue::Number(number)) => {
            is_blurred(*number).then(|| {
                let found = if is_hidden {
                    String::new()
                } else {
                    format!("; found {number}")
                };
                format!("must be from -{MAX_EXACT_INTEGER} to {MAX_EXACT_INTEGER}, where numbers are exact{found}")
            })
        }
        (Type::Any | Type::Json, value) => {
            let advice = match expected {
                Type::Json => "give the JSON as a text",
                _ => "write it in quotation marks",
            };
            if has(value, |number| !number.is_finite()) {
                return Some(format!("has a number that is not finite, or is larger than {:e}; {advice}", f64::MAX));
            }
            has(value, is_inexact).then(|| format!("has a whole number that is too large to be exact: numbers are exact up to {MAX_EXACT_INTEGER}; {advice}"))
        }
        _ => None,
    }
}

/// From this size on, languages print numbers with an exponent, so a program with such a number wrote an approximate
/// one.
const WITH_EXPONENT: f64 = 1e21;

fn is_inexact(number: f64) -> bool {
    is_blurred(number) && number.abs() < WITH_EXPONENT
}

/// Whether a value has such a number.
fn has(value: &PropertyValue, is_such: fn(f64) -> bool) -> bool {
    match value {
        PropertyValue::Number(number) => is_such(*number),
        PropertyValue::Array(items) => items.iter().any(|item| has(item, is_such)),
        PropertyValue::Object(members) => members.values().any(|member| has(member, is_such)),
        PropertyValue::Secret(inner) => has(inner, is_such),
        _ => false,
    }
}
