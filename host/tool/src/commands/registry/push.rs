//! `pulumi-wasm push`: a component into a registry, under the tag of its version.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_packages::{Digest, component_names, read_component};
use pulumi_wasm_registry::{
    Artifact, ArtifactMetadata, Reference, Referrers, RegistryError, Repository,
};
use serde_json::{Value, json};

use super::document_files::{self, Shown};
use super::layout_file::{self, Carried};
use super::{context, parse, require_online, runtime, told};
use crate::limits::{self, LimitArguments};
use crate::local_provider;
use crate::terminal::{Console, print_json, print_line, quoted};

/// The component to push, and its destination.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  pulumi-wasm push oci://ghcr.io/acme/provider

The tag is the component's version, unless the reference has another one. A version that is there stays: give a new build a \
new version. The same component gives the same digest, on any machine. Log in with `docker login`, `podman login` or \
`oras login` before.")]
pub(crate) struct Arguments {
    /// The place: `oci://HOST/REPOSITORY`, with `:TAG` for another tag than the version
    #[arg(value_name = "REFERENCE", value_parser = Word::parser())]
    reference: Word,
    /// A component file, the folder of a project, which is built first, or a layout that `pulumi-wasm pull --layout`
    /// wrote; it may be given before or after the reference
    #[arg(value_name = "COMPONENT", value_parser = Word::parser(), default_value = ".")]
    component: Word,
    /// Attach this SBOM, an SPDX or CycloneDX document in JSON; may be given several times
    #[arg(long, value_name = "FILE")]
    sbom: Vec<PathBuf>,
    /// Attach this in-toto statement with SLSA provenance of the component; may be given several times
    #[arg(long, value_name = "FILE")]
    provenance: Vec<PathBuf>,
    /// Replace another build with this tag; users who added the old build get an error
    #[arg(long)]
    replace: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// An argument: the reference or the component.
#[derive(Debug, Clone)]
enum Word {
    Place(Reference),
    Component(PathBuf),
}

impl Word {
    /// Reads a reference, or a path, which need not be UTF-8.
    fn parser() -> impl TypedValueParser<Value = Self> {
        OsStringValueParser::new().try_map(|word: OsString| match word.to_str() {
            Some(word) if Reference::is_meant(word) => parse(word).map(Self::Place),
            _ => Ok::<_, String>(Self::Component(word.into())),
        })
    }
}

impl Arguments {
    /// The place and the component, in any order.
    fn words(&self) -> anyhow::Result<(&Reference, &Path)> {
        match (&self.reference, &self.component) {
            (Word::Place(place), Word::Component(component))
            | (Word::Component(component), Word::Place(place)) => Ok((place, component)),
            (Word::Place(one), Word::Place(other)) => bail!(
                "`{one}` and `{other}` are two places\nhint: `pulumi-wasm mirror FROM TO` copies from one registry into another"
            ),
            (Word::Component(word), Word::Component(_)) => bail!(
                "`{}` is not a place in a registry\nhint: a place begins with `oci://`, as in `pulumi-wasm push \
                 oci://ghcr.io/acme/provider acme.wasm`",
                word.display()
            ),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let console = Console::new(arguments.json);
    let limits = arguments.limits.limits();
    let (reference, path) = arguments.words()?;
    ensure!(
        reference.digest().is_none(),
        "`{reference}` has a digest, which a push computes\nhint: leave out the `@` and the digest"
    );
    // Checked before a project is built, because the build takes longer.
    require_online(reference.registry())?;
    let layout = layout_file::at(path);
    let layout = layout.map(|layout| layout_file::read(&layout, path, &limits));
    let (file, bytes, carried) = match layout.transpose()? {
        Some(carried) => {
            let Carried {
                component,
                artifact,
                mut referrers,
                documents,
            } = carried;
            referrers.add(documents);
            let file = path.to_owned();
            (file, component, Some((artifact, referrers)))
        }
        None => {
            let file = local_provider::find(path, console)?.component;
            let (bytes, _) = read_component(&file, &limits)?;
            (file, bytes, None)
        }
    };
    let component = Digest::of(&bytes);
    let (_, manifest) = limits::manifest(&bytes, &file)?;
    let target = tagged(reference, manifest.version())?;
    let (artifact, referrers) = match carried {
        Some(carried) => carried,
        None => {
            let artifact = Artifact::new(bytes.clone(), &about(&manifest, &bytes)?);
            (artifact, Referrers::default())
        }
    };
    let documents = document_files::read(
        &artifact,
        &component,
        &arguments.sbom,
        &arguments.provenance,
    )?;
    let referrers = {
        let mut all = referrers;
        all.add(Referrers {
            found: documents,
            skipped: Vec::new(),
        });
        all
    };
    let repository = Repository::to_write(&target, context(&limits, console)?);
    let repository = repository.map_err(|error| told(&error))?;
    console.say(&format!("pushing {} to {target}", quoted(&file)));
    let pushed = runtime()?.block_on(async {
        let pushed = repository.push(&artifact, arguments.replace).await?;
        for referrer in &referrers.found {
            repository.attach(&artifact.digest(), referrer).await?;
        }
        Ok::<_, RegistryError>(pushed)
    });
    let pushed = pushed.map_err(|error| told(&error))?;
    for skipped in &referrers.skipped {
        console.say(&format!(
            "warning: a signature or document is not pushed: {skipped}"
        ));
    }
    let pinned = target.pinned(artifact.digest());
    let documents: Vec<Shown> = referrers
        .found
        .iter()
        .filter_map(Shown::of_referrer)
        .collect();
    let command = format!("pulumi package add wasm {target}");
    if arguments.json {
        print_json(&json!({
            "reference": pinned.to_string(),
            "digest": artifact.digest().to_string(),
            "component": component.to_string(),
            "name": manifest.name(),
            "version": manifest.version(),
            "pushed": pushed,
            "command": command,
            "signatures": referrers.found.len() - documents.len(),
            "documents": documents.iter().map(Shown::as_json).collect::<Vec<_>>(),
        }))?;
        return Ok(());
    }
    if !pushed {
        console.say("the registry has this very build already");
    }
    print_line(format_args!("{pinned}"));
    for document in &documents {
        print_line(format_args!("attached: {}", document.line()));
    }
    println!("\nTo use it:");
    print_line(format_args!("  {command}"));
    println!("\nDo not move the tag as long as a stack is deployed with it.");
    Ok(())
}

/// The reference with the tag that the component gets.
fn tagged(reference: &Reference, version: &str) -> anyhow::Result<Reference> {
    if reference.tag().is_none() {
        ensure!(
            !version.contains('+'),
            "the version {version} has build metadata, and a tag cannot have a `+`\nhint: leave out the `+` and all after it, or give a tag: `{}`",
            reference.tagged("TAG")
        );
        return Ok(reference.tagged(version));
    }
    if let Some(said) = reference.version() {
        ensure!(
            said.to_string() == version,
            "the tag of `{reference}` says version {said}, and the component is version {version}\n\
             hint: `{}`, or another version in the project",
            reference.tagged(version)
        );
    }
    Ok(reference.clone())
}

/// Data from the component's own schema, and its interface.
fn about(manifest: &Manifest, bytes: &[u8]) -> anyhow::Result<ArtifactMetadata> {
    let schema = &manifest.documents()?.schema;
    let text = |key: &str| schema.get(key).and_then(Value::as_str).map(str::to_owned);
    let (imports, exports) = component_names(bytes);
    Ok(ArtifactMetadata {
        name: manifest.name().to_owned(),
        version: manifest.version().to_owned(),
        description: text("description"),
        licenses: text("license"),
        source: text("repository"),
        url: text("homepage"),
        imports,
        exports,
    })
}
