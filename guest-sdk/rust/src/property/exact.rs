//! Whole numbers that are texts, so that all their digits arrive.

use std::fmt;
use std::ops::Deref;

use serde_json::{Value as JsonValue, json};

use crate::encoding::{Decoder, Encoder};
use crate::error::PropertyFailure;
use crate::manifest::rules::{Constant, Rule, RuleTable};
use crate::manifest::types::Types;
use crate::property::{HasDraft, Kind, Property};
use crate::value::path::PropertyPath;

/// A whole number of 64 bits that a program gives and gets as text: `"18446744073709551615"`.
///
/// Pulumi's numbers are doubles, which represent whole numbers exactly only up to 2^53, and the host refuses larger
/// ones. An id or a size that may be larger is an `Exact<u64>` or an `Exact<i64>`: a string in the schema, and the host
/// checks that it contains the digits of such a number.
///
/// ```
/// use pulumi_wasm_provider::prelude::*;
///
/// #[derive(Object, Clone)]
/// struct Volume {
///     /// In bytes.
///     size: Exact<u64>,
/// }
///
/// let volume = Volume { size: Exact(u64::MAX) };
/// assert_eq!(*volume.size + 0, u64::MAX);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exact<T>(pub T);

impl<T> Deref for Exact<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> From<T> for Exact<T> {
    fn from(number: T) -> Self {
        Self(number)
    }
}

impl<T: fmt::Display> fmt::Display for Exact<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

macro_rules! exact {
    ($($integer:ty, $pattern:literal, $reason:literal);*;) => {$(
        impl Property for Exact<$integer> {
            const KIND: Kind = Kind::Text;
            const NATURAL: RuleTable = &[
                ("pattern", Rule::Constant(Constant::Text($pattern))),
                ("patternReason", Rule::Constant(Constant::Text($reason))),
            ];

            fn schema(_: &mut Types) -> JsonValue {
                json!({ "type": "string" })
            }

            fn decode(
                from: &mut Decoder<'_>,
                path: &PropertyPath<'_>,
            ) -> Result<Self, PropertyFailure> {
                let text = from.string(path)?;
                // Another spelling would be another text than the written one.
                let number = text.parse().ok().filter(|number: &$integer| number.to_string() == *text);
                number.map(Self).ok_or_else(|| path.failure(concat!("must be ", $reason)))
            }

            fn encode(
                &self,
                into: &mut Encoder,
                _: &PropertyPath<'_>,
            ) -> Result<(), PropertyFailure> {
                into.string(&self.0.to_string());
                Ok(())
            }
        }

        impl HasDraft for Exact<$integer> {
            type Draft = Self;
        }
    )*};
}

exact! {
    i64, "^(0|-?([1-9][0-9]{0,17}|[1-8][0-9]{18}|9[0-1][0-9]{17}|92[0-1][0-9]{16}|922[0-2][0-9]{15}|9223[0-2][0-9]{14}|92233[0-6][0-9]{13}|922337[0-1][0-9]{12}|92233720[0-2][0-9]{10}|922337203[0-5][0-9]{9}|9223372036[0-7][0-9]{8}|92233720368[0-4][0-9]{7}|922337203685[0-3][0-9]{6}|9223372036854[0-6][0-9]{5}|92233720368547[0-6][0-9]{4}|922337203685477[0-4][0-9]{3}|9223372036854775[0-7][0-9]{2}|922337203685477580[0-6]|9223372036854775807)|-9223372036854775808)$", "the digits of a whole number of 64 bits";
    u64, "^(0|[1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$", "the digits of a whole number of 64 bits from 0 on";
}
