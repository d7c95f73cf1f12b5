//! Strings, booleans and numbers.

use serde_json::{Number, Value as JsonValue, json};

use crate::encoding::{Decoder, Encoder};
use crate::error::PropertyFailure;
use crate::manifest::rules::{Constant, Rule, RuleTable};
use crate::manifest::types::Types;
use crate::property::{Kind, Property};
use crate::value::path::PropertyPath;

type Decoded<T> = Result<T, PropertyFailure>;

/// Pulumi's numbers are doubles; beyond this one, they have gaps.
const MAX_EXACT_INTEGER: i128 = 1 << 53;

impl Property for String {
    const KIND: Kind = Kind::Text;

    fn schema(_: &mut Types) -> JsonValue {
        json!({ "type": "string" })
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
        from.string(path).map(Into::into)
    }

    fn fits(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<()> {
        from.string(path).map(drop)
    }

    fn encode(&self, into: &mut Encoder, _: &PropertyPath<'_>) -> Decoded<()> {
        into.string(self);
        Ok(())
    }
}

impl Property for bool {
    const KIND: Kind = Kind::Boolean;

    fn schema(_: &mut Types) -> JsonValue {
        json!({ "type": "boolean" })
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
        from.boolean(path)
    }

    fn encode(&self, into: &mut Encoder, _: &PropertyPath<'_>) -> Decoded<()> {
        into.boolean(*self);
        Ok(())
    }
}

impl Property for f64 {
    const KIND: Kind = Kind::Number;

    fn schema(_: &mut Types) -> JsonValue {
        json!({ "type": "number" })
    }

    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
        let number = from.number(path, "a number")?;
        let double = number.as_f64();
        double
            .ok_or_else(|| path.failure(format!("{number} is not a number that a double can hold")))
    }

    fn encode(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Decoded<()> {
        if !self.is_finite() {
            // Not by a formatter, which would bring the printing of every other number too.
            let name = match (self.is_nan(), self.is_sign_positive()) {
                (true, _) => "NaN",
                (false, true) => "inf",
                (false, false) => "-inf",
            };
            return Err(path.failure(format!("{name} is not a number that Pulumi can hold")));
        }
        into.number(*self);
        Ok(())
    }
}

/// The bounds of a type, if they are narrower than the host's bounds for whole numbers.
macro_rules! bounds {
    ($least:expr, $most:expr) => {
        &[
            ("minimum", Rule::Constant(Constant::Integer($least))),
            ("maximum", Rule::Constant(Constant::Integer($most))),
        ]
    };
}

macro_rules! integers {
    ($($integer:ty: $natural:expr),*) => {$(
        impl Property for $integer {
            const KIND: Kind = Kind::Number;
            const NATURAL: RuleTable = $natural;

            fn schema(_: &mut Types) -> JsonValue {
                json!({ "type": "integer" })
            }

            fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<Self> {
                let whole = decode_integer(from, path)?;
                Self::try_from(whole).map_err(|_| {
                    path.failure(format!("{whole} is not in the range {} to {}", Self::MIN, Self::MAX))
                })
            }

            fn encode(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Decoded<()> {
                encode_integer((*self).into(), into, path)
            }
        }
    )*};
}

integers!(
    i8: bounds!(i8::MIN as i64, i8::MAX as i64),
    i16: bounds!(i16::MIN as i64, i16::MAX as i64),
    i32: bounds!(i32::MIN as i64, i32::MAX as i64),
    i64: &[],
    u8: bounds!(0, u8::MAX as i64),
    u16: bounds!(0, u16::MAX as i64),
    u32: bounds!(0, u32::MAX as i64),
    u64: &[("minimum", Rule::Constant(Constant::Integer(0)))]
);

fn decode_integer(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Decoded<i128> {
    let number: Number = from.number(path, "a whole number")?;
    if let Some(whole) = number.as_i64() {
        return Ok(whole.into());
    }
    if let Some(whole) = number.as_u64() {
        return Ok(whole.into());
    }
    match number.as_f64() {
        // Some writers write 3 as `3.0`. The cast keeps every whole double of this size.
        Some(double) if double.fract() == 0.0 && double.abs() < 1e30 => Ok(double as i128),
        _ => Err(path.failure(format!("expected a whole number, found {number}"))),
    }
}

fn encode_integer(whole: i128, into: &mut Encoder, path: &PropertyPath<'_>) -> Decoded<()> {
    match i64::try_from(whole) {
        Ok(small) if whole.abs() <= MAX_EXACT_INTEGER => into.integer(small),
        _ => {
            let reason = format!("{whole} is too large to be an exact number in Pulumi");
            return Err(path.failure(reason));
        }
    }
    Ok(())
}
