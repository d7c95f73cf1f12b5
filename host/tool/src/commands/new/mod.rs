//! `pulumi-wasm new`: a provider to begin with, and a program that uses it.

mod begun_project;
mod name;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use crate::commands::new::begun_project::BegunProject;
use crate::language::{self, LANGUAGES, Language, USED_PACKAGE};
use crate::project::own_folder;
use crate::sdk::Sdk;
use crate::terminal::{Paint, quoted};

/// The project to begin, and its folder.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The provider's name: the first part of its resources' types, as in `demo:Greeting`
    name: String,
    /// The language of its source
    #[arg(long = "lang", value_name = "LANGUAGE", default_value = LANGUAGES[0].word(), value_parser = language::parser())]
    language: Language,
    /// Start with a component resource, which consists of other resources
    #[arg(long)]
    component: bool,
    /// The folder to make, which may be there already if it is empty [default: NAME]
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// Its license, as an SPDX expression: `Apache-2.0`, `MIT OR Apache-2.0`
    #[arg(long, value_name = "SPDX", value_parser = license)]
    license: Option<String>,
}

/// An expression that may stand in any of the files.
fn license(text: &str) -> Result<String, String> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || " .-+()".contains(letter);
    if !text.trim().is_empty() && text.chars().all(fits) {
        Ok(text.trim().to_owned())
    } else {
        Err(
            "an SPDX expression has letters, digits, `.`, `-`, `+`, spaces and parentheses"
                .to_owned(),
        )
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { name, language, .. } = arguments;
    if let Some(fault) = name::fault(name, *language) {
        let hint = match name::suggestion(name, *language) {
            Some(better) => format!("`{better}` would do"),
            None => "use lower-case letters, digits and hyphens, as in `acme-cloud`".to_owned(),
        };
        bail!(
            "`{}` cannot be a provider's name: it {fault}\nhint: {hint}",
            name.escape_debug()
        );
    }
    if arguments.component && name == USED_PACKAGE {
        bail!(
            "`{name}` cannot be the name of a provider that begins with a component: the component uses the package `{name}`\n\
             hint: `my-{name}` would do"
        );
    }
    let folder = arguments.into.clone().unwrap_or_else(|| name.into());
    let files = match language.component_template() {
        _ if !arguments.component => language.template(),
        Some(files) => files,
        None => language.with_component_resources()?.template(),
    };
    refuse_occupied(&folder)?;
    let mut begun = BegunProject::in_folder(&folder);
    for file in files {
        let content = file.content(name, *language, arguments.license.as_deref());
        begun.write(file.path, &content)?;
    }
    // An editor finds the SDK at once.
    let folder_of_tool = own_folder::make(&folder)?;
    own_folder::bind(&folder_of_tool)?;
    Sdk::write_to(&folder_of_tool.join("sdk"), language.sdk_files())?;
    begun.finish();

    let paint = Paint::of_stdout();
    let shown = folder.display().to_string();
    println!("{} {name}, a provider in {language}\n", paint.good("made"));
    for file in files {
        println!(
            "  {}",
            paint.bold(&folder.join(file.path).display().to_string())
        );
    }
    println!("\nnext");
    if folder != Path::new(".") {
        println!("  cd {}", quoted(&shown));
    }
    println!("  pulumi-wasm build");
    println!("  pulumi-wasm test");
    println!("  pulumi package add wasm ./{name}.wasm");
    println!("  pulumi up");
    Ok(())
}

/// An existing file is never overwritten.
fn refuse_occupied(folder: &Path) -> anyhow::Result<()> {
    let hint = "give another folder with --into";
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => bail!(
                "{} is there already, and not empty\nhint: {hint}",
                folder.display()
            ),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => {
            bail!(
                "{} exists, and is not a folder\nhint: {hint}",
                folder.display()
            )
        }
        Err(error) => Err(error).with_context(|| format!("cannot read {}", folder.display())),
    }
}
