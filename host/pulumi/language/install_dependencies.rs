//! InstallDependencies: builds the component of a folder that has the source and no component.
//!
//! The engine calls this before the user could review anything, and the process has no terminal to ask the user. So
//! only a folder of the user's own project is built: the user runs its program anyway. Other folders are refused.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use pulumi_wasm_core::text::quoted;
use pulumi_wasm_packages::plugin_folder::{FILE, PluginFolder};
use pulumi_wasm_platform::env;
use tokio::process::Command;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::output::{self, Message, Output};
use super::{options, plugin_folder};
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::{InstallDependenciesRequest, InstallDependenciesResponse};

/// The files that make a folder the project of a provider, in each language of the tool.
const PROJECT_FILES: [&str; 7] = [
    "Cargo.toml",
    "go.mod",
    "package.json",
    "provider.c",
    "provider.cpp",
    "provider.zig",
    "pyproject.toml",
];

pub(super) fn serve(
    request: &InstallDependenciesRequest,
) -> Result<Output<InstallDependenciesResponse>, Status> {
    let folder = Path::new(plugin_folder(request.info.as_ref())?);
    let place = PluginFolder::new(folder.to_owned(), options(request.info.as_ref())?);
    let is_project = || PROJECT_FILES.iter().any(|file| folder.join(file).is_file());
    // The folder of a program is not built.
    let is_plugin = || folder.join(FILE).is_file();
    if !place.lacks_its_component() || !is_project() || !is_plugin() {
        let (_, nothing) = tokio::sync::mpsc::channel(1);
        return Ok(ReceiverStream::new(nothing));
    }
    let here = std::env::current_dir().unwrap_or_default();
    if !place.is_of_project_around(&here) {
        return Err(status::failed_precondition(&format!(
            "`{0}` has the source of a provider and no component. A build would run code of its author, and the \
             folder is outside of the project around `{1}`, so the plugin did not build it\n\
             hint: read the source, and build it by `pulumi-wasm build {2}`; if Pulumi fetched the folder, build a copy of your own and \
             add that; or ask the author for a version with the component",
            folder.display(),
            here.display(),
            quoted(&folder.display().to_string())
        )));
    }
    let tool = tool().ok_or_else(|| {
        status::failed_precondition(&format!(
            "`{}` has the source of a provider and no component, and `pulumi-wasm`, which builds it, is not on PATH\n\
             hint: install the tool, or put the built component into the folder",
            folder.display()
        ))
    })?;
    let mut command = Command::new(tool);
    command.arg("build").arg(folder).current_dir(folder);
    output::of_process(command).map_err(|error| {
        status::failed_precondition(&format!("`pulumi-wasm build` does not start: {error}"))
    })
}

/// The tool that builds providers.
fn tool() -> Option<PathBuf> {
    let name = format!("pulumi-wasm{EXE_SUFFIX}");
    env::program_folders()
        .into_iter()
        .map(|folder| folder.join(&name))
        .find(|tool| tool.is_file())
}

impl Message for InstallDependenciesResponse {
    fn stdout(piece: Bytes) -> Self {
        Self {
            stdout: piece,
            ..Self::default()
        }
    }

    fn stderr(piece: Bytes) -> Self {
        Self {
            stderr: piece,
            ..Self::default()
        }
    }

    fn end(status: i32) -> Result<Option<Self>, Status> {
        match status {
            0 => Ok(None),
            _ => Err(status::failed_precondition(
                "`pulumi-wasm build` failed, as it says above",
            )),
        }
    }
}
