//! Opens connections, directly or through proxies.

use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use http::uri::Scheme;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use tower_service::Service;

use super::link::Link;
use super::metered::Metered;
use super::proxy::Proxies;
use super::resolve::JudgingResolver;
use super::service::{Answered, BoxError};

/// The keep-alive interval of a connection, and the number of unanswered probes that close it.
const KEEPALIVE: Duration = Duration::from_secs(15);
const KEEPALIVE_TRIES: u32 = 3;

/// The time limit of a connection attempt whose request meanwhile uses another connection. The new connection is
/// kept for later requests.
const MAX_TIME: Duration = Duration::from_secs(300);

/// The connection was not established in time.
#[derive(Debug, thiserror::Error)]
#[error("no connection in time")]
pub(super) struct TooSlow;

/// Opens the connections of a client.
#[derive(Clone)]
pub(super) struct Connector {
    tls: Arc<ClientConfig>,
    straight: HttpsConnector<Tcp>,
    proxies: Option<(Proxies, HttpsConnector<Tcp>)>,
}

impl Connector {
    /// Connects to the addresses that the resolvers allow. Proxies have a separate resolver and TLS configuration.
    pub(super) fn new(
        (tls, resolver): (ClientConfig, JudgingResolver),
        proxies: Option<(Proxies, ClientConfig, JudgingResolver)>,
    ) -> Self {
        let proxies = proxies.map(|(proxies, mut plain, resolver)| {
            // Proxies are addressed by HTTP/1.
            plain.alpn_protocols.clear();
            let tcp = Tcp::new(resolver);
            (proxies, HttpsConnector::from((tcp, plain)))
        });
        let tls = Arc::new(tls);
        Self {
            straight: HttpsConnector::from((Tcp::new(resolver), Arc::clone(&tls))),
            tls,
            proxies,
        }
    }

    async fn connect(mut self, to: Uri) -> Result<Link, BoxError> {
        let proxied = self.proxies.as_mut().and_then(|(proxies, connector)| {
            proxies.intercept(&to).map(|proxy| (proxy, connector))
        });
        let Some((proxy, connector)) = proxied else {
            return Ok(Link::straight(self.straight.call(to).await?));
        };
        let address = proxy.uri().clone();
        if to.scheme() != Some(&Scheme::HTTPS) {
            return Ok(Link::to_proxy(connector.call(address).await?));
        }
        let mut tunnel = Tunnel::new(address, connector.clone());
        if let Some(credential) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(credential.clone());
        }
        let mut through = HttpsConnector::from((tunnel, self.tls));
        Ok(Link::straight(through.call(to).await?))
    }
}

impl Service<Uri> for Connector {
    type Response = Link;
    type Error = BoxError;
    type Future = Answered<Link>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let connecting = self.clone().connect(to);
        Box::pin(async move {
            tokio::time::timeout(MAX_TIME, connecting)
                .await
                .unwrap_or_else(|_| Err(TooSlow.into()))
        })
    }
}

/// Opens metered connections without TLS.
#[derive(Clone)]
pub(super) struct Tcp(HttpConnector<JudgingResolver>);

impl Tcp {
    fn new(resolver: JudgingResolver) -> Self {
        let mut connector = HttpConnector::new_with_resolver(resolver);
        connector.enforce_http(false);
        connector.set_nodelay(true);
        connector.set_keepalive(Some(KEEPALIVE));
        connector.set_keepalive_interval(Some(KEEPALIVE));
        connector.set_keepalive_retries(Some(KEEPALIVE_TRIES));
        Self(connector)
    }
}

impl Service<Uri> for Tcp {
    type Response = TokioIo<Metered>;
    type Error = BoxError;
    type Future = Answered<TokioIo<Metered>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.0.poll_ready(context).map_err(Into::into)
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let connecting = self.0.call(to);
        Box::pin(async move {
            let stream = connecting.await?.into_inner();
            Ok(TokioIo::new(Metered::new(stream)))
        })
    }
}
