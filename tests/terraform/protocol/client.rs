//! A provider's process, started as a core starts it, and calls of its RPCs.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::Stdio;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use http::Uri;
use http::uri::PathAndQuery;
use hyper_util::rt::TokioIo;
use prost::Message;
use rcgen::{CertificateParams, KeyPair};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, SignatureScheme};
use serde_json::{Map, Value};
use test_support::pulumi::engine::Engine;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, BufReader};
use tokio::net::UnixStream;
use tokio::process::{Child, Command};
use tokio_rustls::TlsConnector;
use tonic::client::Grpc;
use tonic::codegen::Service;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use super::messages::{Empty, GetSchemaResponse, Schema};
use crate::package::Package;

/// The cookie of all plugins of Terraform.
const COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
const MAX_MESSAGE_BYTES: usize = 512 << 20;
const LONG: Duration = Duration::from_secs(60);

/// A version of the protocol.
#[derive(Debug, Clone, Copy)]
pub(super) enum Protocol {
    Five,
    Six,
}

impl Protocol {
    pub(super) const BOTH: [Self; 2] = [Self::Five, Self::Six];

    fn number(self) -> &'static str {
        match self {
            Self::Five => "5",
            Self::Six => "6",
        }
    }

    /// The path of an RPC by its name in protocol 5. Some RPCs have other names in protocol 6, and the same messages.
    fn path(self, method: &str) -> String {
        let name = match (self, method) {
            (Self::Six, "GetSchema") => "GetProviderSchema",
            (Self::Six, "PrepareProviderConfig") => "ValidateProviderConfig",
            (Self::Six, "ValidateResourceTypeConfig") => "ValidateResourceConfig",
            (Self::Six, "ValidateDataSourceConfig") => "ValidateDataResourceConfig",
            (Self::Six, "Configure") => "ConfigureProvider",
            (Self::Six, "Stop") => "StopProvider",
            _ => method,
        };
        format!("/tfplugin{}.Provider/{name}", self.number())
    }
}

/// A key with a certificate, which one side shows to the other.
pub(super) struct Identity {
    key: KeyPair,
    certificate: CertificateDer<'static>,
    pem: String,
}

impl Identity {
    pub(super) fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let parameters = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        let certificate = parameters.self_signed(&key).unwrap();
        Self {
            certificate: certificate.der().clone(),
            pem: certificate.pem(),
            key,
        }
    }
}

/// A provider that has printed its address.
pub(super) struct Plugin {
    pub(super) child: Child,
    socket: PathBuf,
    certificate: Option<CertificateDer<'static>>,
    protocol: Protocol,
}

impl Plugin {
    /// Starts it without encryption, as `TF_DISABLE_PLUGIN_TLS` does.
    pub(super) async fn start(package: &Package) -> Self {
        Self::start_with(package, None).await
    }

    /// Starts it without encryption, for a core that has only this version of the protocol.
    pub(super) async fn start_in(protocol: Protocol, package: &Package) -> Self {
        // A failing test shows it.
        println!("{protocol:?}");
        Self::start_packed(&package.shared(), protocol, None).await
    }

    /// Starts it for a client of this identity.
    pub(super) async fn start_with(package: &Package, client: Option<&Identity>) -> Self {
        Self::start_packed(&package.shared(), Protocol::Five, client).await
    }

    /// Starts the provider in a folder with its packages.
    pub(super) async fn start_packed(
        packages: &Path,
        protocol: Protocol,
        client: Option<&Identity>,
    ) -> Self {
        let mut programs = std::fs::read_dir(packages.join("override"))
            .unwrap()
            .flatten();
        let program = programs.find(|entry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with("terraform-provider-")
        });
        let mut command = Command::new(program.unwrap().path());
        command
            .env("PULUMI_HOME", packages.join("home"))
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code())
            .env("TF_PLUGIN_MAGIC_COOKIE", COOKIE)
            .env("PLUGIN_PROTOCOL_VERSIONS", protocol.number())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        if let Some(client) = client {
            command.env("PLUGIN_CLIENT_CERT", &client.pem);
        }
        let mut child = command.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).await.unwrap();
        let parts: Vec<&str> = line.trim_end().split('|').collect();
        let [core, number, network, socket, rpc, certificate] = parts[..] else {
            panic!("the line is `{line}`");
        };
        let start = (core, number, network, rpc);
        assert_eq!(start, ("1", protocol.number(), "unix", "grpc"), "{line}");
        let certificate = STANDARD_NO_PAD.decode(certificate).unwrap();
        Self {
            child,
            socket: socket.into(),
            certificate: (!certificate.is_empty()).then(|| certificate.into()),
            protocol,
        }
    }

    /// A connection without encryption.
    pub(super) async fn connect(&self) -> Result<Client, tonic::transport::Error> {
        self.connect_with(None).await
    }

    /// A connection with TLS, and with this certificate if there is one.
    pub(super) async fn connect_securely(
        &self,
        identity: Option<&Identity>,
    ) -> Result<Client, tonic::transport::Error> {
        let provider = Arc::new(ring::default_provider());
        let server = PinnedServer(self.certificate.clone().expect("the provider has TLS"));
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(server));
        let mut config = match identity {
            None => builder.with_no_client_auth(),
            Some(Identity {
                key, certificate, ..
            }) => {
                let key = PrivatePkcs8KeyDer::from(key.serialize_der());
                let key = PrivateKeyDer::Pkcs8(key);
                builder
                    .with_client_auth_cert(vec![certificate.clone()], key)
                    .unwrap()
            }
        };
        config.alpn_protocols = vec![b"h2".to_vec()];
        self.connect_with(Some(Arc::new(config))).await
    }

    /// A connection that sends nothing.
    pub(super) async fn connect_silently(&self) -> UnixStream {
        UnixStream::connect(&self.socket).await.unwrap()
    }

    async fn connect_with(
        &self,
        config: Option<Arc<ClientConfig>>,
    ) -> Result<Client, tonic::transport::Error> {
        let connector = Connector {
            socket: self.socket.clone(),
            config,
        };
        let endpoint = Endpoint::from_static("http://localhost").timeout(LONG);
        let channel = endpoint.connect_with_connector(connector).await?;
        Ok(Client {
            channel,
            protocol: self.protocol,
        })
    }
}

/// A connection to a provider.
pub(super) struct Client {
    channel: Channel,
    protocol: Protocol,
}

impl Client {
    /// Calls an RPC of the provider by its name in protocol 5.
    pub(super) async fn call<Q, A>(&mut self, method: &str, request: Q) -> Result<A, Status>
    where
        Q: Message + 'static,
        A: Message + Default + 'static,
    {
        let path = self.protocol.path(method);
        self.call_path(&path, request).await
    }

    /// Calls an RPC by its whole path.
    pub(super) async fn call_path<Q, A>(&mut self, path: &str, request: Q) -> Result<A, Status>
    where
        Q: Message + 'static,
        A: Message + Default + 'static,
    {
        let mut grpc = Grpc::new(self.channel.clone())
            .max_decoding_message_size(MAX_MESSAGE_BYTES)
            .max_encoding_message_size(MAX_MESSAGE_BYTES);
        let ready = grpc.ready().await;
        ready.map_err(|error| Status::unavailable(error.to_string()))?;
        let path: PathAndQuery = path.parse().unwrap();
        let codec = tonic_prost::ProstCodec::default();
        let answer = grpc.unary(Request::new(request), path, codec).await?;
        Ok(answer.into_inner())
    }

    pub(super) async fn schema(&mut self) -> GetSchemaResponse {
        self.call("GetSchema", Empty {}).await.unwrap()
    }
}

/// A value of a block: these members, and null for each other attribute and block.
pub(super) fn object(schema: &Schema, members: Value) -> Value {
    let block = schema.block.as_ref().unwrap();
    let attributes = block.attributes.iter().map(|attribute| &attribute.name);
    let blocks = block.block_types.iter().map(|nested| &nested.type_name);
    let nulls = attributes
        .chain(blocks)
        .map(|name| (name.clone(), Value::Null));
    let mut whole: Map<String, Value> = nulls.collect();
    let Value::Object(members) = members else {
        panic!("an object has members");
    };
    for (name, value) in members {
        let before = whole.insert(name.clone(), value);
        assert!(before.is_some(), "the block has no {name}");
    }
    whole.into()
}

struct Connector {
    socket: PathBuf,
    config: Option<Arc<ClientConfig>>,
}

trait Stream: AsyncRead + AsyncWrite + Send {}

impl<S: AsyncRead + AsyncWrite + Send> Stream for S {}

type Connection = TokioIo<Pin<Box<dyn Stream>>>;
type Connecting = Pin<Box<dyn Future<Output = std::io::Result<Connection>> + Send>>;

impl Service<Uri> for Connector {
    type Response = Connection;
    type Error = std::io::Error;
    type Future = Connecting;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Uri) -> Self::Future {
        let (socket, config) = (self.socket.clone(), self.config.clone());
        Box::pin(async move {
            let stream = UnixStream::connect(socket).await?;
            let stream: Pin<Box<dyn Stream>> = match config {
                None => Box::pin(stream),
                Some(config) => {
                    let name = ServerName::try_from("localhost").unwrap();
                    Box::pin(TlsConnector::from(config).connect(name, stream).await?)
                }
            };
            Ok(TokioIo::new(stream))
        })
    }
}

/// Accepts the certificate that the provider printed.
#[derive(Debug)]
struct PinnedServer(CertificateDer<'static>);

impl ServerCertVerifier for PinnedServer {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if *certificate == self.0 {
            Ok(ServerCertVerified::assertion())
        } else {
            Err(CertificateError::UnknownIssuer.into())
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = ring::default_provider().signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, &algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = ring::default_provider().signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, &algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let algorithms = ring::default_provider().signature_verification_algorithms;
        algorithms.supported_schemes()
    }
}
