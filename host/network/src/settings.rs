//! What an operator sets of a machine's network.

use std::path::PathBuf;
use std::sync::Arc;

use super::proxy::ProxySettings;

/// The operator's settings for the network of a machine.
#[derive(Debug, Clone, Default)]
pub struct NetworkSettings {
    /// A file of certificates, in PEM, of authorities that are trusted beside those of the system.
    pub ca_file: Option<PathBuf>,
    /// Certificates, in PEM, of further authorities for servers. A proxy is not judged by them.
    pub authorities: Option<Arc<[u8]>>,
    /// Proxies that requests go through; without them, requests go straight.
    pub proxy: Option<ProxySettings>,
    /// Whether names that a proxy resolves are looked up here as well, and refused if all of their addresses are out of a request's reach.
    /// Grants name the hosts of components, and a forged value may name any.
    pub judges_names_of_proxies: bool,
}
