//! `pulumi-wasm add`: typed modules for resources of other packages, written into a provider's project.

mod earlier;
pub(crate) mod names;
pub(crate) mod package;
mod read;
mod source;
pub(crate) mod text;
mod types;
mod usage;

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use usage::Module;

use crate::files::whole_file::{self, Audience};
use crate::project::Project;
use crate::terminal::{Console, Paint, quoted};

const EXAMPLES: &str = "\
It writes a module in the project's language, which has inputs and outputs of each resource by name, with their types. Without it a \
component declares the same resources by their tokens.

  pulumi-wasm add random@4.18.0 --resources RandomPet,RandomPassword
  pulumi-wasm add aws@7.3.0 --resources s3/bucket:Bucket --schema aws.json
  pulumi-wasm add ./powerdns.wasm --resources Zone

The schema is that of the file behind `--schema`, of the component, or what `pulumi package get-schema` gives. The same schema and \
resources always give the same module. It has the named resources alone: a second command for the package needs all of their names. The \
package has to be in `packages` of the provider as well.";

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
    /// The file to write [default: a module with the package's name, beside the provider's source]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes the module, and tells how to use it.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let project = Project::find(&arguments.project)?;
    let schema = source::schema(
        &arguments.package,
        arguments.schema.as_deref(),
        Console::new(false),
    )?;
    let package = read::package(&schema, &arguments.resources)?;
    let module = Module::new(&project, &package, arguments.output.as_deref())?;
    let file = &module.file;
    let earlier = module.earlier()?;
    whole_file::write(file, module.text.as_bytes(), Audience::Everybody)
        .with_context(|| format!("cannot write {}", file.display()))?;
    let mut notes = package.notes.clone();
    for token in &earlier {
        if !package.resources.iter().any(|one| one.token == *token) {
            notes.push(format!(
                "the file would lose `{token}`: name all resources in one command"
            ));
        }
    }
    if arguments.package.ends_with(".wasm") && arguments.schema.is_none() {
        notes.push(format!(
            "`packages` names this very build, without grants: a program that uses your package needs {} as well. If your users install that package as a bundle, write \
             only its version",
            quoted(&arguments.package)
        ));
    } else if arguments.package.ends_with(".wasm") && package.parameter.is_none() {
        notes.push(format!(
            "`packages` needs the parameter of the package, unless it is a bundle: `pulumi package get-schema wasm {}` prints it below \
             `parameterization`",
            quoted(&arguments.package)
        ));
    }
    let paint = Paint::of_stdout();
    println!("{} {}\n", paint.good("wrote"), file.display());
    for resource in &package.resources {
        println!("  {}", paint.bold(&resource.token));
    }
    for note in notes {
        println!("{} {note}", paint.note("note:"));
    }
    println!();
    for (place, line) in module.usage(&project, &package) {
        println!("{place}\n  {line}");
    }
    Ok(())
}
