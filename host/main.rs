//! `pulumi-resource-wasm`, the plugin that the Pulumi engine launches.

use std::io::{IsTerminal, Stderr, Write};
use std::panic::PanicHookInfo;
use std::process::ExitCode;
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::Context;
use mimalloc::MiMalloc;
use pulumi_wasm_core::text::printable;
use pulumi_wasm_host::cli::{Cli, Command, Role};
use pulumi_wasm_host::pulumi::{ServeOptions, language, serve};
use pulumi_wasm_packages::Loader;
use pulumi_wasm_packages::own_package::OwnPackage;
use pulumi_wasm_packages::program_mark;
use pulumi_wasm_platform::env;
use pulumi_wasm_platform::peers::AllowedUsers;
use pulumi_wasm_platform::process::raise_descriptors;
use pulumi_wasm_platform::termination::{Termination, Watched};
use pulumi_wasm_sandbox::engine::{run_compile_worker, run_symbolize_worker};
use pulumi_wasm_sandbox::scheduler;
use pulumi_wasm_sandbox::scheduler::STACK_BYTES;
use pulumi_wasm_terraform as terraform;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// A call allocates many small values. This allocator needs about half of the time of the system's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// A signal ends the process within a second. At most this part of it is for dropping running work, which takes some
/// milliseconds if the processors are not busy.
const SHUTDOWN_TIME: Duration = Duration::from_millis(500);
/// Extra time for guests that compute in that moment. Other processes of the machine may be ahead of them.
const TURN_TIME: Duration = Duration::from_millis(400);
/// The rest of the second. Then the process is ended, even if it is busy.
const REST_TIME: Duration = Duration::from_millis(40);

/// The name of this program for the code that makes bundles.
static MARK: [u8; program_mark::LENGTH] = program_mark::of_this_build();

fn main() -> ExitCode {
    // Otherwise the linker removes symbols without a reference.
    std::hint::black_box(&MARK);
    let cli = Cli::of_process();
    match &cli.command {
        // It never handles values of a program, so its parent gets the standard library's text of a panic.
        Some(Command::Compile(arguments)) => return run_compile_worker(arguments),
        Some(Command::Symbolize(arguments)) => return run_symbolize_worker(arguments),
        None => {}
    }
    std::panic::set_hook(Box::new(note_panic));
    if cli.logtostderr || cli.verbosity.is_some() {
        let level = if cli.verbosity.unwrap_or(0) > 5 {
            tracing::Level::TRACE
        } else {
            tracing::Level::DEBUG
        };
        // Standard output belongs to the port; traces of libraries would bury the host's messages.
        tracing_subscriber::registry()
            .with(tracing_subscriber::fmt::layer().with_writer(|| Traced(std::io::stderr())))
            .with(Targets::new().with_target("pulumi_wasm", level))
            .init();
    }
    let host = std::thread::Builder::new()
        .name("host".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || run(cli));
    match host.map_err(anyhow::Error::from).and_then(finished) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let reason = format!("{error:#}");
            // The reader may have ended: an engine that ended closed its side.
            writeln!(std::io::stderr(), "error: {}", printable(&reason)).ok();
            ExitCode::FAILURE
        }
    }
}

/// Standard error without control characters: traces contain texts of components and servers.
struct Traced(Stderr);

impl Write for Traced {
    /// Writes a whole line at once.
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        self.0.write_all(printable(&text).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// Notes a failure of the host itself. A message may contain a value of the program beside the fixed text, and the
/// engine shows standard error to people.
fn note_panic(panic: &PanicHookInfo<'_>) {
    let place = panic
        .location()
        .map(ToString::to_string)
        .unwrap_or_default();
    let message = panic.payload().downcast_ref::<&'static str>();
    let message = message.unwrap_or(&"(its message is left out, because it may have values in it)");
    // `eprintln!` fails if its reader is gone, and a failure in here would end the process.
    writeln!(std::io::stderr(), "the plugin failed at {place}: {message}").ok();
}

/// Waits for the thread that does the work.
fn finished(host: JoinHandle<anyhow::Result<()>>) -> anyhow::Result<()> {
    host.join().unwrap_or_else(|_| {
        Err(anyhow::anyhow!(
            "the plugin failed; this is a mistake in it"
        ))
    })
}

fn run(cli: Cli) -> anyhow::Result<()> {
    let role = cli.role();
    let started = match &role {
        Role::TerraformProvider(place) => Some(terraform::Started::of_process(
            place,
            cli.reattach.as_deref(),
        )?),
        _ => None,
    };
    let is_terraform = started.is_some();
    if !is_terraform && cli.reattach.is_some() {
        anyhow::bail!(
            "`--reattach` is for the program of a Terraform provider\n\
             hint: `pulumi-wasm terraform` makes it: `override/terraform-provider-NAME`; for Pulumi, use `--attach`"
        );
    }
    let has_core = matches!(started, Some(terraform::Started::ByCore(_)));
    let is_by_hand = cli.engine_address.is_none() && !cli.attach && !is_terraform;
    if is_by_hand && std::io::stdin().is_terminal() {
        if let Role::Provider(Some(OwnPackage::Bundle(bundle))) = &role {
            anyhow::bail!(
                "this is the provider `{0}` as a plugin of Pulumi, and the Pulumi engine starts it\n\
                 hint: programs use its types once it is installed; to debug, start it with `--attach`; more with `--help`",
                bundle.name()
            );
        }
        anyhow::bail!(
            "this is a plugin of Pulumi, and the Pulumi engine starts it\n\
             hint: to use a component, run `pulumi package add wasm ./acme.wasm` in a project; to debug, start it with \
             `--attach`; more with `--help`"
        );
    }
    // Signals are waited for before the port is announced.
    let watched = Watched {
        // The terminal interrupts the plugins of Terraform together with it, and it asks them to stop by a call.
        ignores_interrupts: has_core,
        terminate: true,
        parent: cli.engine_address.is_some() || has_core,
    };
    let termination = Termination::start(watched, || SHUTDOWN_TIME + TURN_TIME + REST_TIME, 1)
        .context("cannot wait for signals")?;
    let users = env::allowed_users();
    let allowed_users =
        AllowedUsers::named(&cli.allowed_users, users.as_deref()).map_err(anyhow::Error::msg)?;
    // Nothing in this process is limited to the first of them.
    raise_descriptors();
    // Calls are short or wait for a network: one thread serves them faster than two that hand them over. Long work has
    // separate threads; a runtime of this kind can start a thread that takes over if the host itself is long.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("host")
        .thread_stack_size(STACK_BYTES)
        .enable_all()
        // Many short computations in a row must not hold up messages.
        .event_interval(1)
        .build()?;
    let served = match role {
        Role::Provider(own) => runtime.block_on(serve(ServeOptions {
            engine_address: cli.engine_address,
            loader: Loader::from_environment()?.for_own(own),
            termination,
            allowed_users,
        })),
        Role::TerraformProvider(place) => match started {
            Some(started) => runtime.block_on(terraform::serve(terraform::ServeOptions {
                started,
                loader: Loader::from_environment()?,
                own: OwnPackage::Bundle(place),
                termination,
            })),
            // Each program of this role has it.
            None => Ok(()),
        },
        Role::LanguageHost => runtime.block_on(language::serve(language::LanguageOptions {
            termination,
            allowed_users,
        })),
    };
    // Running work is dropped, with its child processes and temporary files. Work that cannot be dropped (a comparison
    // of files) has no further use, so the process does not wait for it.
    runtime.shutdown_timeout(SHUTDOWN_TIME);
    scheduler::settle(TURN_TIME);
    served
}
