//! The compiling process, seen by its parent: started bare, waited for, and understood by how it ended.

use std::fs::File;
use std::path::Path;
use std::process::{ExitStatus, Stdio};

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_platform::child::{EndedBy, ended_by, ran_out_of_memory, start_apart};
use pulumi_wasm_platform::{files, regular_file};
use tokio::io::AsyncReadExt;
use tokio::process::Command;
use tokio::sync::Semaphore;

use super::CompileArguments;
use super::job::{Failure, Job};
use super::worker::WorkerFailure;

/// The child writes a sentence; a longer text is cut off.
const WORDS_BYTES: u64 = 16 << 10;

/// Child processes that compile at once. Each child may use gigabytes of memory, and some descriptors.
static CHILDREN: Semaphore = Semaphore::const_new(4);

/// Compiles a component in a separate child process, and returns the code, in a file without a name.
pub(super) async fn compile(program: &Path, job: &Job<'_>) -> Result<File, Failure> {
    let _place = CHILDREN.acquire().await;
    let component = regular_file::open(job.file)
        .map_err(|error| job.passing(&format!("cannot read {}: {error}", job.file.display())))?;
    let cannot_start =
        |error: std::io::Error| job.passing(&format!("cannot start the compiler: {error}"));
    let code = files::nameless().map_err(cannot_start)?;
    let mut command = Command::new(program);
    let mut child = start_apart(&mut command)
        .args(CompileArguments::new(job.digest, job.limits).words())
        .env_clear()
        .current_dir("/")
        .stdin(component)
        .stdout(code.try_clone().map_err(cannot_start)?)
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(cannot_start)?;
    let mut words = Vec::new();
    if let Some(stream) = child.stderr.take() {
        // Its words are only a help; its exit status counts.
        drop(stream.take(WORDS_BYTES).read_to_end(&mut words).await);
    }
    let status = child.wait().await.map_err(cannot_start)?;
    if status.success() {
        Ok(code)
    } else {
        Err(explain(job, status, String::from_utf8_lossy(&words).trim()))
    }
}

/// The reason why a child process failed: its words, or the limit that ended it.
fn explain(job: &Job<'_>, status: ExitStatus, words: &str) -> Failure {
    let failure = status.code().and_then(WorkerFailure::of_status);
    let ended_by = ended_by(status);
    match failure {
        Some(WorkerFailure::Damaged) => Failure::passing(CallError::Unusable {
            reason: format!(
                "cannot compile `{}`: the file {} is damaged: its digest is not sha256:{}",
                job.label,
                job.file.display(),
                job.digest
            ),
            hint: Some(
                "find other damage with `pulumi-wasm cache verify`; the package with its original file, installed or added again, replaces the damaged one"
                    .to_owned(),
            ),
        }),
        Some(WorkerFailure::TooLarge) => job.limit(Limit::CompiledSize),
        Some(WorkerFailure::Unwritable) => job.passing(&format!("cannot hand over the code: {words}")),
        _ if ended_by == Some(EndedBy::Time) => job.limit(Limit::CompileTime),
        _ if ended_by == Some(EndedBy::FileSize) => job.limit(Limit::CompiledSize),
        _ if ran_out_of_memory(words) => job.limit(Limit::CompileMemory),
        _ if ended_by == Some(EndedBy::Killed) => job.passing(
            "the compiler was killed from outside, perhaps because the machine had no memory left",
        ),
        Some(WorkerFailure::Other) => job.lasting(words),
        None if words.contains("overflowed its stack") => {
            job.lasting("it is nested too deeply for the compiler")
        }
        None => job.lasting(&format!("the compiler failed ({status}) {}", in_one_line(words))),
    }
}

/// The words of a crashed process, without those for its authors.
fn in_one_line(words: &str) -> String {
    let lines: Vec<&str> = words
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("note: "))
        .collect();
    lines.join(" ")
}
