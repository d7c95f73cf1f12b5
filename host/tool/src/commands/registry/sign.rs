//! `pulumi-wasm sign`: a signature beside a component, in its registry or in a file.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use pulumi_wasm_packages::{Digest, Source, bundle_beside, read_component};
use pulumi_wasm_registry::{Reference, Referrer, Repository};
use pulumi_wasm_signature::{PrivateKey, SigstoreBundle, sign};
use serde_json::json;

use super::{context, require_online, runtime, source_parser, told};
use crate::files::bounded_file;
use crate::files::whole_file::{self, Audience};
use crate::limits::LimitArguments;
use crate::terminal::{Console, print_json, print_line};

/// The component to sign, and the key or identity.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  openssl genpkey -algorithm ec -pkeyopt ec_paramgen_curve:P-256 -out acme.key
  openssl pkey -in acme.key -pubout -out acme.pub
  pulumi-wasm sign oci://ghcr.io/acme/provider:1.2.0 --key acme.key

The signature is a Sigstore bundle about the digest of the manifest. A registry keeps it beside the component; beside a file it is \
`FILE.sigstore.json`, about the component's digest. It says nothing of the tag.")]
pub(crate) struct Arguments {
    /// `oci://HOST/REPOSITORY:TAG`, or with `@sha256:DIGEST`; or a component file
    #[arg(value_name = "SOURCE", value_parser = source_parser())]
    source: Source,
    /// Sign with this private key: PKCS#8 in PEM, not encrypted, with P-256, P-384 or Ed25519
    #[arg(long, value_name = "FILE", required_unless_present = "bundle")]
    key: Option<PathBuf>,
    /// Attach this bundle, which another program made: `cosign`, or a build on GitHub
    #[arg(long, value_name = "FILE", conflicts_with = "key")]
    bundle: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// The key or the identity that signs.
enum Means {
    Key(Box<PrivateKey>),
    Bundle(PathBuf, Vec<u8>),
}

impl Means {
    fn read(arguments: &Arguments) -> anyhow::Result<Self> {
        let read = |file: &Path| {
            bounded_file::small(file).with_context(|| format!("cannot read `{}`", file.display()))
        };
        match (&arguments.key, &arguments.bundle) {
            (Some(file), _) => {
                let key = PrivateKey::from_pem(&read(file)?);
                let key = key.map_err(|error| anyhow!("the key `{}`: {error}", file.display()))?;
                Ok(Self::Key(Box::new(key)))
            }
            (None, Some(file)) => Ok(Self::Bundle(file.clone(), read(file)?)),
            (None, None) => {
                bail!("nothing to sign with\nhint: add `--key FILE` or `--bundle FILE`")
            }
        }
    }

    /// The bundle and its predicate type: a new bundle about the first of these digests, or the given bundle if it is
    /// about one of them.
    fn bundle(self, digests: &[&Digest]) -> anyhow::Result<(Vec<u8>, String)> {
        let hexadecimal: Vec<String> = digests
            .iter()
            .map(|digest| digest.hex().to_owned())
            .collect();
        let (shown, bytes) = match self {
            Self::Key(key) => {
                let digest = hexadecimal.first().map(String::as_str).unwrap_or_default();
                ("the new bundle".to_owned(), sign(&key, digest)?)
            }
            Self::Bundle(file, bytes) => (format!("the bundle `{}`", file.display()), bytes),
        };
        let statement =
            SigstoreBundle::parse(&bytes).and_then(|bundle| bundle.unverified_statement());
        let statement = statement.and_then(|said| {
            said.require_subject(&hexadecimal)?;
            Ok(said)
        });
        let statement = statement.map_err(|error| anyhow!("{shown}: {error}"))?;
        Ok((bytes, statement.predicate_type))
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.source {
        Source::Registry(reference) => in_registry(reference, arguments),
        Source::File(file) => in_file(file, arguments),
        Source::Web(_) => bail!(
            "a web server takes no signatures\nhint: sign the file, `pulumi-wasm sign FILE --key FILE`, and publish `FILE.sigstore.json` with it"
        ),
    }
}

fn in_registry(reference: &Reference, arguments: &Arguments) -> anyhow::Result<()> {
    let console = Console::new(arguments.json);
    let means = Means::read(arguments)?;
    require_online(reference.registry())?;
    let context = context(&arguments.limits.limits(), console)?;
    let repository = Repository::to_write(reference, context).map_err(|error| told(&error))?;
    let runtime = runtime()?;
    let resolved = runtime.block_on(repository.resolve());
    let resolved = resolved.map_err(|error| told(&error))?;
    let digests = [&resolved.manifest, &resolved.component.digest];
    let (bundle, predicate_type) = means.bundle(&digests)?;
    let digest = Digest::of(&bundle);
    let referrer = Referrer::new(&resolved.bytes, bundle, &predicate_type);
    let attached = runtime.block_on(repository.attach(&resolved.manifest, &referrer));
    attached.map_err(|error| told(&error))?;
    let pinned = reference.pinned(resolved.manifest.clone());
    if arguments.json {
        print_json(&json!({
            "reference": pinned.to_string(),
            "component": resolved.component.digest.to_string(),
            "bundle": digest.to_string(),
            "signature": referrer.digest().to_string(),
        }))?;
        return Ok(());
    }
    print_line(format_args!("{pinned}"));
    print_line(format_args!("signed: the registry has the bundle {digest}"));
    Ok(())
}

fn in_file(file: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let means = Means::read(arguments)?;
    let (_, component) = read_component(file, &arguments.limits.limits())?;
    let (bundle, _) = means.bundle(&[&component])?;
    let beside = bundle_beside(file);
    whole_file::write(&beside, &bundle, Audience::Everybody)
        .with_context(|| format!("cannot write `{}`", beside.display()))?;
    if arguments.json {
        print_json(&json!({
            "component": component.to_string(),
            "bundle": Digest::of(&bundle).to_string(),
            "file": beside.display().to_string(),
        }))?;
        return Ok(());
    }
    print_line(format_args!("{component}"));
    print_line(format_args!("signed: `{}`", beside.display()));
    Ok(())
}
