//! The only place where names become addresses. Connections go only to the addresses that it allows.

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

/// Resolves names.
#[async_trait]
pub trait Lookup: Send + Sync {
    /// All addresses of a name.
    ///
    /// # Errors
    /// Why the name cannot be resolved.
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// This machine's resolver.
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

/// Resolves names, and removes the addresses that the client must not reach.
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

/// A granted name resolves only to addresses that are not granted.
#[derive(Debug, thiserror::Error)]
#[error(
    "`{name}` resolves to an address that is not public, and a grant by name does not cover private addresses"
)]
pub(super) struct NotPublic {
    pub(super) name: String,
}
