//! The arguments of `pulumi package add wasm`.

use std::path::PathBuf;

use clap::Parser;
use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::http::HostPattern;
use pulumi_wasm_capability::limits::{Limit, Limits};

use super::{Digest, Source, SourceError, without_credentials};

/// Adds a provider that is a WebAssembly component.
///
/// Several components form one package if they declare the same package name; each resource type is served by the
/// component that declares it. Flags go after `--`.
#[derive(Debug, Parser)]
#[command(
    name = "wasm",
    bin_name = "pulumi package add wasm",
    override_usage = "pulumi package add wasm COMPONENT... [-- FLAGS]",
    disable_version_flag = true,
    after_help = AFTER_HELP
)]
struct CommandLine {
    /// Component files (`.wasm`), components in registries (`oci://HOST/REPOSITORY:TAG`), on web servers
    /// (`https://HOST/PATH.wasm`), or in releases (`github://HOST/OWNER/REPOSITORY@VERSION`,
    /// `gitlab://HOST/PROJECT@VERSION`)
    #[arg(value_name = "COMPONENT", value_parser = Source::parse)]
    components: Vec<Source>,

    /// Let the component reach a host by https: `api.example.com`, `*.example.com:8443`, `http://127.0.0.1:8081`
    #[arg(long, value_name = "HOST")]
    allow_net: Vec<HostPattern>,

    /// Send requests to a host with any certificate, if the provider's configuration says so
    #[arg(long, value_name = "HOST")]
    allow_insecure_tls: Vec<HostPattern>,

    /// Let the component read an environment variable
    #[arg(long, value_name = "NAME")]
    allow_env: Vec<String>,

    /// Take a component with this digest and no other; once for each component
    #[arg(long, value_name = "HEX", value_parser = parse_pin)]
    sha256: Vec<Digest>,

    /// Change a limit, as in `memory=2GiB`
    #[arg(long = "limit", value_name = "NAME=VALUE", value_parser = parse_limit)]
    limits: Vec<(Limit, u64)>,
}

const AFTER_HELP: &str = "\
Examples:
  pulumi package add wasm ./acme.wasm
  pulumi package add wasm oci://ghcr.io/acme/provider:1.2.0
  pulumi package add wasm https://acme.com/acme-1.2.0.wasm
  pulumi package add wasm github://api.github.com/acme/pulumi-acme@1.2.0
  pulumi package add wasm ./acme.wasm -- --allow-net api.acme.com --allow-env ACME_TOKEN
  pulumi package add wasm ./acme.wasm -- --sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08

A component reaches nothing that it was not granted here, except an address that the user puts into a configuration \
value of the provider which the component declares as one. What is granted becomes part of the generated SDK or lock \
file, and of the stack's state: that is the place to review it.";

/// The parsed arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arguments {
    /// The components as typed.
    pub components: Vec<Source>,
    pub grants: Grants,
    pub limits: Limits,
    /// The digests that components may have. An empty list allows every digest.
    pub pins: Vec<Digest>,
}

/// Reads a digest as a user types it, with or without the `sha256:` that messages put before it.
fn parse_pin(text: &str) -> Result<Digest, String> {
    let hex = text.strip_prefix("sha256:").unwrap_or(text);
    let digest = hex.to_ascii_lowercase().parse();
    digest.map_err(|()| {
        "a digest has 64 hexadecimal digits, as `pulumi-wasm inspect` prints it".to_owned()
    })
}

impl Arguments {
    /// Parses the arguments of a Parameterize request.
    ///
    /// # Errors
    /// Names the mistake and the correct form. `--help` is an error, too, because the engine shows only the text of
    /// an error.
    pub fn parse(words: &[String]) -> Result<Self, SourceError> {
        Self::parse_with(words, || {
            Err(SourceError::new("no component was given").hint(
                "`pulumi package add wasm ./acme.wasm`; more with `pulumi package add wasm -- --help`",
            ))
        })
    }

    /// Like [`Self::parse`], with a component for arguments that name none.
    pub(crate) fn parse_with(
        words: &[String],
        otherwise: impl FnOnce() -> Result<PathBuf, SourceError>,
    ) -> Result<Self, SourceError> {
        let command_line = std::iter::once("wasm").chain(words.iter().map(String::as_str));
        let mut typed = CommandLine::try_parse_from(command_line).map_err(|error| {
            use clap::error::ErrorKind;
            let text = error.to_string();
            let text = without_credentials(&text, words.iter().map(String::as_str));
            match error.kind() {
                ErrorKind::DisplayHelp => {
                    SourceError::new(format!("{}\n{}", text.trim_end(), limits_help()))
                }
                _ => {
                    let text = text.trim().trim_start_matches("error: ");
                    let (reason, _) = text.split_once("\n\nUsage:").unwrap_or((text, ""));
                    SourceError::new(reason.to_owned())
                        .hint("`pulumi package add wasm -- --help` lists the flags")
                }
            }
        })?;
        if typed.components.is_empty() {
            typed.components.push(Source::File(otherwise()?));
        }
        let mut limits = Limits::default();
        for (limit, value) in typed.limits {
            limits.set(limit, value);
        }
        for name in &typed.allow_env {
            if name.is_empty() || name.contains(['=', '\0']) {
                return Err(SourceError::new(format!(
                    "`{name}` is not the name of an environment variable"
                ))
                .hint("give the name alone: its value is read when it is needed"));
            }
        }
        let grants = Grants {
            net: typed.allow_net,
            env: typed.allow_env.into_iter().collect(),
            insecure_tls: typed.allow_insecure_tls,
        };
        Ok(Self {
            components: typed.components,
            grants,
            limits,
            pins: typed.sha256,
        })
    }
}

/// Reads a limit as a user types it: `memory=2GiB`.
///
/// # Errors
/// A sentence for the user.
pub fn parse_limit(text: &str) -> Result<(Limit, u64), String> {
    let known = || Limit::SETTINGS.map(Limit::name).join(", ");
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| "write it as NAME=VALUE, as in `memory=2GiB`".to_owned())?;
    let limit = Limit::by_name(name)
        .ok_or_else(|| format!("there is no limit `{name}`; the limits are {}", known()))?;
    Ok((limit, limit.parse(value)?))
}

/// The limits, a line each.
fn limits_help() -> String {
    let line = |limit: Limit| {
        format!(
            "  {:<15} {:>9}   {}",
            limit.name(),
            limit.show(limit.default_value()),
            limit.description()
        )
    };
    format!(
        "\nLimits and their defaults:\n{}",
        Limit::SETTINGS.map(line).join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Arguments, SourceError> {
        Arguments::parse(
            &words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn files_and_flags_are_understood() {
        let arguments = parse(&[
            "./a.wasm",
            "b.wasm",
            "--allow-net",
            "api.example.com",
            "--allow-env=TOKEN",
            "--allow-insecure-tls=old.example.com",
            "--limit",
            "memory=2GiB",
            "--sha256",
            &"AB".repeat(32),
            &format!("--sha256=sha256:{}", "cd".repeat(32)),
        ])
        .expect("arguments");
        let pins: Vec<&str> = arguments.pins.iter().map(Digest::hex).collect();
        assert_eq!(pins, ["ab".repeat(32), "cd".repeat(32)]);
        assert_eq!(
            arguments.components,
            ["./a.wasm", "b.wasm"].map(|file| Source::File(PathBuf::from(file)))
        );
        assert_eq!(arguments.limits.get(Limit::Memory), 2 << 30);
        assert!(arguments.grants.env.contains("TOKEN"));
        let insecure: HostPattern = "old.example.com".parse().expect("a host");
        assert_eq!(arguments.grants.insecure_tls, [insecure]);
    }

    #[test]
    fn mistakes_and_help_are_worth_reading() {
        for (words, expected) in [
            (&["--help"][..], "Limits and their defaults"),
            (&["--help"], "--allow-net <HOST>"),
            (&[], "no component was given"),
            (&["a.wasm", "--alow-net", "x"], "--allow-net"),
            (
                &["a.wasm", "--allow-net", "*"],
                "not a host that can be granted",
            ),
            (&["a.wasm", "--limit", "speed=1"], "the limits are memory"),
            (&["a.wasm", "--limit", "memory"], "NAME=VALUE"),
            (&["a.wasm", "--allow-env", "A=B"], "give the name alone"),
            (&["a.wasm", "--sha256", "9f86"], "64 hexadecimal digits"),
            (
                &["oci://ada:hunter2@ghcr.io/acme/provider:1.0.0"],
                "no user and no password",
            ),
            (&["https://acme.com/a.wasm?key=hunter2"], "contains a `?`"),
        ] {
            let text = parse(words).expect_err("an error").to_string();
            assert!(text.contains(expected), "{words:?}: {text}");
            assert!(!text.contains("hunter2"), "{text}");
        }
    }
}
