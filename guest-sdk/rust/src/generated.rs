//! What the code that the macros write refers to. Not for anybody else: it changes without notice.

pub use crate::fields::{Constant, Field, NoArguments, Source, Target, check_default, debug};
pub use crate::function::{Function, FunctionResult};
pub use crate::property::ChoiceRow;
pub use crate::property::{decode_choice, decode_object, encode_choice, encode_object};
pub use crate::provider::{
    ConfigEntry, Configuration, FunctionEntry, Package, ResourceEntry, Want, WithConfigure,
    WithoutConfigure,
};
pub use serde_json::Value as JsonValue;
