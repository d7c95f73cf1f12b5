//! The operator's settings for the network.

use std::path::PathBuf;
use std::sync::Arc;

use super::proxy::ProxySettings;

/// The operator's settings for the network of a machine.
#[derive(Debug, Clone, Default)]
pub struct NetworkSettings {
    /// A PEM file of further certificate authorities to trust, in addition to the system's.
    pub ca_file: Option<PathBuf>,
    /// Further certificate authorities for servers, in PEM. They are not used for proxies.
    pub authorities: Option<Arc<[u8]>>,
    /// The proxies for requests. Without them, connections are direct.
    pub proxy: Option<ProxySettings>,
    /// Whether names that a proxy resolves are resolved here as well, and refused if none of their addresses may
    /// be reached. Needed where names do not come from a grant, because a forged value may contain any name.
    pub judges_names_of_proxies: bool,
}
