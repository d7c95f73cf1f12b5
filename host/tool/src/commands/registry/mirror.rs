//! `pulumi-wasm mirror`: a component with its signatures and documents, from one registry into another.

use std::sync::Arc;

use anyhow::{Context as _, ensure};
use clap::Args;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_packages::{Loader, SignedManifest, SourceError};
use pulumi_wasm_registry::{Reference, Repository};
use serde_json::json;

use super::{Shown, context, document_files, parse, require_online, runtime, told};
use crate::limits::LimitArguments;
use crate::terminal::{Console, print_json, print_line};

/// The component to copy, and the destination.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  pulumi-wasm mirror oci://ghcr.io/acme/provider:1.2.0 oci://registry.corp.example/acme/provider

The digests stay, so that recorded values and signatures hold there as well.")]
pub(crate) struct Arguments {
    /// `oci://HOST/REPOSITORY:TAG`, or with `@sha256:DIGEST`
    #[arg(value_name = "FROM", value_parser = parse)]
    from: Reference,
    /// `oci://HOST/REPOSITORY`, with `:TAG` for another tag
    #[arg(value_name = "TO", value_parser = parse)]
    to: Reference,
    /// Replace another build with this tag; users who added the old build get an error
    #[arg(long)]
    replace: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { from, to, .. } = arguments;
    let console = Console::new(arguments.json);
    let limits = arguments.limits.limits();
    ensure!(
        to.digest().is_none(),
        "`{to}` has a digest, which the copy has anyway\nhint: leave out the `@` and the digest"
    );
    let tag = to.tag().or_else(|| from.tag()).with_context(|| {
        format!(
            "neither `{from}` nor `{to}` has a tag\nhint: add one to the second, as in `{}`",
            to.tagged("1.2.0")
        )
    })?;
    let target = to.tagged(tag);
    let log: Arc<dyn LogSink> = Arc::new(Shown(console));
    let source = Loader::from_environment()?.look_up(from, &limits, &log)?;
    require_online(target.registry())?;
    let destination = Repository::to_write(&target, context(&limits, console)?);
    let destination = destination.map_err(|error| told(&error))?;
    let copied = runtime()?.block_on(async {
        let SignedManifest {
            resolved,
            referrers,
            ..
        } = source.signed_manifest().await?;
        let component = source.component(&resolved).await?;
        let artifact = source.artifact(&component).await?;
        let pushed = destination.push(&artifact, arguments.replace).await?;
        for referrer in &referrers.found {
            destination.attach(&resolved.manifest, referrer).await?;
        }
        let mut referrers = referrers;
        let documents = source.documents(&resolved.manifest).await?;
        referrers.skipped.extend(documents.skipped);
        // One at a time is in memory, because they may be long.
        let mut copied = Vec::new();
        for document in documents.found {
            match source.document(&document).await {
                Ok(whole) => {
                    destination.attach(&resolved.manifest, &whole).await?;
                    copied.push(document);
                }
                Err(error) => {
                    let reason = format!("`{}`: {}", document.manifest(), error.reason);
                    referrers.skipped.push(reason);
                }
            }
        }
        Ok::<_, SourceError>((resolved, referrers, copied, pushed))
    });
    let (resolved, referrers, documents, pushed) = copied?;
    for skipped in &referrers.skipped {
        console.say(&format!(
            "warning: a signature or document is not copied: {skipped}"
        ));
    }
    let pinned = target.pinned(resolved.manifest);
    if arguments.json {
        print_json(&json!({
            "reference": pinned.to_string(),
            "component": resolved.component.digest.to_string(),
            "pushed": pushed,
            "signatures": referrers.found.len(),
            "documents": documents.iter().map(|found| document_files::Shown::of_attached(found).as_json()).collect::<Vec<_>>(),
            "skipped": referrers.skipped,
        }))?;
        return Ok(());
    }
    print_line(format_args!("{pinned}"));
    for document in &documents {
        let document = document_files::Shown::of_attached(document);
        print_line(format_args!("attached: {}", document.line()));
    }
    match referrers.found.len() {
        0 => console.say("it has no signatures"),
        count => console.say(&format!(
            "signatures that were copied or were there: {count}"
        )),
    }
    Ok(())
}
