//! Commands of `pulumi-wasm`, in the project of a scene.

use std::process::Stdio;

use tokio::process::Command;

use super::scene::{Scene, shared_cache};
use crate::{programs, within};

/// The result of a command of the tool.
pub struct Ran {
    pub status: i32,
    pub output: String,
    pub errors: String,
}

impl Ran {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.output)
            .unwrap_or_else(|error| panic!("{error}: {}{}", self.output, self.errors))
    }
}

/// The tool, ready to be started in the scene's project.
pub fn command(scene: &Scene, words: &[&str]) -> Command {
    let mut command = Command::new(programs::tool());
    command
        .args(words)
        .current_dir(scene.project())
        .env("PULUMI_HOME", scene.home())
        .env("PULUMI_WASM_CACHE_DIR", shared_cache())
        .stdin(Stdio::null())
        .kill_on_drop(true);
    command
}

/// The file in which `try` records the Thing `one` of the scene's project, in the folder of the user.
pub fn kept(scene: &Scene) -> std::path::PathBuf {
    let folder = scene.home().join("wasm/try");
    let projects = std::fs::read_dir(&folder).into_iter().flatten();
    let project = projects.flatten().next().map(|project| project.path());
    let project = project.unwrap_or_else(|| folder.join("none"));
    project.join("acme-index-Thing/one.json")
}

/// Runs the tool to its end.
pub async fn tool(scene: &Scene, words: &[&str]) -> Ran {
    ran(command(scene, words)).await
}

/// Runs a command of the tool to its end.
pub async fn ran(mut command: Command) -> Ran {
    let output = within(command.output()).await.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        status: output.status.code().unwrap_or(-1),
        output: text(output.stdout),
        errors: text(output.stderr),
    }
}
