//! Strings, booleans and numbers.

use serde_json::{Number, Value as JsonValue, json};

use crate::error::PropertyFailure;
use crate::path::PropertyPath;
use crate::property::{Kind, Property, reveal, unexpected};
use crate::types::Types;

/// Pulumi's numbers are doubles; beyond this one, they have gaps.
const LARGEST_EXACT_INTEGER: i128 = 1 << 53;

impl Property for String {
    const KIND: Kind = Kind::Text;

    fn schema(_: &mut Types) -> JsonValue {
        json!({ "type": "string" })
    }

    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        match reveal(value, path)? {
            JsonValue::String(text) => Ok(text),
            other => Err(unexpected(path, "a string", &other)),
        }
    }

    fn encode(&self, _: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
        Ok(Some(JsonValue::from(self.as_str())))
    }
}

impl Property for bool {
    const KIND: Kind = Kind::Boolean;

    fn schema(_: &mut Types) -> JsonValue {
        json!({ "type": "boolean" })
    }

    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        match reveal(value, path)? {
            JsonValue::Bool(boolean) => Ok(boolean),
            other => Err(unexpected(path, "a boolean", &other)),
        }
    }

    fn encode(&self, _: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
        Ok(Some(JsonValue::Bool(*self)))
    }
}

impl Property for f64 {
    const KIND: Kind = Kind::Number;

    fn schema(_: &mut Types) -> JsonValue {
        json!({ "type": "number" })
    }

    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        let value = reveal(value, path)?;
        value
            .as_f64()
            .ok_or_else(|| unexpected(path, "a number", &value))
    }

    fn encode(&self, path: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
        match Number::from_f64(*self) {
            Some(number) => Ok(Some(JsonValue::Number(number))),
            None => Err(path.failure(format!("{self} is not a number that Pulumi can hold"))),
        }
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Property for $integer {
            const KIND: Kind = Kind::Number;

            fn schema(_: &mut Types) -> JsonValue {
                json!({ "type": "integer" })
            }

            fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
                let whole = decode_integer(value, path)?;
                Self::try_from(whole).map_err(|_| {
                    path.failure(format!("{whole} is not in the range {} to {}", Self::MIN, Self::MAX))
                })
            }

            fn encode(&self, path: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure> {
                if i128::from(*self).abs() > LARGEST_EXACT_INTEGER {
                    return Err(path.failure(format!("{self} is too large to be an exact number in Pulumi")));
                }
                Ok(Some(JsonValue::from(*self)))
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);

fn decode_integer(value: JsonValue, path: &PropertyPath<'_>) -> Result<i128, PropertyFailure> {
    let value = reveal(value, path)?;
    let JsonValue::Number(number) = &value else {
        return Err(unexpected(path, "a whole number", &value));
    };
    if let Some(whole) = number.as_i64() {
        return Ok(whole.into());
    }
    if let Some(whole) = number.as_u64() {
        return Ok(whole.into());
    }
    match number.as_f64() {
        // `3.0` is how some writers put 3. The cast keeps every whole double of this size.
        Some(double) if double.fract() == 0.0 && double.abs() < 1e30 => Ok(double as i128),
        _ => Err(path.failure(format!("expected a whole number, found {number}"))),
    }
}
