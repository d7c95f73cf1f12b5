//! The command line of a compiling process: the limits that it sets itself, and its parent.

use pulumi_wasm_capability::limits::{Limit, Limits};

/// The first argument of the child process.
pub const COMPILE_COMMAND: &str = "compile-component";

/// The arguments of the compiling process. It reads the component from standard input, and writes the code to
/// standard output.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct CompileArguments {
    /// The SHA-256 of the component, in hexadecimal
    #[arg(long)]
    pub digest: String,
    /// Bytes of memory
    #[arg(long)]
    pub memory: u64,
    /// Bytes of code
    #[arg(long)]
    pub code: u64,
    /// Seconds of computing, on all processors together
    #[arg(long)]
    pub seconds: u64,
    /// The parent process
    #[arg(long)]
    pub parent: u32,
}

impl CompileArguments {
    /// The arguments for a child of this process, under a package's limits.
    pub(super) fn new(digest: &str, limits: &Limits) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        let seconds = limits.get(Limit::CompileTime).div_ceil(1000);
        Self {
            digest: digest.to_owned(),
            memory: limits.get(Limit::CompileMemory),
            code: limits.get(Limit::CompiledSize),
            // The main limit is on elapsed time, and the waiting parent enforces it. This limit covers the case that
            // the parent has ended.
            seconds: seconds.saturating_mul(processors).saturating_add(1),
            parent: std::process::id(),
        }
    }

    /// The words of the command line.
    pub(super) fn words(&self) -> Vec<String> {
        vec![
            COMPILE_COMMAND.to_owned(),
            format!("--digest={}", self.digest),
            format!("--memory={}", self.memory),
            format!("--code={}", self.code),
            format!("--seconds={}", self.seconds),
            format!("--parent={}", self.parent),
        ]
    }
}
