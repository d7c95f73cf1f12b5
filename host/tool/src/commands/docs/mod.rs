//! `pulumi-wasm docs`: the reference of a provider, as a site or as pages in Markdown.

pub(crate) mod example;
mod files;
mod html;
mod markdown;
pub(crate) mod pages;
mod permissions;
mod site;

use std::path::{Path, PathBuf};

use clap::Args;
use pulumi_wasm_packages::read_component;

use crate::files::output_folder;
use crate::limits::{self, LimitArguments};
use crate::local_provider;
use crate::terminal::Console;

/// The folder of the files in a project. A build treats files of other folders as part of the provider.
const DEFAULT_FOLDER: &str = "dist/docs";

/// The component, and the form of its reference.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A component file, or the folder of a project, which is built first; the default is the project of this folder
    #[arg(value_name = "COMPONENT", default_value = ".")]
    component: PathBuf,
    /// The folder for the files; without it `dist/docs`, and pages in Markdown are printed
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Write pages in Markdown instead of a site
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Writes the reference of a component, or prints it.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(folder) = &arguments.output {
        output_folder::check(folder)?;
    }
    let component =
        local_provider::find_in_loop(&arguments.component, Console::new(false))?.component;
    let (bytes, _) = read_component(&component, &arguments.limits.limits())?;
    let (_, manifest) = limits::manifest(&bytes, &component)?;
    let pages = pages::of(&manifest);
    let folder = arguments.output.as_deref();
    if arguments.markdown {
        let Some(folder) = folder else {
            let texts: Vec<&str> = pages.iter().map(|page| page.text.as_str()).collect();
            print!("{}", texts.join("\n"));
            return Ok(());
        };
        files::write(folder, &pages)?;
        println!("{} pages in {}", pages.len(), folder.display());
        return Ok(());
    }
    let folder = folder.unwrap_or(Path::new(DEFAULT_FOLDER));
    let site = site::of(&pages, manifest.name(), manifest.version());
    files::write(folder, &site)?;
    let first = folder.join(site::FIRST_PAGE);
    println!("{} pages; open {}", pages.len(), first.display());
    Ok(())
}
