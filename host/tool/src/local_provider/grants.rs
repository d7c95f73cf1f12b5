//! The grants of a component that is tried or tested.

use clap::Args;
use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::http::{Fit, HostPattern};
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::text::quoted;

/// Grants as flags of `pulumi package add`.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct GrantArguments {
    /// Let the component reach a host by https: `api.example.com`, `*.example.com:8443`, `http://127.0.0.1:8081`
    #[arg(long, value_name = "HOST")]
    allow_net: Vec<HostPattern>,
    /// Send requests to a host with any certificate, if the provider's configuration says so
    #[arg(long, value_name = "HOST")]
    allow_insecure_tls: Vec<HostPattern>,
    /// Let the component read an environment variable
    #[arg(long, value_name = "NAME")]
    allow_env: Vec<String>,
    /// Change a limit, as in `memory=2GiB`
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    pub(crate) limits: Vec<String>,
}

impl GrantArguments {
    pub(crate) fn grants(&self) -> Grants {
        Grants {
            net: self.allow_net.clone(),
            env: self.allow_env.iter().cloned().collect(),
            insecure_tls: self.allow_insecure_tls.clone(),
        }
    }
}

/// A permission that a component asks for and that was not granted.
#[derive(Debug, Clone)]
pub(crate) struct Missing {
    /// Such as `--allow-net api.example.com`.
    pub(crate) flag: String,
    pub(crate) reason: String,
    pub(crate) required: bool,
    grant: Grant,
}

#[derive(Debug, Clone)]
enum Grant {
    Net(HostPattern),
    Env(String),
}

impl Missing {
    pub(crate) fn add_to(&self, grants: &mut Grants) {
        match &self.grant {
            Grant::Net(pattern) => grants.net.push(pattern.clone()),
            Grant::Env(name) => {
                grants.env.insert(name.clone());
            }
        }
    }
}

/// The permissions of a component beyond its grants. Addresses in its configuration need no grant.
pub(crate) fn missing(manifest: &Manifest, grants: &Grants) -> Vec<Missing> {
    let net = manifest.permissions.net.iter().filter_map(|permission| {
        let pattern: HostPattern = match permission.configured() {
            Some(_) => return None,
            None => permission.host.parse().ok()?,
        };
        let covers = |grant: &HostPattern| grant.fit(&pattern) == Fit::Whole;
        (!grants.net.iter().any(covers)).then(|| Missing {
            flag: format!("--allow-net {}", quoted(&pattern.to_string())),
            reason: permission.reason.clone(),
            required: permission.required,
            grant: Grant::Net(pattern),
        })
    });
    let env = manifest.permissions.env.iter();
    let env = env
        .filter(|permission| !grants.env.contains(&permission.name))
        .map(|permission| Missing {
            flag: format!("--allow-env {}", quoted(&permission.name)),
            reason: permission.reason.clone(),
            required: permission.required,
            grant: Grant::Env(permission.name.clone()),
        });
    net.chain(env).collect()
}

/// All permissions of a component.
pub(crate) fn wanted(manifest: &Manifest) -> Grants {
    let mut grants = Grants::default();
    for missing in missing(manifest, &Grants::default()) {
        missing.add_to(&mut grants);
    }
    grants
}
