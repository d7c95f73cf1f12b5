//! `pulumi-wasm cache add`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::Loader;
use tokio::runtime::Builder;

use crate::component::ToStandardError;
use crate::limits::LimitArguments;
use crate::terminal::print_line;

/// The files to add.
#[derive(Debug, Args)]
pub(crate) struct AddArguments {
    /// Component files
    #[arg(required = true, value_name = "FILE")]
    components: Vec<PathBuf>,
    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn run(arguments: &AddArguments) -> anyhow::Result<()> {
    let loader = Loader::from_environment()?.without_journal();
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .thread_stack_size(pulumi_wasm_sandbox::scheduler::STACK_BYTES)
        .enable_all()
        .build()?;
    let log: Arc<dyn LogSink> = Arc::new(ToStandardError);
    let limits = arguments.limits.limits();
    for file in &arguments.components {
        let kept = runtime.block_on(loader.keep_file(file, &limits, &log))?;
        let (name, version) = (Excerpt::name(&kept.name), Excerpt::name(&kept.version));
        print_line(format_args!("{}  {name} {version}", kept.digest));
    }
    Ok(())
}
