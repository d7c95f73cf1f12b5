//! The language host `wasm`: for folders that are plugins, with `runtime: wasm` in their `PulumiPlugin.yaml`.
//!
//! The same program under another name. It serves of Pulumi's `LanguageRuntime` what providers need: it builds a folder,
//! and starts this program again to serve the component in it. No program is written in WebAssembly, so it runs none.

mod install_dependencies;
mod output;
mod run_plugin;
mod serve;
mod service;

pub use serve::{LanguageOptions, serve};

use super::wire::pulumirpc::ProgramInfo;

/// The folder with the file that makes it a plugin.
fn plugin_folder(info: Option<&ProgramInfo>) -> Result<&str, tonic::Status> {
    let folder = info.map_or("", |info| info.program_directory.as_str());
    match folder.is_empty() {
        true => Err(super::status::invalid_argument(
            "the request does not name the folder of a plugin",
        )),
        false => Ok(folder),
    }
}
