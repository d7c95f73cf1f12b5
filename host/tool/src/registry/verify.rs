//! `pulumi-wasm verify`: who signed a component, by a key or by the operator's policy.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_packages::policy::SignerRule;
use pulumi_wasm_packages::{
    CandidateVerdict, Digest, Evidence, Loader, Reference, SignedManifest, Source, evidence_beside,
    judge, manifest_section, read_component,
};
use pulumi_wasm_signature::PublicKey;
use serde_json::{Value, json};

use super::{Shown, runtime};
use crate::limits::{self, LimitArguments};
use crate::terminal::{Console, print_json, print_line};

/// What is judged, and by what.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pulumi-wasm verify oci://ghcr.io/acme/provider:1.2.0 --key acme.pub
  pulumi-wasm verify --fetch oci://ghcr.io/acme/provider:1.2.0

Without a key, the operator's policy says who has to have signed. The exit status is 0 if a signature is accepted, and 1 if none is.")]
pub(crate) struct Arguments {
    /// `oci://HOST/REPOSITORY:TAG`, or with `@sha256:DIGEST`; or a component file, with its bundle beside it as `FILE.sigstore.json`
    #[arg(value_name = "SOURCE", value_parser = Source::parse)]
    source: Source,
    /// The public key in PEM; of several, one has to have signed
    #[arg(long, value_name = "FILE")]
    key: Vec<PathBuf>,
    /// Keep the signatures on this machine: packages that were added before run by them
    #[arg(long)]
    fetch: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// A component, as far as it is needed for a verdict.
struct Subject {
    component: Digest,
    /// What this machine had, and what was found now.
    evidence: Evidence,
    /// The package's name, if it was needed.
    package: Option<String>,
    /// Bundles that cannot be read, each with the reason.
    skipped: Vec<String>,
}

/// Rules of which one has to accept a bundle, and who says so.
struct Asked {
    rules: Vec<SignerRule>,
    by: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let loader = Loader::from_environment()?.without_journal();
    let limits = loader.capped(&arguments.limits.limits())?;
    let keys = keys(&arguments.key)?;
    let subject = match &arguments.source {
        Source::File(file) => of_file(file, keys.is_none(), &loader, &limits)?,
        Source::Registry(reference) => {
            of_registry(reference, keys.is_none(), &loader, &limits, arguments.json)?
        }
        Source::Web(file) => bail!(
            "a web server has no list of signatures\nhint: `pulumi-wasm pull {file} -o FILE`, put the bundle beside, as `FILE.sigstore.json`, and \
             verify the file"
        ),
    };
    if arguments.fetch {
        loader.keep_evidence(&subject.component, &subject.evidence)?;
    }
    let asked = match (keys, &subject.package) {
        (Some(rules), _) => vec![rules],
        (None, package) => of_policy(package.as_deref().unwrap_or_default(), &loader)?,
    };
    let verdicts: Vec<(Asked, Vec<CandidateVerdict>)> = asked
        .into_iter()
        .map(|asked| {
            let rules: Vec<&SignerRule> = asked.rules.iter().collect();
            let verdicts = judge(&subject.evidence, &subject.component, &rules);
            (asked, verdicts)
        })
        .collect();
    if verdicts.is_empty() {
        return without_rules(&subject, arguments);
    }
    let is_accepted = verdicts
        .iter()
        .all(|(_, candidates)| candidates.iter().any(|candidate| candidate.verdict.is_ok()));
    match arguments.json {
        true => print_json(&as_json(&subject, &verdicts, is_accepted))?,
        false => show(&subject, &verdicts, is_accepted),
    }
    Ok(match is_accepted {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// What is said if nobody says who has to have signed.
fn without_rules(subject: &Subject, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let package = subject.package.as_deref().unwrap_or_default();
    if !arguments.fetch {
        bail!(
            "nothing says who has to have signed: no policy asks for signatures of `{package}`, and there is no key\nhint: add `--key FILE` with the \
             public key of the publisher"
        );
    }
    match arguments.json {
        true => print_json(&as_json(subject, &[], false))?,
        false => {
            print_line(format_args!("{}", subject.component));
            print_line(format_args!(
                "kept: {} signatures, which no key was compared with",
                subject.evidence.bundles.len()
            ));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn keys(files: &[PathBuf]) -> anyhow::Result<Option<Asked>> {
    if files.is_empty() {
        return Ok(None);
    }
    let rules = files.iter().map(|file| {
        let bytes = fs::read(file).with_context(|| format!("cannot read `{}`", file.display()))?;
        let key = PublicKey::from_pem(&bytes);
        let key = key.map_err(|error| anyhow!("the key `{}`: {error}", file.display()))?;
        Ok(SignerRule::of_key(
            "--key",
            &file.display().to_string(),
            key,
        ))
    });
    Ok(Some(Asked {
        rules: rules.collect::<anyhow::Result<_>>()?,
        by: "`--key`".to_owned(),
    }))
}

fn of_policy(package: &str, loader: &Loader) -> anyhow::Result<Vec<Asked>> {
    let lists = loader.required_signers(package)?.into_iter();
    Ok(lists
        .map(|list| Asked {
            by: list.to_string(),
            rules: list.rules,
        })
        .collect())
}

fn of_file(
    file: &Path,
    needs_package: bool,
    loader: &Loader,
    limits: &Limits,
) -> anyhow::Result<Subject> {
    let (bytes, component) = read_component(file, limits)?;
    let package = match needs_package {
        true => Some(limits::manifest(&bytes, file, limits)?.1.name().to_owned()),
        false => None,
    };
    Ok(Subject {
        evidence: loader.evidence(&component)?.with(evidence_beside(file)?),
        component,
        package,
        skipped: Vec::new(),
    })
}

fn of_registry(
    reference: &Reference,
    needs_package: bool,
    loader: &Loader,
    limits: &Limits,
    is_quiet: bool,
) -> anyhow::Result<Subject> {
    let log: Arc<dyn LogSink> = Arc::new(Shown(Console::new(is_quiet)));
    let repository = loader.look_up(reference, limits, &log)?;
    let runtime = runtime()?;
    let SignedManifest {
        resolved,
        referrers,
    } = runtime.block_on(repository.signed_manifest())?;
    let component = resolved.component.digest.clone();
    let package = match needs_package {
        true => {
            let bytes = runtime.block_on(repository.component(&resolved))?;
            let shown = PathBuf::from(reference.to_string());
            manifest_section::find(&bytes)
                .map(|_| limits::manifest(&bytes, &shown, limits))
                .transpose()?
                .map(|(_, manifest)| manifest.name().to_owned())
        }
        false => None,
    };
    let fetched = Evidence {
        manifests: vec![resolved.bytes],
        bundles: referrers
            .found
            .iter()
            .map(|found| found.bundle().to_vec())
            .collect(),
    };
    Ok(Subject {
        evidence: fetched.with(loader.evidence(&component)?),
        component,
        package,
        skipped: referrers.skipped,
    })
}

fn show(subject: &Subject, verdicts: &[(Asked, Vec<CandidateVerdict>)], is_accepted: bool) {
    print_line(format_args!("{}", subject.component));
    for (asked, candidates) in verdicts {
        print_line(format_args!("{}:", asked.by));
        for candidate in candidates {
            let word = match candidate.verdict {
                Ok(_) => "accepted",
                Err(_) => "refused",
            };
            print_line(format_args!("  {word}: {}", candidate.line()));
        }
        if candidates.is_empty() {
            print_line(format_args!("  there is no signature"));
        }
    }
    for skipped in &subject.skipped {
        print_line(format_args!("passed over: {skipped}"));
    }
    print_line(format_args!(
        "{}",
        match is_accepted {
            true => "signed",
            false => "not signed by anybody who has to sign it",
        }
    ));
}

fn as_json(
    subject: &Subject,
    verdicts: &[(Asked, Vec<CandidateVerdict>)],
    is_accepted: bool,
) -> Value {
    let lists = verdicts.iter().map(|(asked, candidates)| {
        let candidates = candidates.iter().map(|candidate| {
            let (signer, reasons) = match &candidate.verdict {
                Ok(rule) => (Some(rule.signer.as_str()), &[][..]),
                Err(reasons) => (None, reasons.as_slice()),
            };
            json!({
                "bundle": candidate.bundle.to_string(),
                "claimed": candidate.claimed,
                "predicateType": candidate.predicate_type,
                "acceptedBy": signer,
                "reasons": reasons,
            })
        });
        json!({ "by": asked.by, "signatures": candidates.collect::<Vec<_>>() })
    });
    json!({
        "component": subject.component.to_string(),
        "package": subject.package,
        "accepted": is_accepted,
        "asked": lists.collect::<Vec<_>>(),
        "found": subject.evidence.bundles.len(),
        "skipped": subject.skipped,
    })
}
