//! Whole numbers that a double holds exactly.

use super::types::{Primitive, Type};
use crate::value::PropertyValue;

/// Pulumi's numbers are doubles. Up to this one, which is 2^53 - 1, each whole number is an exact double; the next may
/// be a rounded one.
pub(super) const LARGEST: f64 = 9_007_199_254_740_991.0;

/// Whether a number may have been another whole number before it became a double.
pub(super) fn is_blurred(number: f64) -> bool {
    number.abs() > LARGEST && number.fract() == 0.0
}

/// Why a value, which is of its type, is not an exact whole number; `None` if it is one, or need not be.
pub(super) fn fault(expected: &Type, value: &PropertyValue, is_hidden: bool) -> Option<String> {
    let (Type::Primitive(Primitive::Integer), PropertyValue::Number(number)) = (expected, value)
    else {
        return None;
    };
    is_blurred(*number).then(|| {
        let found = match is_hidden {
            true => String::new(),
            false => format!("; found {number}"),
        };
        format!("must be from -{LARGEST} to {LARGEST}, where Pulumi's numbers are exact{found}")
    })
}
