//! Turning a component into machine code: once per machine, in a child process.
//!
//! A child, because compiling takes hundreds of megabytes that would stay with a process that lives through a whole
//! deployment, and because a component made to be a burden for the compiler must not take the provider with it.

mod arguments;
mod child;
mod job;
mod worker;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use arguments::{COMPILE_COMMAND, CompileArguments};
use job::{Failure, Failures, Job};
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_platform::private_folder::FolderError;
use pulumi_wasm_platform::{files, regular_file};
use wasmtime::component::Component;
pub use worker::run_compile_worker;

use super::cache::{CacheError, EntryLock, OpenCache, map};
use super::crash::symbols::Symbolizer;
use super::{CodeCache, Engine, error_text};

/// The most bytes of a component that is compiled in this process, whatever its limit says.
const MAX_BYTES: u64 = 4 << 30;
/// The interval of progress messages for a waiting user.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);
/// The first and the longest pause before the host checks again whether another process has finished.
const LOOK_AGAIN: [Duration; 2] = [Duration::from_millis(5), Duration::from_millis(100)];

/// Compiles components.
#[derive(Clone)]
pub struct Compiler {
    engine: Engine,
    cache: CodeCache,
    /// The program that compiles; without it, no component is compiled in this process.
    program: Option<PathBuf>,
    failures: Arc<Failures>,
    symbolizer: Symbolizer,
    /// Whether the warning about the missing cache was shown.
    warned: Arc<AtomicBool>,
}

impl Compiler {
    /// A compiler that starts `program compile-component …` for each component that is not in the cache.
    #[must_use]
    pub fn new(engine: Engine, cache: CodeCache, program: Option<PathBuf>) -> Self {
        Self {
            engine,
            cache,
            symbolizer: Symbolizer::new(program.clone()),
            program,
            failures: Arc::default(),
            warned: Arc::default(),
        }
    }

    /// The engine that the code is compiled for.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Finds places in the sources of components that are compiled here.
    pub(super) fn symbolizer(&self) -> &Symbolizer {
        &self.symbolizer
    }

    /// The compiled component: from the cache, else compiled now. The file is read only in the second case, and must
    /// have that digest. A compilation that failed because of the component or its limits is not tried again by this
    /// process.
    ///
    /// # Errors
    /// When the file cannot be read or compiled, or compiling reaches a limit.
    pub async fn ready(
        &self,
        file: &Path,
        digest: &str,
        label: &str,
        limits: &Limits,
        log: &dyn LogSink,
    ) -> Result<Component, CallError> {
        let job = Job::new(file, digest, label, limits, log);
        if let Some(error) = self.failures.of(&job) {
            return Err(error);
        }
        let work = tokio::time::timeout(limits.time(Limit::CompileTime), self.find_or_make(&job));
        tokio::pin!(work);
        let begun = tokio::time::Instant::now();
        let mut progress = tokio::time::interval_at(begun + PROGRESS_EVERY, PROGRESS_EVERY);
        let made = loop {
            tokio::select! {
                biased;
                made = &mut work => break made,
                _ = progress.tick() => job.tell_progress(begun.elapsed()),
            }
        };
        made.unwrap_or_else(|_| Err(job.limit(Limit::CompileTime)))
            .map_err(|failure| self.failures.note(&job, failure))
    }

    async fn find_or_make(&self, job: &Job<'_>) -> Result<Component, Failure> {
        match self.find(job) {
            Ok(Some(component)) => return Ok(component),
            Ok(None) => {}
            Err(error) => {
                self.warn_of(&error, job);
                return self.make(job, None).await;
            }
        }
        let text = format!("compiling `{}`, once on this machine", job.label);
        job.log(Severity::Info, &text, true);
        let cache = match self.cache.open(&self.engine, true) {
            Ok(Some(cache)) => cache,
            Ok(None) => return self.make(job, None).await,
            Err(error) => {
                self.warn_of(&error, job);
                return self.make(job, None).await;
            }
        };
        let [mut pause, longest] = LOOK_AGAIN;
        let lock = loop {
            match cache.try_lock(job.digest) {
                Ok(Some(lock)) => break lock,
                Ok(None) => {
                    job.waits(true);
                    tokio::time::sleep(pause).await;
                    pause = longest.min(pause * 2);
                }
                Err(error) => {
                    self.warn_of(&self.cache.unusable(error), job);
                    return self.make(job, None).await;
                }
            }
        };
        job.waits(false);
        // Another process may have compiled it in the meantime.
        let error = match cache.load(job.digest) {
            Ok(Some(component)) => {
                cache.unlock(lock);
                return Ok(component);
            }
            Ok(None) => return self.make(job, Some((cache, lock))).await,
            Err(error) => error,
        };
        cache.unlock(lock);
        self.warn_of(&self.cache.unusable(error), job);
        self.make(job, None).await
    }

    fn find(&self, job: &Job<'_>) -> Result<Option<Component>, CacheError> {
        match self.cache.open(&self.engine, false)? {
            Some(cache) => cache
                .load(job.digest)
                .map_err(|error| self.cache.unusable(error)),
            None => Ok(None),
        }
    }

    /// Compiles, and stores the code in the cache if there is a cache. Without a cache, the code is used anyway.
    async fn make(
        &self,
        job: &Job<'_>,
        cache: Option<(OpenCache, EntryLock)>,
    ) -> Result<Component, Failure> {
        let begun = Instant::now();
        let code = match &self.program {
            Some(program) => child::compile(program, job).await?,
            None => self.compile_here(job).await?,
        };
        job.report_time(begun.elapsed());
        let (engine, digest) = (self.engine.clone(), job.digest.to_owned());
        // Code may be large: other calls do not wait while it is copied.
        let kept = tokio::task::spawn_blocking(move || keep(&engine, cache, &digest, code));
        let (component, problem) = kept
            .await
            .map_err(|error| job.passing(&error.to_string()))?;
        if let Some(problem) = problem {
            self.warn_of(&self.cache.unusable(problem), job);
        }
        component.map_err(|error| job.passing(&error_text(&error)))
    }

    /// Compiles in this process, for programs that compile their own author's components.
    async fn compile_here(&self, job: &Job<'_>) -> Result<File, Failure> {
        let (engine, file) = (self.engine.clone(), job.file.to_owned());
        let compiled = tokio::task::spawn_blocking(move || {
            let bytes = regular_file::read_within(&file, MAX_BYTES)
                .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
            engine
                .compiling()
                .map_err(|error| error.to_string())?
                .precompile_component(&bytes)
                .map_err(|error| error_text(&error))
        });
        let code = compiled
            .await
            .map_err(|error| job.passing(&error.to_string()))?
            .map_err(|reason| job.lasting(&reason))?;
        files::nameless()
            .and_then(|mut file| file.write_all(&code).map(|()| file))
            .map_err(|error| job.passing(&format!("cannot keep the code: {error}")))
    }

    /// Warns, once per process, that the cache is missing.
    fn warn_of(&self, error: &CacheError, job: &Job<'_>) {
        if self.warned.swap(true, Ordering::Relaxed) {
            return;
        }
        let text = format!(
            "{error}; missing code is compiled for this run only, which takes a while each time"
        );
        job.log(Severity::Warning, &text, false);
    }
}

/// Stores code in the cache and maps it from there. If that fails, logs the reason and loads the code from its present
/// place.
fn keep(
    engine: &Engine,
    cache: Option<(OpenCache, EntryLock)>,
    digest: &str,
    mut code: File,
) -> (Result<Component, wasmtime::Error>, Option<FolderError>) {
    let kept = cache.map(|(cache, lock)| {
        let kept = cache
            .put(digest, &mut code)
            .and_then(|()| cache.load(digest));
        cache.unlock(lock);
        kept
    });
    match kept {
        Some(Ok(Some(component))) => (Ok(component), None),
        Some(Err(problem)) => (map(engine, &code), Some(problem)),
        Some(Ok(None)) | None => (map(engine, &code), None),
    }
}
