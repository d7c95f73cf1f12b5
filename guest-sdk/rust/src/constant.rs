//! Values that authors write into attributes.

use serde_json::Value as JsonValue;

/// A default, bound or fixed value as the author wrote it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    Text(&'static str),
    Boolean(bool),
    Integer(i64),
    Number(f64),
}

impl From<Constant> for JsonValue {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Text(text) => text.into(),
            Constant::Boolean(boolean) => boolean.into(),
            Constant::Integer(integer) => integer.into(),
            Constant::Number(number) => number.into(),
        }
    }
}
