//! Names become addresses here, and here alone: connections go only to the addresses that this module lets pass.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::vec::IntoIter;

use async_trait::async_trait;
use hyper_util::client::legacy::connect::dns::Name;
use pulumi_wasm_capability::http::Reach;
use tower_service::Service;

use super::lookups::Lookups;
use super::service::{Answered, BoxError};

/// The addresses of a name.
#[async_trait]
pub trait Lookup: Send + Sync {
    /// All addresses of a name.
    ///
    /// # Errors
    /// The reason for missing addresses.
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// As this machine is set up.
pub struct MachineLookup(Lookups);

impl Default for MachineLookup {
    fn default() -> Self {
        Self(Lookups::of_machine())
    }
}

#[async_trait]
impl Lookup for MachineLookup {
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        self.0.addresses(name).await
    }
}

/// Resolves names, and leaves out every address that the client is not for.
#[derive(Clone)]
pub(super) struct JudgingResolver {
    pub(super) lookup: Arc<dyn Lookup>,
    pub(super) reach: Reach,
}

impl JudgingResolver {
    async fn addresses(self, name: String) -> Result<IntoIter<SocketAddr>, BoxError> {
        let found = self.lookup.addresses(&name).await?;
        let before = found.len();
        let allowed: Vec<SocketAddr> = found
            .into_iter()
            .filter(|address| self.reach.has(*address))
            .map(|address| SocketAddr::new(address, 0))
            .collect();
        if allowed.is_empty() && before > 0 {
            return Err(NotPublic { name }.into());
        }
        Ok(allowed.into_iter())
    }
}

impl Service<Name> for JudgingResolver {
    type Response = IntoIter<SocketAddr>;
    type Error = BoxError;
    type Future = Answered<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        Box::pin(self.clone().addresses(name.as_str().to_owned()))
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
