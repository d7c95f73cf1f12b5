//! The resource that a method is called on, in the user's notation: its outputs, or the inputs that it is created with.

use anyhow::{Context, bail};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_simulator::Receiver;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::properties::named_files::NamedFiles;
use crate::properties::to_properties;

/// The description of it in a case or a file: `outputs` and the `id` of a custom resource, or `inputs`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct WrittenReceiver {
    pub(crate) inputs: Option<Map<String, Value>>,
    pub(crate) outputs: Option<Map<String, Value>>,
    pub(crate) id: Option<String>,
}

impl WrittenReceiver {
    /// The resource. `files` are the files that its values may name.
    ///
    /// # Errors
    /// If it does not contain exactly one of `inputs` and `outputs`, or a value is invalid.
    pub(crate) fn read(&self, files: &NamedFiles) -> anyhow::Result<Receiver> {
        let properties = |values: &Map<String, Value>, key: &str| -> anyhow::Result<PropertyMap> {
            to_properties(values, files).with_context(|| format!("`{key}`"))
        };
        Ok(match (&self.inputs, &self.outputs) {
            (Some(inputs), None) if self.id.is_none() => {
                Receiver::Made(properties(inputs, "inputs")?)
            }
            (None, Some(outputs)) => Receiver::Given {
                id: self.id.clone(),
                outputs: properties(outputs, "outputs")?,
            },
            _ => bail!(
                "it does not describe the resource\n\
                 hint: write `outputs:` with its outputs, and `id:` for a custom resource, or `inputs:` to create it with"
            ),
        })
    }
}
