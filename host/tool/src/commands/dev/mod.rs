//! `pulumi-wasm dev`: serves a provider to engines that attach, and rebuilds it whenever its sources change.

mod watch;

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_packages::{DevOverride, Loader, ServedComponent, Store, TemporaryFolder};
use pulumi_wasm_platform::env;
use pulumi_wasm_platform::peers::AllowedUsers;
use pulumi_wasm_platform::termination::{Termination, Watched};
use pulumi_wasm_sandbox::scheduler::STACK_BYTES;
use tokio::net::TcpListener;
use watch::Watch;

use crate::commands::build;
use crate::component::compiled_code::precompile;
use crate::local_provider::{INTERRUPTED, Printed};
use crate::project::Project;
use crate::terminal::{Console, Failure, Paint};

const EXAMPLES: &str = "\
Start it in one terminal, and use the provider in another, with the line that it prints:

  pulumi-wasm dev .
  PULUMI_DEBUG_PROVIDERS=wasm:41234 pulumi up

The project must have the package already (`pulumi package add wasm ./acme.wasm`): its grants and limits are those that \
were given then. What runs is what was built last, whatever digest was added; each command of Pulumi says so. A call that \
runs while a new version comes ends on the old one, and the next call is for the new one. A schema that changed reaches \
programs only when the package is added again.";

/// The provider to serve.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A project, which is built when it changes, or a component file, which is taken up when it changes
    #[arg(value_name = "DIR|FILE", default_value = ".")]
    target: PathBuf,
    /// The port to listen on, on 127.0.0.1 [default: a free one]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Serve engines of this user as well, a name or number; `*` for every user. More than once for several
    #[arg(long = "allow-user", value_name = "USER")]
    allowed_users: Vec<String>,
    /// Show messages of level debug as well
    #[arg(short, long)]
    verbose: bool,
}

/// Serves engines that attach to a listening socket and run as one of these users, with the loader's components, until
/// the future is dropped.
pub type Serve =
    fn(TcpListener, Loader, AllowedUsers) -> Pin<Box<dyn Future<Output = anyhow::Result<()>>>>;

/// How long the server may take to end when it is interrupted.
const SHUTDOWN_TIME: Duration = Duration::from_millis(900);

pub(crate) fn run(arguments: &Arguments, engines: Serve) -> anyhow::Result<()> {
    let watched = Watched {
        terminate: true,
        ..Watched::default()
    };
    let termination = Termination::start(watched, || SHUTDOWN_TIME, INTERRUPTED)
        .context("cannot wait for signals")?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_stack_size(STACK_BYTES)
        .enable_all()
        .event_interval(1)
        .build()?;
    let served = runtime.block_on(serve(arguments, engines, &termination));
    // A build that still runs is not waited for: its program ends with the terminal's interrupt.
    runtime.shutdown_background();
    served
}

async fn serve(
    arguments: &Arguments,
    engines: Serve,
    termination: &Termination,
) -> anyhow::Result<()> {
    let console = Console::new(false);
    let paint = Paint::of_stderr();
    let users = env::allowed_users();
    let users = AllowedUsers::named(&arguments.allowed_users, users.as_deref())
        .map_err(anyhow::Error::msg)?;
    let folder = TemporaryFolder::new().context("cannot make a temporary folder")?;
    let served = DevOverride::new(Store::new(folder.path().join("store")));
    let source = DevSource {
        target: arguments.target.clone(),
        console,
        loader: Loader::from_environment()?.serving(served),
        log: Arc::new(Printed {
            everything: arguments.verbose,
        }),
    };
    // Started before the first build, so that no change during the build is missed.
    let mut watch = Watch::new(&arguments.target)?;
    source.include_outside(&mut watch);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port))
        .await
        .with_context(|| format!("cannot listen on 127.0.0.1:{}", arguments.port))?;
    let port = listener.local_addr()?.port();
    let first = loop {
        let taken = source.take_up().await;
        source.include_outside(&mut watch);
        match taken {
            Ok(first) => break first,
            Err(error) => {
                eprintln!("{}: {}", paint.bad("error"), Failure(&error));
                eprintln!("{}", paint.dim("waiting for a change"));
                tokio::select! {
                    changed = watch.changed() => changed?,
                    () = termination.begun() => return Ok(()),
                }
            }
        }
    };
    eprintln!(
        "serving {} instead of the added digest; let Pulumi attach in another terminal:\n",
        paint.bold(&named(&first))
    );
    println!("PULUMI_DEBUG_PROVIDERS=wasm:{port} pulumi up");
    eprintln!(
        "\n{}",
        paint.dim(&format!(
            "watching {}; Ctrl-C ends it",
            arguments.target.display()
        ))
    );
    tokio::select! {
        served = engines(listener, source.loader.clone(), users) => served,
        ended = source.follow(watch) => ended,
        () = termination.begun() => Ok(()),
    }
}

/// The source that is built and served.
struct DevSource {
    target: PathBuf,
    console: Console,
    loader: Loader,
    log: Arc<dyn LogSink>,
}

impl DevSource {
    /// Builds the current sources and serves the component.
    async fn take_up(&self) -> anyhow::Result<ServedComponent> {
        let (target, console) = (self.target.clone(), self.console);
        let built = tokio::task::spawn_blocking(move || {
            if target.is_dir() {
                build::in_loop(&target, console).map(|built| built.component)
            } else {
                Ok(target)
            }
        });
        let file = built.await??;
        let component = self.loader.serve(&file, &self.log).await?;
        let (digest, console) = (component.digest.clone(), self.console);
        // The next call of an engine need not wait for it.
        let ahead = tokio::task::spawn_blocking(move || precompile(&file, &digest, console));
        if let Err(error) = ahead.await? {
            eprintln!(
                "{}: {}",
                Paint::of_stderr().note("warning"),
                Failure(&error)
            );
        }
        Ok(component)
    }

    /// Watches the sources outside of the target as well: of the project that the target is a part of, and of its modules in other folders.
    fn include_outside(&self, watch: &mut Watch) {
        if !self.target.is_dir() {
            return;
        }
        // The target may not be a project yet: then the build says so.
        let Ok(Project { folder, language }) = Project::find(&self.target) else {
            return;
        };
        let mut outside = language.outside_sources(&folder);
        outside.push(folder);
        for target in outside {
            if let Err(error) = watch.include(target) {
                eprintln!(
                    "{}: {}",
                    Paint::of_stderr().note("warning"),
                    Failure(&error)
                );
            }
        }
    }

    /// Handles one change after the other.
    async fn follow(&self, mut watch: Watch) -> anyhow::Result<()> {
        let paint = Paint::of_stderr();
        loop {
            watch.changed().await?;
            let taken = self.take_up().await;
            self.include_outside(&mut watch);
            match taken {
                Ok(component) if component.is_new => {
                    eprintln!("{} {}", paint.good("reloaded"), named(&component));
                }
                Ok(_) => eprintln!("{}", paint.dim("built again; the component is the same")),
                Err(error) => {
                    eprintln!("{}: {}", paint.bad("error"), Failure(&error));
                    eprintln!("{}", paint.dim("the last version is still served"));
                }
            }
        }
    }
}

fn named(component: &ServedComponent) -> String {
    let manifest = &component.manifest;
    format!(
        "{} {} ({})",
        manifest.name(),
        manifest.version(),
        component.digest
    )
}
