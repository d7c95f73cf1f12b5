//! The reading process, seen by its parent: started bare, waited for, and ended with its time.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use pulumi_wasm_platform::child::start_apart;
use pulumi_wasm_platform::regular_file;
use tokio::io::AsyncReadExt;
use tokio::process::Command;

use super::arguments::{CodeAddress, SymbolizeArguments};
use super::symbol::Answer;

/// The size of a child's answer, in bytes: a larger one is not a valid answer.
const ANSWER_BYTES: u64 = 1 << 20;

/// Looks addresses up in a child process.
///
/// # Errors
/// The reason for a missing answer: the child could not be started, crashed, or took too long.
pub(super) async fn read(
    program: &Path,
    file: &Path,
    addresses: &[CodeAddress],
    time: Duration,
) -> Result<Answer, String> {
    let answer = tokio::time::timeout(time, ask(program, file, addresses)).await;
    answer.unwrap_or_else(|_| Err(format!("it was not read after {} ms", time.as_millis())))
}

async fn ask(program: &Path, file: &Path, addresses: &[CodeAddress]) -> Result<Answer, String> {
    let failed = |error: std::io::Error| error.to_string();
    let component = regular_file::open(file).map_err(failed)?;
    let arguments = SymbolizeArguments::new(addresses);
    let mut command = Command::new(program);
    let mut child = start_apart(&mut command)
        .args(arguments.words())
        .env_clear()
        .current_dir("/")
        .stdin(component)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(failed)?;
    let mut answer = Vec::new();
    if let Some(output) = child.stdout.take() {
        let mut output = output.take(ANSWER_BYTES);
        output.read_to_end(&mut answer).await.map_err(failed)?;
    }
    let status = child.wait().await.map_err(failed)?;
    if !status.success() {
        return Err(format!("the process that read it failed ({status})"));
    }
    serde_json::from_slice(&answer).map_err(|error| error.to_string())
}
