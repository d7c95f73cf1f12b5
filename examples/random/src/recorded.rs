//! State from before it had a version: recorded by this provider's first versions, and by others of its name.
//!
//! Each function is a step from version 0 to version 1.

use pulumi_wasm_provider::OldState;
use pulumi_wasm_provider::prelude::*;
use serde_json::Value as JsonValue;

/// Makes texts of all keepers. Others recorded numbers and booleans too, nulls, and names that begin with `__`, which are
/// notes of the engine's neighbours.
pub(crate) fn keepers(old: &mut OldState) -> Result<()> {
    old.map("keepers", |keepers| {
        let JsonValue::Object(keepers) = keepers else {
            return Ok(keepers);
        };
        let keepers = keepers
            .into_iter()
            .filter(|(name, value)| !name.starts_with("__") && !value.is_null());
        Ok(keepers
            .map(|(name, value)| (name, written(value)))
            .collect())
    })
}

/// Lets the two names of one input say the same: others recorded only the one that the program had given.
pub(crate) fn text(old: &mut OldState) -> Result<()> {
    keepers(old)?;
    if let Some(inputs) = old.inputs() {
        let says_no = |name| inputs.get(name) == Some(&JsonValue::Bool(false));
        if says_no("number") || says_no("numeric") {
            inputs.insert("number".to_owned(), false.into());
            inputs.insert("numeric".to_owned(), false.into());
        }
    }
    Ok(())
}

/// A password once had no hash. It is empty then.
pub(crate) fn password(old: &mut OldState) -> Result<()> {
    text(old)?;
    if let Some(outputs) = old.outputs() {
        outputs.entry("bcryptHash").or_insert_with(|| "".into());
    }
    Ok(())
}

/// The value as a person would write it: whole numbers may be recorded as `3.0`.
fn written(value: JsonValue) -> JsonValue {
    match &value {
        JsonValue::Bool(boolean) => boolean.to_string().into(),
        JsonValue::Number(number) => number
            .as_f64()
            .map_or_else(|| number.to_string(), |number| number.to_string())
            .into(),
        _ => value,
    }
}
