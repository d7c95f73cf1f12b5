//! `pulumi-wasm pull`: a component from a registry or a web server, into the store and into a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use clap::Args;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::{KeptReference, Loader, Source, SourceError};
use pulumi_wasm_registry::{Artifact, Reference, Referrer};
use serde_json::json;

use super::{Shown, document_files, runtime, source_parser};
use crate::component;
use crate::files::output_folder;
use crate::files::whole_file::{self, Audience};
use crate::limits::LimitArguments;
use crate::terminal::{Console, print_json, print_line};

/// The component to fetch.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  pulumi-wasm pull oci://ghcr.io/acme/provider:1.2.0 -o acme.wasm")]
pub(crate) struct Arguments {
    /// `oci://HOST/REPOSITORY:TAG`, or with `@sha256:DIGEST`; `https://HOST/PATH.wasm`; or a release,
    /// `github://HOST/OWNER/REPOSITORY@VERSION`
    #[arg(value_name = "SOURCE", value_parser = source_parser())]
    source: Source,
    /// Write the component to this file, too
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the artifact with its signatures and documents to this tar archive, too, for a machine without a network:
    /// `pulumi-wasm load` reads it there
    #[arg(long, value_name = "FILE")]
    layout: Option<PathBuf>,
    /// Write the attached SBOMs and provenance attestations into this folder, too
    #[arg(long, value_name = "FOLDER")]
    documents: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(folder) = &arguments.documents {
        output_folder::check(folder)?;
    }
    let console = Console::new(arguments.json);
    let log: Arc<dyn LogSink> = Arc::new(Shown(console));
    let loader = Loader::from_environment()?.without_journal();
    let limits = arguments.limits.limits();
    if arguments.layout.is_some() || arguments.documents.is_some() {
        // The store may have the component, but neither the registry's form of its manifest nor its attached documents.
        loader.may_look_up(&arguments.source)?;
    }
    let kept = runtime()?.block_on(loader.keep_source(&arguments.source, &limits, &log))?;
    if let Some(output) = &arguments.output {
        component::write(output, &kept.read(&limits)?)?;
    }
    let mut files = Vec::new();
    if arguments.layout.is_some() || arguments.documents.is_some() {
        let whole = whole(&loader, &kept, &limits, &log)?;
        if let Some(layout) = &arguments.layout {
            write_layout(layout, &whole)?;
        }
        if let Some(folder) = &arguments.documents {
            files = document_files::write(folder, &whole.referrers)?;
        }
    }
    if arguments.json {
        print_json(&json!({
            "reference": kept.place.to_string(),
            "component": kept.kept.digest.to_string(),
            "name": kept.kept.name,
            "version": kept.kept.version,
            "documents": files,
        }))?;
        return Ok(());
    }
    let (name, version) = (
        Excerpt::name(&kept.kept.name),
        Excerpt::name(&kept.kept.version),
    );
    print_line(format_args!("{}  {name} {version}", kept.kept.digest));
    print_line(format_args!("{}", kept.place));
    if arguments.documents.is_some() {
        document_files::print(&files);
    }
    Ok(())
}

/// A component as a registry has it, with all that is attached.
struct Whole {
    reference: Reference,
    artifact: Artifact,
    /// Its signatures, and its documents.
    referrers: Vec<Referrer>,
}

/// Fetches the artifact with its signatures and documents as they are in the registry, so that their digests stay.
fn whole(
    loader: &Loader,
    kept: &KeptReference,
    limits: &Limits,
    log: &Arc<dyn LogSink>,
) -> anyhow::Result<Whole> {
    let reference = kept.place.reference().ok_or_else(|| {
        anyhow!(
            "`{}` is not in a registry, and has no artifact with documents\nhint: `-o FILE.wasm` writes the component; carry that, and run \
             `pulumi-wasm cache add FILE.wasm` on a machine without a network",
            kept.place
        )
    })?;
    let component = kept.read(limits)?;
    let repository = loader.look_up(reference, limits, log)?;
    let (artifact, referrers) = runtime()?.block_on(async {
        let artifact = repository.artifact(&component).await?;
        let mut referrers = repository.referrers(&artifact.digest()).await?;
        let documents = repository.documents(&artifact.digest()).await?;
        referrers.skipped.extend(documents.skipped);
        for document in &documents.found {
            match repository.document(document).await {
                Ok(document) => referrers.found.push(document),
                Err(error) => {
                    let reason = format!("`{}`: {}", document.manifest(), error.reason);
                    referrers.skipped.push(reason);
                }
            }
        }
        Ok::<_, SourceError>((artifact, referrers))
    })?;
    for skipped in referrers.skipped {
        let message = format!("ignored a signature or document: {skipped}");
        log.log(Severity::Warning, "", &message, false);
    }
    Ok(Whole {
        reference: reference.clone(),
        artifact,
        referrers: referrers.found,
    })
}

fn write_layout(file: &Path, whole: &Whole) -> anyhow::Result<()> {
    let failed = || format!("cannot write `{}`", file.display());
    let archive = whole.artifact.to_layout(&whole.reference, &whole.referrers);
    let archive = archive.with_context(failed)?;
    whole_file::write(file, &archive, Audience::Everybody).with_context(failed)
}
