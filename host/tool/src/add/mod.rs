//! `pulumi-wasm add`: typed modules for resources of other packages, written into a provider's project.

mod names;
mod package;
mod place;
mod python;
mod read;
mod rust;
mod source;
mod text;
mod types;
mod typescript;

#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use package::Package;
use place::Module;

use crate::build::Project;
use crate::terminal::{Console, Paint};
use crate::whole_file::{self, Audience};

/// What every module begins with, behind the mark of a comment. A file without it is never overwritten.
const MARK: &str =
    "Written by `pulumi-wasm add`: the command writes it anew, and loses what was changed here.";

const EXAMPLES: &str = "\
It writes a module in the project's language, which has inputs and outputs of each resource by name, with their types. Without it a \
component declares the same resources by their tokens.

  pulumi-wasm add random@4.18.0 --resources RandomPet,RandomPassword
  pulumi-wasm add aws@7.3.0 --resources s3/bucket:Bucket --schema aws.json
  pulumi-wasm add ./powerdns.wasm --resources Zone

The schema is that of the file behind `--schema`, of the component, or what `pulumi package get-schema` gives. The same schema and \
resources always give the same module. The package has to be in `uses` of the provider as well.";

/// The package and its resources.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A package with its version, such as `random@4.18.0`, or a component file
    #[arg(value_name = "PACKAGE[@VERSION]|FILE")]
    package: String,
    /// The resources: tokens, or the last parts of tokens
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', required = true)]
    resources: Vec<String>,
    /// A file with the package's schema, in JSON
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// The project
    #[arg(long, value_name = "DIR", default_value = ".")]
    project: PathBuf,
    /// The file to write [default: `PACKAGE.rs`, `PACKAGE_resources.py` or `PACKAGE.ts` beside the provider's source]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes the module, and says how it is used.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let project = Project::find(&arguments.project)?;
    let schema = source::schema(
        &arguments.package,
        arguments.schema.as_deref(),
        Console::new(false),
    )?;
    let package = read::package(&schema, &arguments.resources)?;
    let module = place::module(&project, &package, arguments.output.as_deref())?;
    let file = &module.file;
    refuse_foreign(file)?;
    whole_file::write(file, module.text.as_bytes(), Audience::Everybody)
        .with_context(|| format!("cannot write {}", file.display()))?;
    tell(&package, &module);
    Ok(())
}

/// Files of people are left alone.
fn refuse_foreign(file: &Path) -> anyhow::Result<()> {
    match fs::read_to_string(file) {
        Ok(text) if text.contains(MARK) => Ok(()),
        Ok(_) => bail!(
            "{} is there already, and this command did not write it\nhint: give another file with `-o FILE`",
            file.display()
        ),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

fn tell(package: &Package, module: &Module) {
    let paint = Paint::of_stdout();
    println!("{} {}\n", paint.good("wrote"), module.file.display());
    for resource in &package.resources {
        println!("  {}", paint.bold(&resource.token));
    }
    for left_out in &package.left_out {
        println!("{} {left_out}", paint.note("note:"));
    }
    println!();
    for (place, line) in &module.usage {
        println!("{place}\n  {line}");
    }
}
