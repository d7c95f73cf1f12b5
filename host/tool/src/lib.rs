//! `pulumi-wasm`, the tool for people who make or inspect components. The protocol that `dev` serves is in the plugin.

/// Replaces the standard library's macro in all of this program: its output goes through [`terminal::print`].
macro_rules! println {
    () => { $crate::terminal::print(format_args!("\n")) };
    ($($text:tt)*) => { $crate::terminal::print(format_args!("{}\n", format_args!($($text)*))) };
}
macro_rules! print {
    ($($text:tt)*) => { $crate::terminal::print(format_args!($($text)*)) };
}
macro_rules! eprintln {
    () => { $crate::terminal::print_error(format_args!("\n")) };
    ($($text:tt)*) => { $crate::terminal::print_error(format_args!("{}\n", format_args!($($text)*))) };
}
macro_rules! eprint {
    ($($text:tt)*) => { $crate::terminal::print_error(format_args!($($text)*)) };
}

mod commands;
mod component;
mod files;
mod language;
mod limits;
mod local_provider;
mod project;
mod properties;
mod sdk;
mod terminal;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
pub use commands::dev::Serve;
use commands::{
    add, audit, build, bundle, cache, conformance, dev, diff, docs, grants, inspect, install, new,
    registry, terraform, test, r#try, wrap,
};
use limits::LimitArguments;
use pulumi_wasm_packages::without_credentials;
use pulumi_wasm_sandbox::engine::{
    COMPILE_COMMAND, CompileArguments, SYMBOLIZE_COMMAND, SymbolizeArguments, run_compile_worker,
    run_symbolize_worker,
};
use terminal::Failure;

/// The text that the list of commands lacks: the commands to begin with.
const BEGINNING: &str = "\
To begin:
  pulumi-wasm new --lang python demo && cd demo
  pulumi-wasm build
  pulumi-wasm test

`pulumi-wasm COMMAND --help` says everything that a command takes.";

/// Make, test and look into Pulumi providers that are WebAssembly components.
#[derive(Debug, Parser)]
#[command(name = "pulumi-wasm", version, after_help = BEGINNING)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Begin a provider: a project that builds, and a program that uses it
    New(new::Arguments),
    /// Write typed modules for resources of other packages, which components declare
    Add(add::Arguments),
    /// Build a provider: from its sources to a component, checked and compiled for this machine
    Build(build::Arguments),
    /// Test a provider: its cases in `tests`, and what any provider must do
    Test(test::Arguments),
    /// Try one resource without an engine: create, update, refresh, import, delete it
    Try(r#try::Arguments),
    /// Serve a provider to Pulumi while it is worked on, and take up each change
    Dev(dev::Arguments),
    /// Install the plugin where `pulumi package add wasm` finds it
    Install(install::Arguments),
    /// Make a component an ordinary plugin, in archives that Pulumi installs under the provider's name
    Bundle(bundle::Arguments),
    /// Make a component a provider of Terraform and OpenTofu, in packages that they install
    Terraform(terraform::Arguments),
    /// Push a component to a registry, under the tag of its version
    Push(registry::push::Arguments),
    /// Fetch a component from a registry, into the store or a file
    Pull(registry::pull::Arguments),
    /// Put components that were carried in a layout into the store
    Load(registry::load::Arguments),
    /// List the tags of a component in a registry
    Tags(registry::tags::Arguments),
    /// Update a package of a project to the newest version, or to the current build of its tag
    Update(registry::update::Arguments),
    /// Sign a component, in its registry or in a file
    Sign(registry::sign::Arguments),
    /// Show who signed a component, and whether that is enough
    Verify(registry::verify::Arguments),
    /// Copy a component with its signatures from one registry into another
    Mirror(registry::mirror::Arguments),
    /// Keep credentials for a registry
    Login(registry::login::LoginArguments),
    /// Remove the credentials for a registry
    Logout(registry::login::LogoutArguments),
    /// Show the name, the types and the permissions of a component
    Inspect {
        /// A component file
        #[arg(value_name = "FILE")]
        component: PathBuf,
        /// Print only the Pulumi schema, as JSON
        #[arg(long, conflicts_with = "json")]
        schema: bool,
        /// Print everything as JSON
        #[arg(long)]
        json: bool,
        /// Print only the names and types in Terraform, as JSON
        #[arg(long, conflicts_with_all = ["schema", "json"])]
        terraform: bool,
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Write the reference of a provider as a site, with a page for each resource and function
    Docs(docs::Arguments),
    /// List the packages inside a component, and compare them with advisories about vulnerabilities
    Audit(audit::Arguments),
    /// Compare two versions of a provider, and list changes that break users
    Diff(diff::Arguments),
    /// Show what the packages of a Pulumi project may reach
    Grants(grants::Arguments),
    /// Show, verify and clean the components and the compiled code of this machine
    Cache {
        #[command(subcommand)]
        command: Option<cache::Command>,
    },
    /// Make a component of a compiled module: the last step of `build`, for other toolchains
    Wrap {
        /// The compiler's output: a core module with the provider world, or a component already
        #[arg(value_name = "FILE")]
        module: PathBuf,
        /// The component to write
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Judge an SDK for a new language: play the cases that all SDKs pass with components of it
    Conformance(conformance::Arguments),
    /// Print the completion script of a shell for this tool's commands
    #[command(
        long_about = "Print the completion script of a shell for this tool's commands; for bash: `source <(pulumi-wasm completions bash)`"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Compiles standard input to standard output; the tool starts itself for this
    #[command(name = COMPILE_COMMAND, hide = true)]
    Compile(CompileArguments),
    /// Looks places up in the debugging information of standard input; the tool starts itself for this
    #[command(name = SYMBOLIZE_COMMAND, hide = true)]
    Symbolize(SymbolizeArguments),
}

/// Prints the shell completion of this tool's commands.
fn completions(shell: Shell) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "pulumi-wasm", &mut script);
    terminal::print_bytes(&script);
}

/// Reports mistakes in the command line, or shows the requested help.
fn mistyped(error: &clap::Error) -> ExitCode {
    if error.exit_code() == 0 {
        // Fixed text only. The reader may have ended.
        drop(error.print());
    } else {
        // A word that somebody else chose may be among them, or a password.
        let words: Vec<String> = std::env::args_os()
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        let text = error.render().to_string();
        let text = without_credentials(&text, words.iter().map(String::as_str));
        eprintln!("{}", text.trim_end());
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Runs the command that the process was started with. `serve` is how engines are served by `dev`.
#[must_use]
pub fn run(serve: Serve) -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(error) => return mistyped(&error),
    };
    let is_judgement = matches!(
        command,
        Command::Audit(_) | Command::Diff(_) | Command::Conformance(_) | Command::Test(_)
    );
    let status = run_command(command, serve);
    let Some(error) = terminal::lost_output() else {
        return status;
    };
    eprintln!("error: cannot write to standard output: {error}");
    if is_judgement {
        // 1 is the judgement that something is wrong with a component.
        ExitCode::from(2)
    } else {
        ExitCode::FAILURE
    }
}

fn run_command(command: Command, serve: Serve) -> ExitCode {
    let done = match command {
        Command::New(arguments) => new::run(&arguments),
        Command::Add(arguments) => add::run(&arguments),
        Command::Build(arguments) => build::run(&arguments),
        Command::Wrap {
            module,
            output,
            limits,
        } => wrap::run(&module, &output, &limits.limits()),
        Command::Inspect {
            component,
            terraform: true,
            limits,
            ..
        } => inspect::terraform(&component, &limits.limits()),
        Command::Inspect {
            component,
            schema,
            json,
            limits,
            ..
        } => inspect::run(&component, schema, json, &limits.limits()),
        Command::Docs(arguments) => docs::run(&arguments),
        Command::Test(arguments) => return test::run(&arguments),
        Command::Dev(arguments) => dev::run(&arguments, serve),
        Command::Audit(arguments) => return audit::run(&arguments),
        Command::Diff(arguments) => return diff::run(&arguments),
        Command::Conformance(arguments) => return conformance::run(&arguments),
        Command::Try(arguments) => match r#try::run(&arguments) {
            Ok(status) => return status,
            Err(error) => Err(error),
        },
        Command::Grants(arguments) => match grants::run(&arguments) {
            Ok(true) => Ok(()),
            Ok(false) => return ExitCode::FAILURE,
            Err(error) => Err(error),
        },
        Command::Install(arguments) => install::run(&arguments),
        Command::Bundle(arguments) => bundle::run(&arguments),
        Command::Terraform(arguments) => terraform::run(&arguments),
        Command::Push(arguments) => registry::push::run(&arguments),
        Command::Pull(arguments) => registry::pull::run(&arguments),
        Command::Load(arguments) => registry::load::run(&arguments),
        Command::Tags(arguments) => registry::tags::run(&arguments),
        Command::Sign(arguments) => registry::sign::run(&arguments),
        Command::Verify(arguments) => match registry::verify::run(&arguments) {
            Ok(status) => return status,
            Err(error) => Err(error),
        },
        Command::Mirror(arguments) => registry::mirror::run(&arguments),
        Command::Update(arguments) => registry::update::run(&arguments),
        Command::Login(arguments) => registry::login::log_in(&arguments),
        Command::Logout(arguments) => registry::login::log_out(&arguments),
        Command::Completions { shell } => {
            completions(shell);
            Ok(())
        }
        Command::Cache { command } => cache::run(command),
        Command::Compile(arguments) => return run_compile_worker(&arguments),
        Command::Symbolize(arguments) => return run_symbolize_worker(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", Failure(&error));
            ExitCode::FAILURE
        }
    }
}
