//! `cargo xtask`: everything that a contributor runs, in one place.
//!
//! Each command brings what it needs by itself, so that a clean clone needs no other step.
//! One file per command; `setup/` has one file per thing that may be missing on a machine.

mod arguments;
mod bench;
mod build;
mod c_guest;
mod check;
mod components;
mod demo;
mod fuzz;
mod guest;
mod host;
mod host_crates;
mod kept_guests;
mod parts;
mod paths;
mod picture;
mod platforms;
mod process;
mod release;
mod sandbox;
mod script;
mod setup;
mod size;
mod standard_library;
mod test;

use std::process::ExitCode;

use anyhow::Result;
use arguments::Command;
use paths::Paths;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match Command::parse(&arguments).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    let paths = Paths::find()?;
    match command {
        Command::Help => {
            print!("{}", arguments::HELP);
            Ok(())
        }
        Command::Setup => setup::all(&paths),
        Command::Build { examples } => build::run(&paths, &examples),
        Command::Demo => demo::run(&paths),
        Command::Test { filters } => test::run(&paths, &filters),
        Command::Bench { options } => bench::run(&paths, &options),
        Command::Fuzz { options } => fuzz::run(&paths, &options),
        Command::Check => check::run(&paths),
        Command::Release { options } => release::run(&paths, &options),
        Command::CheckPlatforms => platforms::run(&paths),
        Command::KeptGuests => kept_guests::run(&paths),
        Command::Size => size::run(&paths),
        Command::Picture => picture::write(&paths),
        Command::CheckPicture => picture::check(&paths),
    }
}
