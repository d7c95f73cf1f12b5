//! The rules for signatures: from the command line, or from the operator's policy.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::Args;
use pulumi_wasm_packages::Loader;
use pulumi_wasm_packages::policy::{SignerMeans, SignerRule};
use pulumi_wasm_signature::{CertifiedSigner, Identity, PublicKey, SignatureError, TrustRoots};

use crate::files::bounded_file;

/// The signers that are accepted, if the policy does not decide. One signature is enough.
#[derive(Debug, Args)]
pub(super) struct RuleArguments {
    /// The public key in PEM; of several, one has to have signed
    #[arg(long, value_name = "FILE")]
    key: Vec<PathBuf>,
    /// The identity in the signer's certificate: an address of mail, or the full name of a workflow, with `*` behind `@refs/` at most
    #[arg(long, value_name = "IDENTITY", requires = "issuer", requires = "root")]
    identity: Option<String>,
    /// The address of the service that knows the identity
    #[arg(long, value_name = "ADDRESS", requires = "identity")]
    issuer: Option<String>,
    /// The trust root, as `gh attestation trusted-root` or `cosign trusted-root create` writes it
    #[arg(long, value_name = "FILE", requires = "identity")]
    root: Option<PathBuf>,
}

/// Rules with their origin. One of them must accept a bundle.
pub(super) struct Asked {
    pub(super) rules: Vec<SignerRule>,
    pub(super) by: String,
}

impl RuleArguments {
    /// The rules of the command line, if it has some.
    pub(super) fn asked(&self) -> anyhow::Result<Option<Asked>> {
        let mut rules = Vec::new();
        for file in &self.key {
            let key = read("key", file, PublicKey::from_pem)?;
            rules.push(SignerRule::of_key(
                "--key",
                &file.display().to_string(),
                key,
            ));
        }
        if let (Some(identity), Some(issuer), Some(root)) =
            (&self.identity, &self.issuer, &self.root)
        {
            let signer = CertifiedSigner {
                roots: read("trust root", root, TrustRoots::parse)?,
                issuer: issuer.clone(),
                identity: Identity::of_name(identity).map_err(|reason| anyhow!("{reason}"))?,
            };
            let file = root.display().to_string();
            let means = SignerMeans::Certificate(signer);
            rules.push(SignerRule::new("--identity", &file, means));
        }
        let by = match (self.key.is_empty(), &self.identity) {
            (true, None) => return Ok(None),
            (false, None) => "`--key`",
            (true, Some(_)) => "`--identity`",
            (false, Some(_)) => "`--key` or `--identity`",
        };
        Ok(Some(Asked {
            rules,
            by: by.to_owned(),
        }))
    }
}

fn read<T>(
    noun: &str,
    file: &Path,
    parse: fn(&[u8]) -> Result<T, SignatureError>,
) -> anyhow::Result<T> {
    let bytes =
        bounded_file::small(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    parse(&bytes).map_err(|error| anyhow!("the {noun} `{}`: {error}", file.display()))
}

/// The rules that the policy has for a package.
pub(super) fn of_policy(package: &str, loader: &Loader) -> anyhow::Result<Vec<Asked>> {
    let lists = loader.required_signers(package)?.into_iter();
    Ok(lists
        .map(|list| Asked {
            by: list.to_string(),
            rules: list.rules,
        })
        .collect())
}
