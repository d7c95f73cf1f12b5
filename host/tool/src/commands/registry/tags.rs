//! `pulumi-wasm tags`: the versions of a component in a registry.

use std::sync::Arc;

use clap::Args;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_packages::Loader;
use pulumi_wasm_registry::Reference;
use serde_json::json;

use super::{Shown, parse, runtime};
use crate::terminal::{Console, print_json, print_line};

/// The repository whose tags are listed.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// `oci://HOST/REPOSITORY`
    #[arg(value_name = "REFERENCE", value_parser = parse)]
    reference: Reference,
    /// Print them as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let loader = Loader::from_environment()?;
    let log: Arc<dyn LogSink> = Arc::new(Shown(Console::new(arguments.json)));
    let limits = Limits::default();
    let repository = loader.look_up(&arguments.reference, &limits, &log)?;
    let mut tags = runtime()?.block_on(repository.tags())?;
    tags.retain(|tag| !is_of_digest(tag));
    if arguments.json {
        print_json(&json!({ "tags": tags }))?;
        return Ok(());
    }
    for tag in tags {
        print_line(format_args!("{tag}"));
    }
    Ok(())
}

/// Whether a tag only belongs to an artifact, such as the tag of its signatures: `sha256-` and the digest, perhaps with
/// a suffix. It is not a version.
fn is_of_digest(tag: &str) -> bool {
    let Some((digest, ending)) = tag
        .strip_prefix("sha256-")
        .and_then(|rest| rest.split_at_checked(64))
    else {
        return false;
    };
    digest.bytes().all(|digit| digit.is_ascii_hexdigit())
        && (ending.is_empty() || ending.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_of_signatures_is_not_a_version() {
        let digest = "0123456789abcdef".repeat(4);
        for (tag, expected) in [
            (format!("sha256-{digest}"), true),
            (format!("sha256-{digest}.sig"), true),
            (format!("sha256-{digest}-1"), false),
            ("sha256-1".to_owned(), false),
            ("1.0.0".to_owned(), false),
        ] {
            assert_eq!(is_of_digest(&tag), expected, "{tag}");
        }
    }
}
