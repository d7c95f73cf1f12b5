//! The values that stand in for other packages, as people write them: by the name of a resource, or by a token.

use anyhow::{Context, bail};
use pulumi_wasm_simulator::{Mock, Mocks};
use serde_json::{Map, Value};

use crate::properties::named_files::NamedFiles;
use crate::properties::{function, to_properties};

/// The function that makes a resource or look-up fail.
const FAIL: &str = "fn::fail";

/// Reads mocks. `files` are the files that they may name.
///
/// # Errors
/// When an entry is not an object of outputs, with its key.
pub(crate) fn read(members: &Map<String, Value>, files: &NamedFiles) -> anyhow::Result<Mocks> {
    let entry = |(key, value): (&String, &Value)| {
        let mock = mock(value, files).with_context(|| format!("`mocks`, `{key}`"))?;
        Ok((key.clone(), mock))
    };
    members.iter().map(entry).collect()
}

fn mock(value: &Value, files: &NamedFiles) -> anyhow::Result<Mock> {
    let Value::Object(outputs) = value else {
        bail!(
            "expected outputs with their values\nhint: write `NAME: {{ id: i-1, address: example.com }}`"
        );
    };
    match function(outputs) {
        Some((FAIL, Value::String(reason))) => Ok(Mock::Failure(reason.clone())),
        Some((FAIL, _)) => bail!("`{FAIL}` takes a text"),
        _ => Ok(Mock::Outputs(to_properties(outputs, files)?)),
    }
}
