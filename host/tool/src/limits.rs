//! Limits on the input of a command.

use std::path::Path;

use anyhow::{Context, anyhow};
use clap::Args;
use pulumi_wasm_capability::flag_place::FlagPlace;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_packages::{manifest_section, parse_limit};

use crate::terminal::quoted;

/// Limits as flags, like the flags of `pulumi package add`.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct LimitArguments {
    /// Change a limit, as in `component-size=256MiB`
    #[arg(long = "limit", value_name = "NAME=VALUE", value_parser = parse_limit)]
    limits: Vec<(Limit, u64)>,
}

impl LimitArguments {
    pub(crate) fn limits(&self) -> Limits {
        of(self.limits.iter().copied())
    }
}

/// Limits as they were typed.
///
/// # Errors
/// If a word is not a limit.
pub(crate) fn typed(words: &[String]) -> anyhow::Result<Limits> {
    let limits: Result<Vec<_>, _> = words.iter().map(|word| parse_limit(word)).collect();
    Ok(of(limits.map_err(|problem| anyhow!(problem))?.into_iter()))
}

fn of(set: impl Iterator<Item = (Limit, u64)>) -> Limits {
    let mut limits = Limits::default();
    limits.place = FlagPlace::Command;
    for (limit, value) in set {
        limits.set(limit, value);
    }
    limits
}

/// The manifest inside the component that was read from a file, as text and as it was parsed.
///
/// # Errors
/// If the component has no manifest or an invalid one.
pub(crate) fn manifest(component: &[u8], file: &Path) -> anyhow::Result<(String, Manifest)> {
    let text = manifest_section::find(component).with_context(|| {
        format!(
            "{} has no manifest inside\nhint: put it in with `pulumi-wasm wrap {1} -o {1}`",
            file.display(),
            quoted(file)
        )
    })?;
    let manifest = Manifest::parse(&text)
        .map_err(|error| anyhow!("{}: {error}\nhint: {}", file.display(), error.hint()))?;
    Ok((text, manifest))
}
