//! `pulumi-wasm install`: puts the plugin into the folder of the Pulumi command line.
//!
//! The result is the same as from `pulumi plugin install resource wasm VERSION --file FILE`, and the tool holds the
//! same lock as that command. It replaces an older copy as a whole, and engines that run the older copy continue with
//! it. The same program under another name is the language host of folders with `runtime: wasm`.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use clap::Args;
use pulumi_wasm_archive::LIBRARY_FOLDER;
use pulumi_wasm_platform::env;
use pulumi_wasm_platform::files::folder_builder;
use serde_json::json;

use crate::files::whole_file::{self, Audience};
use crate::files::{bounded_file, lock_file};
use crate::terminal::print_json;

/// The version of the plugin, which equals the version of the tool.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A form in which Pulumi knows the program.
#[derive(Clone, Copy)]
enum Form {
    /// For packages that name a component.
    Plugin,
    /// For folders that are plugins.
    LanguageHost,
}

impl Form {
    /// The kind of plugin, as Pulumi names it.
    fn kind(self) -> &'static str {
        match self {
            Form::Plugin => "resource",
            Form::LanguageHost => "language",
        }
    }

    fn program(self) -> String {
        format!("pulumi-{}-wasm{EXE_SUFFIX}", self.kind())
    }
}

/// The plugin to install.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The plugin [default: pulumi-resource-wasm beside this tool]
    #[arg(long, value_name = "FILE")]
    plugin: Option<PathBuf>,
    /// Print its path as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let plugin = match &arguments.plugin {
        Some(file) => file.clone(),
        None => beside_the_tool()?,
    };
    judge(&plugin)?;
    let home = env::pulumi_home()
        .context("there is no home folder to install into\nhint: set `PULUMI_HOME`")?;
    let (installed, is_new) = install(Form::Plugin, &plugin, &home)?;
    let (language_host, _) = install(Form::LanguageHost, &plugin, &home)?;
    if arguments.json {
        let report = json!({
            "plugin": installed, "languageHost": language_host, "version": VERSION, "changed": is_new,
        });
        print_json(&report)?;
        return Ok(());
    }
    if is_new {
        println!(
            "installed the plugin `wasm` {VERSION} as {}",
            installed.display()
        )
    } else {
        println!(
            "the plugin `wasm` {VERSION} is there already: {}",
            installed.display()
        )
    }
    if let Some(ambient) = on_path() {
        eprintln!(
            "warning: Pulumi takes {} instead, because its folder is on PATH, and warns of that in each command\n\
             hint: put only a link to the tool into a folder on PATH: ln -s TOOL ~/.local/bin/pulumi-wasm",
            ambient.display()
        );
    }
    println!(
        "\nnow, in the folder of a Pulumi program:\n  pulumi package add wasm ./PROVIDER.wasm"
    );
    Ok(())
}

/// The plugin that Pulumi prefers to an installed one, unless `PULUMI_IGNORE_AMBIENT_PLUGINS` says otherwise.
fn on_path() -> Option<PathBuf> {
    let is_ignored = std::env::var_os("PULUMI_IGNORE_AMBIENT_PLUGINS")
        .is_some_and(|value| value == "true" || value == "1");
    let path = std::env::var_os("PATH").filter(|_| !is_ignored)?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(Form::Plugin.program()))
        .find(|plugin| plugin.is_file())
}

pub(crate) fn beside_the_tool() -> anyhow::Result<PathBuf> {
    let tool = std::env::current_exe().context("cannot find the path of this program")?;
    // A link to the tool lies elsewhere than the plugin.
    let tool = tool.canonicalize().unwrap_or(tool);
    let plugin = tool.with_file_name(Form::Plugin.program());
    if plugin.is_file() {
        return Ok(plugin);
    }
    // Packages of pip and Homebrew have only the tool on PATH.
    let parent = tool.parent().and_then(Path::parent);
    let packaged = parent.map(|parent| parent.join(LIBRARY_FOLDER).join(Form::Plugin.program()));
    packaged
        .filter(|packaged| packaged.is_file())
        .with_context(|| {
            format!(
                "there is no {} beside this tool\nhint: give its path with --plugin",
                plugin.display()
            )
        })
}

const PLUGIN_HINT: &str = "hint: give the path of the program `pulumi-resource-wasm` for this machine, of the same release";

/// Whether the file is the plugin, in the version of the tool, for this machine.
pub(crate) fn judge(plugin: &Path) -> anyhow::Result<()> {
    ensure!(
        plugin.is_file(),
        "there is no file {}\n{PLUGIN_HINT}",
        plugin.display()
    );
    let shown = plugin.display();
    // A name without a folder would be looked for on PATH.
    let absolute = plugin
        .canonicalize()
        .with_context(|| format!("cannot read {shown}\n{PLUGIN_HINT}"))?;
    let output = Command::new(absolute)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("{shown} is not a program that runs here\n{PLUGIN_HINT}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let wanted = format!("pulumi-resource-wasm {VERSION}");
    if said.trim() == wanted {
        return Ok(());
    }
    match said.trim().strip_prefix("pulumi-resource-wasm ") {
        Some(other) => bail!(
            "{shown} is version {other} of the plugin, and this tool is version {VERSION}\n\
             hint: take both from the same release"
        ),
        None => bail!("{shown} is not the plugin pulumi-resource-wasm\n{PLUGIN_HINT}"),
    }
}

/// Copies the plugin into Pulumi's folder. Returns the file, and whether it changed.
fn install(form: Form, plugin: &Path, home: &Path) -> anyhow::Result<(PathBuf, bool)> {
    let plugins = home.join("plugins");
    let folder = plugins.join(format!("{}-wasm-v{VERSION}", form.kind()));
    let installed = folder.join(form.program());
    let bytes =
        bounded_file::large(plugin).with_context(|| format!("cannot read {}", plugin.display()))?;
    let work = || -> io::Result<bool> {
        private_folder(&plugins)?;
        let lock = lock_file::open(&with_ending(&folder, "lock"))?;
        lock.lock()?;
        // The mark of an unfinished installation; Pulumi ignores a plugin with it.
        let partial = with_ending(&folder, "partial");
        let is_whole = !partial.exists();
        if is_whole && whole_file::holds(&installed, &bytes) {
            return Ok(false);
        }
        // A folder without the program in it would be taken for an installed plugin.
        let is_there = folder.exists();
        if !is_there {
            fs::write(&partial, [])?;
            private_folder(&folder)?;
        }
        whole_file::write(&installed, &bytes, Audience::OwnerWhoRunsIt)?;
        match fs::remove_file(&partial) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(true),
        }
    };
    let is_new = work().with_context(|| format!("cannot install into {}", folder.display()))?;
    Ok((installed, is_new))
}

fn private_folder(folder: &Path) -> io::Result<()> {
    folder_builder(0o700).recursive(true).create(folder)
}

/// The version has dots in it, so that an ending cannot be exchanged.
fn with_ending(folder: &Path, ending: &str) -> PathBuf {
    let mut name = folder.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_plugin_replaces_what_is_there_as_a_whole() {
        let home = tempfile::tempdir().unwrap();
        let plugin = home.path().join("built");
        fs::write(&plugin, "one").unwrap();
        let (installed, is_new) = install(Form::Plugin, &plugin, home.path()).unwrap();
        assert!(is_new && !install(Form::Plugin, &plugin, home.path()).unwrap().1);
        let mode = installed.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);

        // A process that has the old file open keeps it.
        let open = File::open(&installed).unwrap();
        fs::write(&plugin, "two").unwrap();
        assert!(install(Form::Plugin, &plugin, home.path()).unwrap().1);
        assert_eq!(fs::read_to_string(&installed).unwrap(), "two");
        assert_eq!(io::read_to_string(&open).unwrap(), "one");

        // An unfinished installation counts as missing, whatever it contains.
        let plugins = home.path().join("plugins");
        let folder = format!("resource-wasm-v{VERSION}");
        fs::write(plugins.join(format!("{folder}.partial")), "").unwrap();
        assert!(install(Form::Plugin, &plugin, home.path()).unwrap().1);
        assert_eq!(names(&plugins), [folder.clone(), format!("{folder}.lock")]);
        assert_eq!(names(&plugins.join(folder)), [Form::Plugin.program()]);
    }
}
