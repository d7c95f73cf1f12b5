//! Turning a component into machine code: once per machine, in a child process, whoever asks.
//!
//! A child, because compiling takes hundreds of megabytes that would stay with a process that lives through a whole
//! deployment, and because a compiler that fails must not take the provider with it.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use wasmtime::component::Component;

use super::{CodeCache, Engine, EngineError};
use crate::limits::{Limit, Limits};
use crate::provider::call::{LogSink, Severity};
use crate::provider::error::CallError;

/// The first argument of the child process.
pub const COMPILE_COMMAND: &str = "compile-component";

/// Makes components ready to be instantiated.
#[derive(Clone)]
pub struct Compiler {
    engine: Engine,
    cache: CodeCache,
    /// The program that compiles; none compiles in this process.
    program: Option<PathBuf>,
}

impl Compiler {
    /// A compiler that starts `program compile-component FILE ENTRY` for each component that is not in the cache.
    #[must_use]
    pub fn new(engine: Engine, cache: CodeCache, program: Option<PathBuf>) -> Self {
        Self {
            engine,
            cache,
            program,
        }
    }

    /// The same compiler for the engine whose guests have a stack of so many bytes.
    ///
    /// # Errors
    /// When that engine cannot be made.
    pub fn with_stack(&self, bytes: usize) -> Result<Self, EngineError> {
        Ok(Self {
            engine: self.engine.with_stack(bytes)?,
            ..self.clone()
        })
    }

    /// The engine that compiled code is for.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The compiled component: from the cache, else compiled now. The file is read only in the second case, and its
    /// digest must have been verified when it was stored.
    ///
    /// # Errors
    /// When the file cannot be read or compiled, or compiling takes too long.
    pub async fn ready(
        &self,
        file: &Path,
        digest: &str,
        label: &str,
        limits: &Limits,
        log: &dyn LogSink,
    ) -> Result<Component, CallError> {
        let entry = match self.cache.entry(&self.engine, digest) {
            Ok(entry) => entry,
            Err(error) => {
                log.log(
                    Severity::Warning,
                    "",
                    &format!("{error}; `{label}` is compiled for this run only, which takes a while each time"),
                    false,
                );
                return self.compile_here(file, label).await;
            }
        };
        if let Some(component) = CodeCache::load(&self.engine, &entry) {
            return Ok(component);
        }
        log.log(
            Severity::Info,
            "",
            &format!("compiling `{label}`, once on this machine"),
            true,
        );
        match &self.program {
            Some(program) => {
                self.compile_in_child(program, file, &entry, label, limits)
                    .await?
            }
            None => {
                let (engine, file, entry) = (self.engine.clone(), file.to_owned(), entry.clone());
                tokio::task::spawn_blocking(move || compile_to_file(&engine, &file, &entry))
                    .await
                    .map_err(|error| unusable(label, &error.to_string()))?
                    .map_err(|error| unusable(label, &error))?;
            }
        }
        match CodeCache::load(&self.engine, &entry) {
            Some(component) => Ok(component),
            None => self.compile_here(file, label).await,
        }
    }

    async fn compile_in_child(
        &self,
        program: &Path,
        file: &Path,
        entry: &Path,
        label: &str,
        limits: &Limits,
    ) -> Result<(), CallError> {
        let child = tokio::process::Command::new(program)
            .arg(COMPILE_COMMAND)
            .arg(file)
            .arg(entry)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .output();
        let limit = limits.time(Limit::CompileTime);
        let output = tokio::time::timeout(limit, child)
            .await
            .map_err(|_| CallError::Limit {
                limit: format!(
                    "{} of {} for compiling `{label}`",
                    Limit::CompileTime.name(),
                    Limit::CompileTime.show(limits.get(Limit::CompileTime))
                ),
                knob: limits.knob(Limit::CompileTime),
            })?;
        let output = output
            .map_err(|error| unusable(label, &format!("cannot start the compiler: {error}")))?;
        if output.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let reason = text.trim();
        let reason = if reason.is_empty() {
            format!("the compiler ended with {}", output.status)
        } else {
            reason.to_owned()
        };
        Err(unusable(label, &reason))
    }

    /// Compiles without leaving anything on disk.
    async fn compile_here(&self, file: &Path, label: &str) -> Result<Component, CallError> {
        let (engine, file) = (self.engine.clone(), file.to_owned());
        tokio::task::spawn_blocking(move || {
            let bytes = std::fs::read(&file)
                .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
            Component::new(engine.wasmtime(), bytes).map_err(|error| format!("{error:#}"))
        })
        .await
        .map_err(|error| unusable(label, &error.to_string()))?
        .map_err(|error| unusable(label, &error))
    }
}

/// Compiles a component file and puts the code into the cache, unless another process was faster: whoever holds the
/// lock beside the entry compiles, the others wait and find it done. This is what the child process runs.
///
/// # Errors
/// A sentence: what could not be read, compiled or written.
pub fn compile_to_file(engine: &Engine, file: &Path, entry: &Path) -> Result<(), String> {
    let write_failed = |error: std::io::Error| {
        let full = error.kind() == std::io::ErrorKind::StorageFull;
        let hint = if full {
            "; free some room on that disk"
        } else {
            ""
        };
        format!(
            "cannot write to the cache {}: {error}{hint}",
            entry.display()
        )
    };
    let lock_path = entry.with_extension("lock");
    let lock = File::create(&lock_path).map_err(write_failed)?;
    lock.lock().map_err(write_failed)?;
    if CodeCache::load(engine, entry).is_some() {
        return Ok(());
    }
    remove_unfinished(entry);
    let bytes =
        std::fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let code = engine
        .wasmtime()
        .precompile_component(&bytes)
        .map_err(|error| format!("{error:#}"))?;
    let unfinished = entry.with_extension(format!("{}.tmp", std::process::id()));
    let written = File::create(&unfinished)
        .and_then(|mut output| output.write_all(&code))
        .and_then(|()| std::fs::rename(&unfinished, entry));
    if let Err(error) = written {
        // Half a file is of no use; that it cannot be removed either changes nothing.
        drop(std::fs::remove_file(&unfinished));
        return Err(write_failed(error));
    }
    // The lock file is left: removing it would let two processes hold two different locks.
    Ok(())
}

/// Removes what processes left that were ended while they wrote the entry. Called under the entry's lock: nobody writes.
fn remove_unfinished(entry: &Path) {
    let (Some(folder), Some(stem)) = (entry.parent(), entry.file_stem()) else {
        return;
    };
    let files = std::fs::read_dir(folder).into_iter().flatten();
    for path in files.filter_map(Result::ok).map(|file| file.path()) {
        let is_ours = path
            .file_stem()
            .is_some_and(|name| Path::new(name).file_stem() == Some(stem));
        if is_ours && path.extension().is_some_and(|found| found == "tmp") {
            // It only takes room: whoever compiles next tries again.
            drop(std::fs::remove_file(path));
        }
    }
}

fn unusable(label: &str, reason: &str) -> CallError {
    CallError::Unusable {
        reason: format!("cannot compile `{label}`: {reason}"),
        hint: None,
    }
}
