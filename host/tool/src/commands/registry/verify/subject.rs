//! A component whose signatures are verified, and the evidence about it: on this machine and at its origin.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, ensure};
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_packages::{
    Declared, Digest, Loader, Reference, SignatureEvidence, SignedFile, SignedManifest, Source,
    evidence_beside, manifest_section, read_component,
};
use pulumi_wasm_registry::HostedFile;

use crate::commands::registry::document_files::Shown;
use crate::commands::registry::{self, runtime};
use crate::limits;
use crate::terminal::Console;

/// The parts of a component that a verdict needs.
pub(super) struct Subject {
    pub(super) component: Digest,
    /// Evidence on this machine, and evidence that was fetched now.
    pub(super) evidence: SignatureEvidence,
    /// The package's name, if it was needed.
    pub(super) package: Option<String>,
    /// The documents that a registry has about it.
    pub(super) documents: Vec<Shown>,
    /// Bundles and documents that cannot be read, each with the reason.
    pub(super) skipped: Vec<String>,
}

/// How subjects are looked up.
pub(super) struct Lookup<'a> {
    pub(super) loader: &'a Loader,
    pub(super) limits: &'a Limits,
    pub(super) needs_package: bool,
    pub(super) is_quiet: bool,
}

/// A source whose component `verify` checks.
pub(super) struct SourceToVerify {
    pub(super) source: Source,
    /// Whether it is the component in the project's SDK instead of the current one of a source.
    pub(super) is_recorded: bool,
}

/// The components for a word: a source, or all components of a package in the project's file, with the digests of its
/// SDK.
pub(super) fn sources(word: &OsStr, loader: &Loader) -> anyhow::Result<Vec<SourceToVerify>> {
    let source = Source::parse_word(word).map_err(|error| anyhow!("{error}"))?;
    let name = word.to_str().filter(|name| {
        let is_path = name.contains(['/', '\\', '.']) || Path::new(name).exists();
        source.file().is_some() && !is_path
    });
    let Some(word) = name else {
        return Ok(vec![SourceToVerify {
            source,
            is_recorded: false,
        }]);
    };
    let shown = Excerpt::name(word);
    let declared = Declared::nearest(&std::env::current_dir()?)?;
    let declared = declared.filter(|declared| declared.names(word));
    let declared = declared.ok_or_else(|| {
        anyhow!(
            "`{shown}` is neither a file nor a package that a `Pulumi.yaml` here names\nhint: give a source as `Pulumi.yaml` has it, or a component's file"
        )
    })?;
    let folder = declared.file.parent().unwrap_or(Path::new(""));
    let sources: Vec<Source> = declared
        .components(word)
        .into_iter()
        .map(|source| match source {
            Source::File(file) => Source::File(folder.join(file)),
            remote => remote,
        })
        .collect();
    ensure!(
        !sources.is_empty(),
        "`{}` does not name a component for the package `{shown}`",
        declared.file.display()
    );
    let runtime = runtime()?;
    let meant = sources.into_iter().map(|source| {
        // The tag may have been moved since the package was added.
        let recorded = runtime.block_on(loader.recorded_source(&source));
        SourceToVerify {
            is_recorded: recorded.is_some(),
            source: recorded.unwrap_or(source),
        }
    });
    Ok(meant.collect())
}

impl Lookup<'_> {
    /// Finds the evidence about a source.
    pub(super) fn subject(&self, source: &Source) -> anyhow::Result<Subject> {
        match source {
            Source::File(file) => self.of_file(file),
            Source::Registry(reference) => self.of_registry(reference),
            Source::Web(file) => self.of_web(file),
        }
    }

    fn of_file(&self, file: &Path) -> anyhow::Result<Subject> {
        let (bytes, component) = read_component(file, self.limits)?;
        let package = if self.needs_package {
            let (_, manifest) = limits::manifest(&bytes, file)?;
            Some(manifest.name().to_owned())
        } else {
            None
        };
        let kept = self.loader.evidence(&component)?;
        Ok(Subject {
            evidence: kept.with(evidence_beside(file)?),
            component,
            package,
            documents: Vec::new(),
            skipped: Vec::new(),
        })
    }

    fn of_registry(&self, reference: &Reference) -> anyhow::Result<Subject> {
        let repository = self.loader.look_up(reference, self.limits, &self.log())?;
        let runtime = runtime()?;
        let SignedManifest {
            resolved,
            referrers,
            bundles: beside,
        } = runtime.block_on(repository.signed_manifest())?;
        let component = resolved.component.digest.clone();
        let package = if self.needs_package {
            let bytes = runtime.block_on(repository.component(&resolved))?;
            self.package(&bytes, reference.to_string())?
        } else {
            None
        };
        let mut fetched = SignatureEvidence::of_manifest(resolved.bytes, &referrers);
        fetched.bundles.extend(beside);
        let mut skipped = referrers.skipped;
        let documents = match runtime.block_on(repository.documents(&resolved.manifest)) {
            Ok(attached) => {
                skipped.extend(attached.skipped);
                attached.found.iter().map(Shown::of_attached).collect()
            }
            // They are shown to the user: the verdict does not depend on them.
            Err(error) => {
                skipped.push(format!("the documents: {}", error.reason));
                Vec::new()
            }
        };
        Ok(Subject {
            evidence: fetched.with(self.loader.evidence(&component)?),
            component,
            package,
            documents,
            skipped,
        })
    }

    fn of_web(&self, file: &HostedFile) -> anyhow::Result<Subject> {
        let log = self.log();
        let found = self.loader.signed_file(file, self.limits, &log);
        let SignedFile {
            bytes,
            bundles,
            skipped,
        } = runtime()?.block_on(found)?;
        let component = Digest::of(&bytes);
        let package = if self.needs_package {
            self.package(&bytes, file.to_string())?
        } else {
            None
        };
        let fetched = SignatureEvidence {
            manifests: Vec::new(),
            bundles,
        };
        Ok(Subject {
            evidence: fetched.with(self.loader.evidence(&component)?),
            component,
            package,
            documents: Vec::new(),
            skipped,
        })
    }

    fn log(&self) -> Arc<dyn LogSink> {
        Arc::new(registry::Shown(Console::new(self.is_quiet)))
    }

    /// The name of the component's package. `None` if the component has no embedded manifest and would have to run.
    fn package(&self, bytes: &[u8], shown: String) -> anyhow::Result<Option<String>> {
        let shown = PathBuf::from(shown);
        let read = manifest_section::find(bytes)
            .map(|_| limits::manifest(bytes, &shown))
            .transpose()?;
        Ok(read.map(|(_, manifest)| manifest.name().to_owned()))
    }
}
