//! `pulumi-wasm login` and `logout`: credentials for a registry, in a file that this user alone reads.

use std::fs;
use std::io::{self, IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail, ensure};
use clap::Args;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_platform::env as environment;
use pulumi_wasm_registry::{RegistryHost, Secret, with_login, without_login};

use super::{runtime, surroundings, told};
use crate::terminal::{Console, print_line};
use crate::whole_file::{self, Audience};

/// The most bytes of a password. Tokens have a few thousand.
const MOST_PASSWORD_BYTES: u64 = 64 << 10;
/// The most bytes of a file of credentials.
const MOST_FILE_BYTES: u64 = 1 << 20;

/// Who logs in where.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  echo \"$TOKEN\" | pulumi-wasm login ghcr.io --username alice --password-stdin

The registry is asked first. The file has docker's format, is readable to you alone, and is the one that \
`PULUMI_WASM_REGISTRY_AUTH` names, or `$PULUMI_HOME/wasm/registry-auth.json`. Credentials of `docker login`, `podman login` and \
`oras login` are read too, so that most machines need no other login.")]
pub(crate) struct LoginArguments {
    /// The registry: `HOST` or `HOST:PORT`
    #[arg(value_name = "HOST", value_parser = host)]
    registry: RegistryHost,
    /// The user
    #[arg(short, long, value_name = "USER")]
    username: String,
    /// Read the password or the token from standard input
    #[arg(long, required = true)]
    password_stdin: bool,
}

/// Who logs out where.
#[derive(Debug, Args)]
pub(crate) struct LogoutArguments {
    /// The registry: `HOST` or `HOST:PORT`
    #[arg(value_name = "HOST", value_parser = host)]
    registry: RegistryHost,
}

fn host(word: &str) -> Result<RegistryHost, String> {
    word.parse()
}

pub(crate) fn log_in(arguments: &LoginArguments) -> anyhow::Result<()> {
    let LoginArguments {
        registry,
        username,
        password_stdin,
    } = arguments;
    ensure!(
        *password_stdin,
        "the password is read from standard input alone\nhint: add `--password-stdin`"
    );
    ensure!(
        !username.is_empty()
            && !username.contains(|letter: char| letter == ':' || letter.is_control()),
        "a user has at least one character, and no colon"
    );
    let file = file()?;
    let before = read(&file)?;
    let password = password()?;
    // A file that cannot be changed is told before anything is sent.
    let text = with_login(before.as_deref(), registry, username, &password);
    let text = text.map_err(|reason| unusable(&file, &reason))?;
    let surroundings = surroundings(&Limits::default(), Console::new(false));
    let checked = runtime()?.block_on(registry.check_login(username, &password, surroundings));
    checked.map_err(|error| told(&error))?;
    write(&file, &text)?;
    print_line(format_args!(
        "logged in to {registry} as {username}; `{}` keeps the credentials",
        file.display()
    ));
    Ok(())
}

pub(crate) fn log_out(arguments: &LogoutArguments) -> anyhow::Result<()> {
    let registry = &arguments.registry;
    let file = file()?;
    let without = match read(&file)? {
        Some(text) => without_login(&text, registry).map_err(|reason| unusable(&file, &reason))?,
        None => None,
    };
    let Some(text) = without else {
        print_line(format_args!(
            "`{}` has no credentials for {registry}; those of other programs stay where they are",
            file.display()
        ));
        return Ok(());
    };
    write(&file, &text)?;
    print_line(format_args!(
        "removed the credentials for {registry} from `{}`",
        file.display()
    ));
    Ok(())
}

/// The file that is written: where a link leads, so that the link stays.
fn file() -> anyhow::Result<PathBuf> {
    let places = environment::registry_credentials();
    let file = places.own.or(places.kept);
    let file = file.ok_or_else(|| {
        anyhow!("there is no home folder to keep credentials in\nhint: set `PULUMI_HOME`")
    })?;
    Ok(file.canonicalize().unwrap_or(file))
}

/// The bytes of the file, or `None` if it is missing.
fn read(file: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    let failed = || format!("cannot read `{}`", file.display());
    let opened = match fs::File::open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.with_context(failed)?,
    };
    let mut bytes = Vec::new();
    let read = opened.take(MOST_FILE_BYTES + 1).read_to_end(&mut bytes);
    read.with_context(failed)?;
    ensure!(
        bytes.len() as u64 <= MOST_FILE_BYTES,
        "`{}` is larger than 1 MiB, and not a file of credentials",
        file.display()
    );
    Ok(Some(bytes))
}

fn write(file: &Path, text: &[u8]) -> anyhow::Result<()> {
    let written = whole_file::write(file, text, Audience::Owner);
    written.with_context(|| format!("cannot write `{}`", file.display()))
}

fn unusable(file: &Path, reason: &str) -> anyhow::Error {
    anyhow!(
        "`{}` cannot be changed: {reason}\nhint: correct or remove it, or name another file in `{}`",
        file.display(),
        environment::REGISTRY_AUTH
    )
}

/// The first line of standard input and nothing else, so that no list of processes or history of a shell has it.
fn password() -> anyhow::Result<Secret> {
    let input = io::stdin();
    if input.is_terminal() {
        bail!(
            "the password is read from standard input, and that is a terminal, which would show it\nhint: give it by a pipe or from a file: \
             `pulumi-wasm login HOST --username USER --password-stdin < FILE`"
        );
    }
    let mut text = Vec::new();
    let read = input
        .lock()
        .take(MOST_PASSWORD_BYTES + 1)
        .read_to_end(&mut text);
    read.context("cannot read the password from standard input")?;
    let text = String::from_utf8(text).ok();
    let password = text.map(|text| text.trim_end_matches(['\r', '\n']).to_owned());
    let password = password.filter(|password| {
        !password.is_empty()
            && password.len() as u64 <= MOST_PASSWORD_BYTES
            && !password.contains(char::is_control)
    });
    let password = password.ok_or_else(|| {
        anyhow!("standard input has no password: it is one line of text\nhint: `echo \"$TOKEN\" | pulumi-wasm login …`")
    })?;
    Ok(Secret(password))
}
