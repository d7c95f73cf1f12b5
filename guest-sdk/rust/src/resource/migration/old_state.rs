//! The state that a step of a migration works on.

use std::fmt;

use serde_json::Value as JsonValue;

use crate::error::{PropertyFailure, Result};
use crate::fields::Properties;
use crate::host::wire;
use crate::value::map::{PropertyMap, map_of};
use crate::value::path::PropertyPath;

/// Recorded inputs and outputs, on their way to the next version.
///
/// A call may know only one of the two: then the functions change only that one. Missing properties are not a mistake.
/// A secret stays a secret.
#[derive(Clone, PartialEq)]
pub struct OldState {
    inputs: Option<PropertyMap>,
    outputs: Option<PropertyMap>,
}

impl OldState {
    pub(crate) fn new(inputs: Option<PropertyMap>, outputs: Option<PropertyMap>) -> Self {
        Self { inputs, outputs }
    }

    pub(crate) fn into_parts(self) -> (Option<PropertyMap>, Option<PropertyMap>) {
        (self.inputs, self.outputs)
    }

    /// The inputs as JSON, if the call knows them.
    pub fn inputs(&mut self) -> Option<&mut PropertyMap> {
        self.inputs.as_mut()
    }

    /// The outputs as JSON, if the call knows them.
    pub fn outputs(&mut self) -> Option<&mut PropertyMap> {
        self.outputs.as_mut()
    }

    fn maps(&mut self) -> impl Iterator<Item = &mut PropertyMap> {
        self.inputs.iter_mut().chain(&mut self.outputs)
    }

    /// Renames a property, in inputs and outputs.
    pub fn rename(&mut self, old: &str, new: &str) {
        for map in self.maps() {
            if let Some(value) = map.remove(old) {
                map.insert(new.to_owned(), value);
            }
        }
    }

    /// Removes a property from inputs and outputs.
    pub fn remove(&mut self, name: &str) {
        for map in self.maps() {
            map.remove(name);
        }
    }

    /// Sets a property that is missing, in inputs and outputs.
    pub fn set_default(&mut self, name: &str, value: impl Into<JsonValue>) {
        let value = value.into();
        for map in self.maps() {
            if map.get(name).is_none_or(wire::is_null) {
                map.insert(name.to_owned(), value.clone());
            }
        }
    }

    /// Makes something else of a property's value, in inputs and outputs. `change` sees the value inside a secret.
    ///
    /// # Errors
    /// The first error of `change`.
    pub fn map(
        &mut self,
        name: &str,
        change: impl Fn(JsonValue) -> Result<JsonValue>,
    ) -> Result<()> {
        for map in self.maps() {
            let Some(old) = map.get(name).cloned() else {
                continue;
            };
            let is_secret = wire::contains_secret(&old);
            let Some(plain) = wire::open(old) else {
                continue;
            };
            let new = change(plain)?;
            map.insert(
                name.to_owned(),
                if is_secret { wire::secret(new) } else { new },
            );
        }
        Ok(())
    }

    /// Converts the inputs, if the call knows them. `Old` derives `OldProperties`. `New` may be the current inputs or
    /// draft of the resource, or another old form. The properties of `Old` are removed, the properties of `New` are
    /// added, and all other properties stay.
    ///
    /// # Errors
    /// When the inputs do not fit `Old`, and the errors of `change`.
    pub fn convert_inputs<Old: Properties, New: Properties>(
        &mut self,
        change: impl Fn(Old) -> Result<New>,
    ) -> Result<()> {
        convert(&mut self.inputs, change)
    }

    /// Computes new outputs from old ones, if the call knows them, like [`Self::convert_inputs`].
    ///
    /// # Errors
    /// When the outputs do not fit `Old`, and the errors of `change`.
    pub fn convert_outputs<Old: Properties, New: Properties>(
        &mut self,
        change: impl Fn(Old) -> Result<New>,
    ) -> Result<()> {
        convert(&mut self.outputs, change)
    }
}

fn convert<Old: Properties, New: Properties>(
    map: &mut Option<PropertyMap>,
    change: impl Fn(Old) -> Result<New>,
) -> Result<()> {
    let Some(mut all) = map.take() else {
        return Ok(());
    };
    let new = change(read(&all)?)?.to_properties(&PropertyPath::Root)?;
    let mut known = Old::FIELDS
        .iter()
        .filter_map(|field| all.remove_entry(field.name));
    let old = map_of(&mut known);
    all.extend(keep_secrets(old, new));
    *map = Some(all);
    Ok(())
}

fn read<Old: Properties>(old: &PropertyMap) -> core::result::Result<Old, PropertyFailure> {
    Old::from_properties(old.clone(), &PropertyPath::Root)
}

/// A plain struct has lost which of its values were secrets. A property with the same name becomes a secret again. If a
/// secret's name no longer exists, any new property may contain its value, so every new name becomes a secret.
fn keep_secrets(old: PropertyMap, new: PropertyMap) -> PropertyMap {
    let secrets = || old.iter().filter(|(_, value)| wire::contains_secret(value));
    let one_is_gone = secrets().any(|(name, _)| !new.contains_key(name));
    let marked = |(name, value): (String, JsonValue)| {
        let before = old.get(&name);
        let was_secret = before.is_some_and(wire::contains_secret);
        let value = match before {
            Some(before) if was_secret && wire::reveal_deep(before) == value => before.clone(),
            _ if was_secret || (before.is_none() && one_is_gone) => wire::secret(value),
            _ => value,
        };
        (name, value)
    };
    map_of(&mut new.into_iter().map(marked))
}

/// Does not show the properties, which may have secrets.
impl fmt::Debug for OldState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |map: &Option<PropertyMap>| {
            map.as_ref()
                .map(|map| map.keys().cloned().collect::<Vec<_>>())
        };
        formatter
            .debug_struct("OldState")
            .field("inputs", &names(&self.inputs))
            .field("outputs", &names(&self.outputs))
            .finish()
    }
}
