//! Names become addresses here, and here alone: what is left of them is what is connected to.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::capability::http::address::is_public;

/// What a name leads to.
#[async_trait]
pub trait Lookup: Send + Sync {
    /// All addresses of a name.
    ///
    /// # Errors
    /// Why there are none.
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// As this machine is set up.
pub struct MachineLookup;

#[async_trait]
impl Lookup for MachineLookup {
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let found = tokio::net::lookup_host((name, 0)).await?;
        Ok(found.map(|address| address.ip()).collect())
    }
}

/// Resolves names, and leaves out every address that is not public, unless the client is for private ones too.
pub(super) struct JudgingResolver {
    pub(super) lookup: Arc<dyn Lookup>,
    pub(super) open: bool,
    /// Names of the operator's proxies, wherever they are.
    pub(super) trusted: Vec<String>,
}

impl Resolve for JudgingResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let lookup = Arc::clone(&self.lookup);
        let name = name.as_str().to_owned();
        let judged = !self.open && !self.trusted.contains(&name);
        Box::pin(async move {
            let found = lookup.addresses(&name).await?;
            let before = found.len();
            let allowed: Vec<SocketAddr> = found
                .into_iter()
                .filter(|address| !judged || is_public(*address))
                .map(|address| SocketAddr::new(address, 0))
                .collect();
            if allowed.is_empty() && before > 0 {
                return Err(NotPublic { name }.into());
            }
            let addresses: Addrs = Box::new(allowed.into_iter());
            Ok(addresses)
        })
    }
}

/// A granted name leads to addresses that were not.
#[derive(Debug, thiserror::Error)]
#[error(
    "`{name}` leads to an address that is not public, and a grant by name does not cover those"
)]
pub(super) struct NotPublic {
    pub(super) name: String,
}
