//! The compiling process, seen by its parent: started bare, waited for, and understood by how it ended.

use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ExitStatus, Stdio};

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::error::CallError;
use rustix::process::Signal;
use tokio::io::AsyncReadExt;
use tokio::process::Command;
use tokio::sync::Semaphore;

use super::CompileOrder;
use super::job::{Failure, Job};
use super::worker::WorkerFailure;

/// The child writes a sentence; a longer text is cut off.
const WORDS_BYTES: u64 = 16 << 10;

/// Child processes that compile at once. Each may take gigabytes, and some descriptors.
static CHILDREN: Semaphore = Semaphore::const_new(4);

/// Compiles a component in a separate child process, and returns the code, in a file without a name.
pub(super) async fn compile(program: &Path, job: &Job<'_>) -> Result<File, Failure> {
    let _place = CHILDREN.acquire().await;
    let component = File::open(job.file)
        .map_err(|error| job.passing(&format!("cannot read {}: {error}", job.file.display())))?;
    let cannot_start =
        |error: std::io::Error| job.passing(&format!("cannot start the compiler: {error}"));
    let code = nameless_file().map_err(cannot_start)?;
    let mut child = Command::new(program)
        .args(CompileOrder::new(job.digest, job.limits).words())
        .env_clear()
        .current_dir("/")
        .process_group(0)
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
    match status.success() {
        true => Ok(code),
        false => Err(explain(job, status, String::from_utf8_lossy(&words).trim())),
    }
}

/// The reason why a child process failed: its words, or the limit that ended it.
fn explain(job: &Job<'_>, status: ExitStatus, words: &str) -> Failure {
    let failure = status.code().and_then(WorkerFailure::of_status);
    match failure {
        Some(WorkerFailure::Damaged) => Failure::passing(CallError::Unusable {
            reason: format!(
                "cannot compile `{}`: the file {} is damaged: it is not the one with the digest sha256:{}",
                job.label,
                job.file.display(),
                job.digest
            ),
            hint: Some(
                "see what else is damaged with `pulumi-wasm cache verify`, and add the package again with the file that it was \
                 added with"
                    .to_owned(),
            ),
        }),
        Some(WorkerFailure::TooLarge) => job.limit(Limit::CompiledSize),
        Some(WorkerFailure::Unwritable) => job.passing(&format!("cannot hand over the code: {words}")),
        _ if is_signal(status, Signal::XCPU) => job.limit(Limit::CompileTime),
        _ if is_signal(status, Signal::XFSZ) => job.limit(Limit::CompiledSize),
        _ if ran_out_of_memory(status, words) => job.limit(Limit::CompileMemory),
        _ if is_signal(status, Signal::KILL) => job.passing(
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

fn is_signal(status: ExitStatus, signal: Signal) -> bool {
    status.signal() == Some(signal.as_raw())
}

/// Whether the system refused memory. The system has no signal for that: the process says so in the words of the
/// standard library, of the system's error, or of a thread that could not be started, whose panic finds no memory
/// either.
fn ran_out_of_memory(status: ExitStatus, words: &str) -> bool {
    let said = [
        "memory allocation of",
        "Cannot allocate memory",
        "(os error 12)",
        "(os error 11)",
        "code: 12,",
        "code: 11,",
        "unix/stack_overflow.rs",
        "failed to initiate panic",
    ];
    !status.success() && said.iter().any(|text| words.contains(text))
}

/// A file that only this process and those that it gives it to can see, and that is gone with them.
#[cfg(target_os = "linux")]
pub(super) fn nameless_file() -> std::io::Result<File> {
    use rustix::fs::{MemfdFlags, memfd_create};
    Ok(File::from(memfd_create(
        "pulumi-wasm-code",
        MemfdFlags::CLOEXEC,
    )?))
}

/// A file that only this process and those that it gives it to can see, and that is gone with them.
#[cfg(not(target_os = "linux"))]
pub(super) fn nameless_file() -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("pulumi-wasm-code-{}-{number}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let file = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&path)?;
    std::fs::remove_file(path)?;
    Ok(file)
}
