//! The variables that Terraform and OpenTofu set for a plugin that they start.

/// A value that says that a core started the process, and not a person.
const COOKIE: &str = "TF_PLUGIN_MAGIC_COOKIE";
/// The numbers of the protocols that the core offers, in any order.
const PROTOCOLS: &str = "PLUGIN_PROTOCOL_VERSIONS";
/// The certificate of the core, as PEM. Without it, connections are plain.
const CLIENT_CERTIFICATE: &str = "PLUGIN_CLIENT_CERT";

/// The variables of a plugin's process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TerraformPlugin {
    pub cookie: Option<String>,
    pub protocols: Option<String>,
    pub client_certificate: Option<String>,
}

/// The variables of this process.
#[must_use]
pub fn terraform_plugin() -> TerraformPlugin {
    let text = |name| std::env::var(name).ok();
    TerraformPlugin {
        cookie: text(COOKIE),
        protocols: text(PROTOCOLS),
        client_certificate: text(CLIENT_CERTIFICATE),
    }
}
