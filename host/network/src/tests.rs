use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use pulumi_wasm_capability::http::{BodyStream, RequestBody};
use pulumi_wasm_capability::testing::{Lines, call};
use pulumi_wasm_core::call::Operation;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
};
use rustls::pki_types::PrivateKeyDer;
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use url::Url;

use super::resolve::JudgingResolver;
use super::*;

/// A server on this machine, and the number of its connections.
struct Server {
    port: u16,
    connections: Arc<AtomicUsize>,
    /// The first lines of the requests.
    lines: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn start(tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let server = Self {
            port: listener.local_addr().expect("an address").port(),
            connections: Arc::default(),
            lines: Arc::default(),
        };
        let (connections, lines) = (Arc::clone(&server.connections), Arc::clone(&server.lines));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // Otherwise the sender waits 40 ms for an acknowledgement between two small writes.
                stream.set_nodelay(true).expect("a connection");
                connections.fetch_add(1, Ordering::SeqCst);
                let (tls, lines) = (tls.clone(), Arc::clone(&lines));
                tokio::spawn(async move {
                    match tls {
                        None => serve(stream, &lines).await,
                        Some(tls) => {
                            if let Ok(stream) = tls.accept(stream).await {
                                serve(stream, &lines).await;
                            }
                        }
                    }
                });
            }
        });
        server
    }

    fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    fn lines(&self) -> Vec<String> {
        self.lines.lock().clone()
    }
}

/// Answers every request on a connection.
async fn serve(mut stream: impl AsyncRead + AsyncWrite + Unpin, lines: &Mutex<Vec<String>>) {
    let mut read = Vec::new();
    loop {
        while let Some(end) = read.windows(4).position(|part| part == b"\r\n\r\n") {
            let head: Vec<u8> = read.drain(..end + 4).collect();
            let head = String::from_utf8_lossy(&head).into_owned();
            let line = head.lines().next().unwrap_or_default().to_owned();
            lines.lock().push(line);
            let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
            if stream.write_all(answer).await.is_err() {
                return;
            }
        }
        match stream.read_buf(&mut read).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

/// A resolver whose answers a test sets.
#[derive(Default)]
struct Names(Mutex<Vec<Vec<IpAddr>>>);

impl Names {
    /// Gives these answers in order, and then repeats the last one.
    fn lead_to(answers: &[&[&str]]) -> Arc<Self> {
        let answers = answers.iter().rev().map(|answer| {
            let addresses = answer
                .iter()
                .map(|address| address.parse().expect("an address"));
            addresses.collect()
        });
        Arc::new(Self(Mutex::new(answers.collect())))
    }
}

#[async_trait]
impl Lookup for Names {
    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let mut answers = self.0.lock();
        let answer = match answers.len() {
            1 => answers.last().cloned(),
            _ => answers.pop(),
        };
        answer.ok_or_else(|| io::Error::other(format!("nobody knows {name}")))
    }
}

fn anyone() -> Call {
    call(Operation::Create, &Lines::default())
}

fn request(url: &str, may_be_private: bool) -> OutgoingRequest {
    OutgoingRequest {
        method: http::Method::GET,
        url: Url::parse(url).expect("an address"),
        headers: Vec::new(),
        body: RequestBody::Empty,
        reach: Reach::of_grant(may_be_private),
        connect_time: Duration::from_secs(20),
        first_byte_time: None,
        way: None,
    }
}

async fn ask(network: &MachineNetwork, url: &str, private: bool) -> Result<String, GuestError> {
    let response = network.send(&anyone(), request(url, private)).await;
    let response = response.map_err(|failure| failure.error)?;
    let body = response.body.read_whole().await?;
    Ok(String::from_utf8(body).expect("text"))
}

/// A certificate authority, with its certificate in a file.
struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    file: tempfile::NamedTempFile,
}

impl Authority {
    fn new(name: &str) -> Self {
        let mut params = CertificateParams::new(Vec::new()).expect("parameters");
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        let issuer = CertifiedIssuer::self_signed(params, key).expect("a certificate");
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), issuer.pem()).expect("a file");
        Self { issuer, file }
    }

    /// A server with a certificate for a name, valid until the end of this year.
    async fn server(&self, name: &str, until: i32) -> Server {
        let config = self.config(name, until);
        Server::start(Some(TlsAcceptor::from(Arc::new(config)))).await
    }

    fn config(&self, name: &str, until: i32) -> ServerConfig {
        let (certificate, key) = self.certified(name, until);
        let key = PrivateKeyDer::try_from(key.serialize_der()).expect("a key");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .expect("a configuration")
    }

    /// The same server, which requires a client certificate of this authority.
    async fn strict_server(&self, name: &str) -> Server {
        let mut roots = RootCertStore::empty();
        roots.add(self.issuer.der().clone()).expect("a root");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let verifier =
            WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone());
        let (certificate, key) = self.certified(name, 2090);
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_client_cert_verifier(verifier.build().expect("a verifier"))
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivateKeyDer::try_from(key.serialize_der()).expect("a key"),
            )
            .expect("a configuration");
        Server::start(Some(TlsAcceptor::from(Arc::new(config)))).await
    }

    /// A certificate for a name, valid until the end of this year, and its key.
    fn certified(&self, name: &str, until: i32) -> (rcgen::Certificate, KeyPair) {
        let mut params = CertificateParams::new(vec![name.to_owned()]).expect("parameters");
        params.not_before = date_time_ymd(2000, 1, 1);
        params.not_after = date_time_ymd(until, 12, 31);
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.issuer).expect("a certificate");
        (certificate, key)
    }

    fn trusted(&self) -> NetworkSettings {
        NetworkSettings {
            ca_file: Some(self.file.path().to_owned()),
            ..NetworkSettings::default()
        }
    }
}

mod bodies;
mod connections;
mod floods;
mod names;
mod proxies;
mod trust;
mod ways;
