//! RunPlugin: serves the component of a folder, by this program in another process.

use std::path::Path;

use bytes::Bytes;
use pulumi_wasm_core::text::Excerpt;
use tokio::process::Command;
use tonic::Status;

use super::output::{self, Message, Output};
use super::{options, plugin_folder};
use crate::cli::{FOLDER_FLAG, OPTIONS_FLAG};
use crate::pulumi::status;
use crate::pulumi::wire::pulumirpc::run_plugin_response::Output as Piece;
use crate::pulumi::wire::pulumirpc::{RunPluginRequest, RunPluginResponse};

pub(super) fn serve(request: &RunPluginRequest) -> Result<Output<RunPluginResponse>, Status> {
    // Engines from before the field existed ran only providers.
    if !matches!(request.kind.as_str(), "" | "resource") {
        return Err(status::failed_precondition(&format!(
            "`runtime: wasm` is for providers, and this is a plugin of the kind `{}`",
            Excerpt::name(&request.kind)
        )));
    }
    let folder = plugin_folder(request.info.as_ref())?;
    let program = std::env::current_exe().map_err(|error| {
        status::failed_precondition(&format!("the path of this program is not known: {error}"))
    })?;
    let mut command = Command::new(program);
    command
        .arg(FOLDER_FLAG)
        .arg(folder)
        .arg(OPTIONS_FLAG)
        .arg(options(request.info.as_ref())?)
        .args(&request.args)
        .env_clear()
        // Later options take precedence, as in the engine.
        .envs(request.env.iter().filter_map(|pair| pair.split_once('=')));
    if Path::new(&request.pwd).is_dir() {
        command.current_dir(&request.pwd);
    }
    output::of_process(command).map_err(|error| {
        status::failed_precondition(&format!("the plugin does not start: {error}"))
    })
}

impl Message for RunPluginResponse {
    fn stdout(piece: Bytes) -> Self {
        Self {
            output: Some(Piece::Stdout(piece)),
        }
    }

    fn stderr(piece: Bytes) -> Self {
        Self {
            output: Some(Piece::Stderr(piece)),
        }
    }

    fn end(status: i32) -> Result<Option<Self>, Status> {
        Ok(Some(Self {
            output: Some(Piece::Exitcode(status)),
        }))
    }
}
