//! `pulumi-wasm verify`: who signed a component, by a key, by an identity, or by the operator's policy.

mod rules;
mod subject;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use pulumi_wasm_packages::policy::SignerRule;
use pulumi_wasm_packages::{CandidateVerdict, Loader, Source, judge};
use rules::{Asked, RuleArguments, of_policy};
use serde_json::{Value, json};
use subject::{Lookup, SourceToVerify, Subject, sources};

use super::document_files::Shown;
use crate::limits::LimitArguments;
use crate::terminal::{print_json, print_line};

/// The component to verify, and the rules.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pulumi-wasm verify oci://ghcr.io/acme/provider:1.2.0 --key acme.pub
  pulumi-wasm verify oci://ghcr.io/acme/provider:1.2.0 --root trusted_root.jsonl \\
    --issuer https://token.actions.githubusercontent.com \\
    --identity 'https://github.com/acme/provider/.github/workflows/release.yml@refs/tags/*'
  pulumi-wasm verify --fetch acme

Without a key and an identity, the operator's policy says who has to have signed. The exit status is 0 if a signature of each component \
is accepted, and 1 if not.")]
pub(crate) struct Arguments {
    /// `oci://HOST/REPOSITORY:TAG`, or with `@sha256:DIGEST`; the address of a file, or a release; a component file,
    /// with its bundle beside it as `FILE.sigstore.json`; or a package that `Pulumi.yaml` names
    #[arg(value_name = "SOURCE|PACKAGE", value_parser = OsStringValueParser::new().try_map(word))]
    source: OsString,
    #[command(flatten)]
    rules: RuleArguments,
    /// Keep the signatures on this machine: packages that were added before run by them
    #[arg(long)]
    fetch: bool,
    /// Print the result as JSON: of a package with several components, a list
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// A source, well-formed, or the name of a package.
fn word(word: OsString) -> Result<OsString, String> {
    Source::parse_word(&word).map(|_| word)
}

/// The result for a component.
struct Judged {
    meant: SourceToVerify,
    subject: Subject,
    verdicts: Vec<(Asked, Vec<CandidateVerdict>)>,
}

impl Judged {
    /// Whether each rule that requires a signature accepts one.
    fn is_accepted(&self) -> bool {
        let mut verdicts = self.verdicts.iter();
        !self.verdicts.is_empty()
            && verdicts.all(|(_, candidates)| candidates.iter().any(|found| found.verdict.is_ok()))
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let loader = Loader::from_environment()?.without_journal();
    let limits = loader.capped(&arguments.limits.limits())?;
    let sources = sources(&arguments.source, &loader)?;
    let lookup = Lookup {
        loader: &loader,
        limits: &limits,
        needs_package: arguments.rules.asked()?.is_none(),
        is_quiet: arguments.json,
    };
    let mut all = Vec::new();
    for meant in sources {
        let subject = lookup.subject(&meant.source)?;
        if arguments.fetch {
            loader.keep_evidence(&subject.component, &subject.evidence, &limits)?;
        }
        let package = subject.package.as_deref().unwrap_or_default();
        let asked = match arguments.rules.asked()? {
            Some(asked) => vec![asked],
            None => of_policy(package, &loader)?,
        };
        if asked.is_empty() && !arguments.fetch {
            bail!(
                "no signer is known: the policy does not ask for signatures of `{package}`, and no key was \
                 given\nhint: add `--key FILE` with \
                 the public key of the publisher, or `--identity`, `--issuer` and `--root`"
            );
        }
        let verdicts = asked.into_iter().map(|asked| {
            let rules: Vec<&SignerRule> = asked.rules.iter().collect();
            let verdicts = judge(&subject.evidence, &subject.component, &rules);
            (asked, verdicts)
        });
        all.push(Judged {
            verdicts: verdicts.collect(),
            meant,
            subject,
        });
    }
    match (arguments.json, all.as_slice()) {
        (true, [one]) => print_json(&as_json(one))?,
        (true, all) => print_json(&all.iter().map(as_json).collect::<Value>())?,
        (false, all) => all.iter().for_each(show),
    }
    // No rule requires a signature, and the documents were stored.
    let is_good = |judged: &Judged| judged.verdicts.is_empty() || judged.is_accepted();
    Ok(if all.iter().all(is_good) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn show(judged: &Judged) {
    let Judged {
        meant,
        subject,
        verdicts,
    } = judged;
    print_line(format_args!("{}", subject.component));
    if meant.is_recorded {
        let source = &meant.source;
        print_line(format_args!(
            "judged: {source}, which the project's SDK has"
        ));
    }
    if verdicts.is_empty() {
        print_line(format_args!(
            "kept: {} signatures, not compared with a key",
            subject.evidence.bundles.len()
        ));
        show_documents(subject);
        return;
    }
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
    show_documents(subject);
    print_line(format_args!(
        "{}",
        if judged.is_accepted() {
            "signed"
        } else {
            "not signed by a required signer"
        }
    ));
}

/// Prints the attached documents that are not signatures, and the signatures that were skipped.
fn show_documents(subject: &Subject) {
    for document in &subject.documents {
        print_line(format_args!("attached: {}", document.line()));
    }
    for skipped in &subject.skipped {
        print_line(format_args!("passed over: {skipped}"));
    }
}

fn as_json(judged: &Judged) -> Value {
    let Judged {
        meant,
        subject,
        verdicts,
    } = judged;
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
        "source": meant.source.to_string(),
        "recorded": meant.is_recorded,
        "package": subject.package,
        "accepted": judged.is_accepted(),
        "asked": lists.collect::<Vec<_>>(),
        "found": subject.evidence.bundles.len(),
        "documents": subject.documents.iter().map(Shown::as_json).collect::<Vec<_>>(),
        "skipped": subject.skipped,
    })
}
