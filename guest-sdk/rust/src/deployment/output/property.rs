//! Outputs and inputs as properties: of a component's struct, and inside lists and objects.

use serde_json::Value as JsonValue;

use super::handle::{Input, Output};
use crate::deployment::expression::Expression;
use crate::encoding::{Decoder, Encoder};
use crate::error::PropertyFailure;
use crate::manifest::rules::RuleTable;
use crate::manifest::types::Types;
use crate::property::{Kind, Property};
use crate::value::path::PropertyPath;

macro_rules! properties {
    ($($value:ident),*) => {$(
        impl<T: Property> Property for $value<T> {
            const REQUIRED: bool = T::REQUIRED;
            const KIND: Kind = T::KIND;
            const ELEMENT: Kind = T::ELEMENT;
            const NATURAL: RuleTable = T::NATURAL;

            fn schema(types: &mut Types) -> JsonValue {
                T::schema(types)
            }

            fn decode(
                from: &mut Decoder<'_>,
                path: &PropertyPath<'_>,
            ) -> Result<Self, PropertyFailure> {
                // The value is known, so its type can be checked.
                if from.is_plain() {
                    T::fits(&mut from.clone(), path)?;
                }
                Ok(Self::of(Expression::of_piece(from.piece(path)?)))
            }

            fn missing(path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
                if T::REQUIRED {
                    Err(path.failure("is required"))
                } else {
                    Ok(Self::of(Expression::Absent))
                }
            }

            fn encode(
                &self,
                into: &mut Encoder,
                path: &PropertyPath<'_>,
            ) -> Result<(), PropertyFailure> {
                self.expression().write(into, path)
            }
        }
    )*};
}

properties!(Output, Input);
