//! The part of a resource that Terraform's state does not have: the inputs as they were checked, and all outputs. It is kept in the
//! private bytes that the core stores with each resource.

use std::collections::BTreeSet;

use bytes::Bytes;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::value::PropertyMap;
use serde::{Deserialize, Serialize};

use crate::convert::known::Known;
use crate::convert::properties;
use crate::convert::value::Value;
use crate::convert::write_only;
use crate::schema::block::Block;

/// The format that this host writes.
const FORMAT: u32 = 1;

/// A resource as an operation left it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Recorded {
    pub(crate) id: String,
    /// `None` if only the state is known, and not the inputs that it was made of.
    pub(crate) inputs: Option<StoredProperties>,
    /// `None` for a resource that is being imported.
    pub(crate) outputs: Option<StoredProperties>,
}

#[derive(Serialize, Deserialize)]
struct Document {
    v: u32,
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inputs: Option<PropertyMap>,
    /// The outputs that are not equal to the input of their name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outputs: Option<PropertyMap>,
    /// The names of the outputs that are. A core writes its whole state after each change, so that a small document makes it faster.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    same: Vec<String>,
}

/// Private bytes of a newer host, or of another provider.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the private state of the resource cannot be read: {reason}")]
pub(crate) struct UnreadablePrivate {
    reason: String,
}

impl Recorded {
    /// The resource of a request. Without private bytes, as after a taint, the state tells as much as it can.
    ///
    /// # Errors
    /// If the bytes are not ours.
    pub(crate) fn of(
        private: &[u8],
        state: &Value,
        block: &Block,
    ) -> Result<Self, UnreadablePrivate> {
        if private.is_empty() {
            return Ok(Self {
                id: properties::id(state).unwrap_or_default().to_owned(),
                inputs: None,
                outputs: Some(properties::outputs(state, block).into()),
            });
        }
        let unreadable = |reason: String| UnreadablePrivate { reason };
        let document: Document =
            serde_json::from_slice(private).map_err(|error| unreadable(error.to_string()))?;
        if document.v != FORMAT {
            return Err(unreadable(format!(
                "it has format {}, and this host ({}) reads format {FORMAT}",
                document.v,
                env!("CARGO_PKG_VERSION")
            )));
        }
        let mut outputs = document.outputs;
        for name in document.same {
            let input = document.inputs.as_ref().and_then(|all| all.get(&name));
            let input = input.ok_or_else(|| unreadable(format!("it has no input `{name}`")))?;
            let input = input.clone();
            outputs.get_or_insert_default().insert(name, input);
        }
        Ok(Self {
            id: document.id,
            inputs: document.inputs.map(StoredProperties::from),
            outputs: outputs.map(StoredProperties::from),
        })
    }

    /// The properties of a name, on the sides that the schema declares it for.
    pub(crate) fn known(&self, name: &str, is_input: bool, is_output: bool) -> Known<'_> {
        let inputs = self.inputs.as_ref().filter(|_| is_input);
        let outputs = self.outputs.as_ref().filter(|_| is_output);
        Known::of(
            name,
            inputs.map(|stored| &stored.values),
            outputs.map(|stored| &stored.values),
        )
    }

    /// The recorded inputs for a comparison with new inputs. Write-only values count as unchanged, except for those that are sent
    /// again.
    pub(crate) fn compared_inputs(
        &self,
        inputs: &PropertyMap,
        block: &Block,
        sent_again: &BTreeSet<String>,
    ) -> Option<StoredProperties> {
        let mut old = self.inputs.clone()?;
        write_only::recall(&mut old.values, inputs, block, sent_again);
        Some(old)
    }

    /// The private bytes, without write-only values.
    pub(crate) fn to_bytes(&self, block: &Block) -> Bytes {
        let map = |stored: &Option<StoredProperties>| stored.clone().map(PropertyMap::from);
        let mut inputs = map(&self.inputs);
        if let Some(inputs) = &mut inputs {
            write_only::remove(inputs, block);
        }
        let mut outputs = map(&self.outputs);
        let mut same = Vec::new();
        if let (Some(inputs), Some(outputs)) = (&inputs, &mut outputs) {
            outputs.retain(|name, value| {
                let is_same = inputs.get(name) == Some(&*value);
                if is_same {
                    same.push(name.clone());
                }
                !is_same
            });
        }
        let document = Document {
            v: FORMAT,
            id: self.id.clone(),
            inputs,
            outputs,
            same,
        };
        // A document of strings, numbers and maps with text keys can always be written.
        serde_json::to_vec(&document).unwrap_or_default().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_bytes_come_back() {
        let block = Block::default();
        let properties = |all: &[(&str, f64)]| {
            let all = all
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).into()));
            Some(StoredProperties::from(all.collect::<PropertyMap>()))
        };
        let inputs = properties(&[("a", 0.1), ("b", 2.0)]);
        for (inputs, outputs) in [
            (inputs.clone(), inputs.clone()),
            (
                inputs.clone(),
                properties(&[("a", 0.1), ("b", 3.0), ("c", 2.0)]),
            ),
            (inputs.clone(), properties(&[])),
            (inputs.clone(), None),
            (None, inputs),
        ] {
            let id = "x".to_owned();
            let recorded = Recorded {
                id,
                inputs,
                outputs,
            };
            let read = Recorded::of(&recorded.to_bytes(&block), &Value::Null, &block);
            assert_eq!(read, Ok(recorded));
        }
    }

    #[test]
    fn an_output_that_is_equal_to_its_input_is_written_once() {
        let properties = PropertyMap::from([("text".to_owned(), "a long text".into())]);
        let recorded = Recorded {
            inputs: Some(properties.clone().into()),
            outputs: Some(properties.into()),
            ..Recorded::default()
        };
        let bytes = recorded.to_bytes(&Block::default());
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(text.matches("a long text").count(), 1, "{text}");
    }

    #[test]
    fn other_private_bytes_are_refused() {
        for bytes in [
            &b"{}"[..],
            b"x",
            br#"{"v":2,"id":""}"#,
            br#"{"v":1,"id":"","same":["a"]}"#,
        ] {
            let read = Recorded::of(bytes, &Value::Null, &Block::default());
            let message = read.expect_err("not ours").to_string();
            assert!(message.contains("private state"), "{message}");
        }
    }
}
