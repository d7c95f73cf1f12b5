//! `pulumi-wasm load`: components that were carried here, into the store.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::{Loader, SignatureEvidence, StoredComponent};
use pulumi_wasm_registry::{LaidOut, Layout, Referrer};
use serde_json::json;

use super::{Shown, document_files, runtime, told};
use crate::files::output_folder;
use crate::limits::LimitArguments;
use crate::terminal::{Console, print_json, print_line};

/// The layout with the components.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  pulumi-wasm pull oci://ghcr.io/acme/provider:1.2.0 --layout acme.tar    # on a machine with a network
  pulumi-wasm load acme.tar                                               # on one without

A layout is a tar archive or a folder in OCI's form, as `skopeo copy docker://… oci-archive:acme.tar` writes it as well. Nothing is \
granted by it: packages whose records name these digests run then.")]
pub(crate) struct Arguments {
    /// The layout: an archive or a folder
    #[arg(value_name = "LAYOUT")]
    layout: PathBuf,
    /// Write the SBOMs and provenance attestations of its components into this folder, too
    #[arg(long, value_name = "FOLDER")]
    documents: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// A component that is now in the store.
struct Loaded {
    /// Its name for people.
    shown: String,
    laid_out: LaidOut,
    kept: StoredComponent,
    documents: Vec<Referrer>,
}

impl Loaded {
    fn documents(&self) -> impl Iterator<Item = document_files::Shown> {
        let documents = self.documents.iter();
        documents.filter_map(document_files::Shown::of_referrer)
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(folder) = &arguments.documents {
        output_folder::check(folder)?;
    }
    let console = Console::new(arguments.json);
    let log: Arc<dyn LogSink> = Arc::new(Shown(console));
    let loader = Loader::from_environment()?.without_journal();
    let limits = loader.capped(&arguments.limits.limits())?;
    let layout = Layout::at(&arguments.layout);
    let components = layout.components(&limits).map_err(|error| told(&error))?;
    // Before the first component is judged, because each of its manifests may be the signed one.
    let mut known = BTreeSet::new();
    for component in &components {
        // An index may name one manifest many times.
        if known.insert(&component.manifest) {
            keep_signatures(&loader, &layout, component, (&limits, &log))?;
        }
    }
    let runtime = runtime()?;
    let mut loaded: Vec<Loaded> = Vec::new();
    for laid_out in components {
        let shown = arguments.layout.display().to_string();
        let shown = laid_out.name.clone().unwrap_or(shown);
        let shown = Excerpt::name(&shown).to_string();
        let digest = &laid_out.component.digest;
        let known = loaded.iter().find(|known| known.kept.digest == *digest);
        let kept = match known {
            // An index may name one component many times.
            Some(known) => known.kept.clone(),
            None => {
                let bytes = layout.component(&laid_out);
                let bytes = bytes.map_err(|error| told(&error))?;
                runtime.block_on(loader.keep_bytes(bytes, &shown, &limits, &log))?
            }
        };
        loaded.push(Loaded {
            shown,
            laid_out,
            kept,
            documents: Vec::new(),
        });
    }
    for loaded in &mut loaded {
        let documents = layout.documents(&loaded.laid_out);
        let documents = documents.map_err(|error| told(&error))?;
        for skipped in documents.skipped {
            let message = format!("ignored a document: {skipped}");
            log.log(Severity::Warning, "", &message, false);
        }
        loaded.documents = documents.found;
    }
    let files = match &arguments.documents {
        Some(folder) => {
            let documents = loaded.iter().flat_map(|loaded| &loaded.documents);
            document_files::write(folder, documents)?
        }
        None => Vec::new(),
    };
    if arguments.json {
        let components = loaded.iter().map(|loaded| {
            let documents = loaded.documents();
            json!({
                "layout": loaded.shown,
                "manifest": loaded.laid_out.manifest.to_string(),
                "component": loaded.kept.digest.to_string(),
                "name": loaded.kept.name,
                "version": loaded.kept.version,
                "documents": documents.map(|document| document.as_json()).collect::<Vec<_>>(),
            })
        });
        print_json(&json!({ "components": components.collect::<Vec<_>>(), "documents": files }))?;
        return Ok(());
    }
    for loaded in &loaded {
        let kept = &loaded.kept;
        let (name, version) = (Excerpt::name(&kept.name), Excerpt::name(&kept.version));
        print_line(format_args!("{}  {name} {version}", kept.digest));
        for document in loaded.documents() {
            print_line(format_args!("  {}", document.line()));
        }
    }
    if arguments.documents.is_some() {
        document_files::print(&files);
    }
    Ok(())
}

/// Stores the manifest of a component and its signatures, whether or not a policy asks for them now.
fn keep_signatures(
    loader: &Loader,
    layout: &Layout,
    component: &LaidOut,
    (limits, log): (&Limits, &Arc<dyn LogSink>),
) -> anyhow::Result<()> {
    let referrers = layout.referrers(component).map_err(|error| told(&error))?;
    for skipped in &referrers.skipped {
        let message = format!("ignored a signature: {skipped}");
        log.log(Severity::Warning, "", &message, false);
    }
    let manifest = layout.manifest(component).map_err(|error| told(&error))?;
    let evidence = SignatureEvidence::of_manifest(manifest, &referrers);
    Ok(loader.keep_evidence(&component.component.digest, &evidence, limits)?)
}
