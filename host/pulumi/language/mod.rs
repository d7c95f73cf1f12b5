//! The language host `wasm`: for folders that are plugins, with `runtime: wasm` in their `PulumiPlugin.yaml`.
//!
//! The same program under another name. It serves the part of Pulumi's `LanguageRuntime` that providers need: it builds
//! a folder, and starts this program again to serve the component in it. It runs no programs: Pulumi programs are not
//! written in WebAssembly.

mod install_dependencies;
mod output;
mod run_plugin;
mod serve;
mod service;

pub use serve::{LanguageOptions, serve};

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use serde_json::{Map, Value};
use tonic::Status;

use super::convert::map_from_proto;
use super::wire::pulumirpc::ProgramInfo;

/// The folder with the file that makes it a plugin.
fn plugin_folder(info: Option<&ProgramInfo>) -> Result<&str, Status> {
    let folder = info.map_or("", |info| info.program_directory.as_str());
    if folder.is_empty() {
        Err(super::status::invalid_argument(
            "the request does not name the folder of a plugin",
        ))
    } else {
        Ok(folder)
    }
}

/// The options of the runtime in that file, as JSON.
fn options(info: Option<&ProgramInfo>) -> Result<String, Status> {
    let options = info.and_then(|info| info.options.as_deref());
    let options = map_from_proto(options).map_err(Into::<Status>::into)?;
    Ok(Value::Object(to_json(&options)).to_string())
}

/// The options of a file are JSON values.
fn to_json(map: &PropertyMap) -> Map<String, Value> {
    fn value(of: &PropertyValue) -> Value {
        match of {
            PropertyValue::Bool(known) => (*known).into(),
            PropertyValue::Number(known) => (*known).into(),
            PropertyValue::String(known) => known.as_str().into(),
            PropertyValue::Array(items) => items.iter().map(value).collect(),
            PropertyValue::Object(map) => Value::Object(to_json(map)),
            _ => Value::Null,
        }
    }
    map.iter()
        .map(|(name, of)| (name.to_string(), value(of)))
        .collect()
}
