//! `pulumi-wasm login` and `logout`: credentials for a registry, in a file that this user alone reads.

use std::io::{self, IsTerminal as _, Read as _};

use anyhow::{Context as _, anyhow, bail, ensure};
use clap::Args;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_registry::{RegistryHost, Secret, with_login, without_login};

use super::credentials_file::CredentialsFile;
use super::{context, require_online, runtime, told};
use crate::terminal::{Console, print_line};

/// The maximum length of a password in bytes. Tokens have a few thousand.
const MAX_PASSWORD_BYTES: u64 = 64 << 10;

/// The registry and the user to log in.
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

/// The registry to log out from.
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
    require_online(registry.as_str())?;
    let file = CredentialsFile::of_machine()?;
    let before = file.read()?;
    let password = password()?;
    let with = |text: Option<&[u8]>| with_login(text, registry, username, &password);
    // A file that cannot be changed is reported before anything is sent.
    with(before.as_deref()).map_err(|reason| file.unusable(&reason))?;
    let context = context(&Limits::default(), Console::new(false))?;
    let checked = runtime()?.block_on(registry.check_login(username, &password, context));
    checked.map_err(|error| told(&error))?;
    // The registry may have taken minutes, in which another command logged in to another registry.
    file.change(|text| with(text).map(Some))?;
    print_line(format_args!(
        "logged in to {registry} as {username}; `{}` keeps the credentials",
        file.path().display()
    ));
    Ok(())
}

pub(crate) fn log_out(arguments: &LogoutArguments) -> anyhow::Result<()> {
    let registry = &arguments.registry;
    let file = CredentialsFile::of_machine()?;
    // If the file is missing, there is nothing to remove, and no folder is created.
    let is_changed = match file.read()? {
        None => false,
        Some(_) => file.change(|text| match text {
            Some(text) => without_login(text, registry),
            None => Ok(None),
        })?,
    };
    if !is_changed {
        print_line(format_args!(
            "`{}` has no credentials for {registry}; the files of other programs are not changed",
            file.path().display()
        ));
        return Ok(());
    }
    print_line(format_args!(
        "removed the credentials for {registry} from `{}`",
        file.path().display()
    ));
    Ok(())
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
        .take(MAX_PASSWORD_BYTES + 1)
        .read_to_end(&mut text);
    read.context("cannot read the password from standard input")?;
    let text = String::from_utf8(text).ok();
    let password = text.map(|text| text.trim_end_matches(['\r', '\n']).to_owned());
    let password = password.filter(|password| {
        !password.is_empty()
            && password.len() as u64 <= MAX_PASSWORD_BYTES
            && !password.contains(char::is_control)
    });
    let password = password.ok_or_else(|| {
        anyhow!("standard input has no password: it is one line of text\nhint: `echo \"$TOKEN\" | pulumi-wasm login …`")
    })?;
    Ok(Secret(password))
}
