use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use url::Url;

use std::time::Duration;

use super::resolve::JudgingResolver;
use super::*;
use crate::capability::http::{BodyStream, RequestBody};
use crate::capability::testing::{Lines, call};
use crate::provider::call::Operation;

/// A server on this machine, and how many connections it had.
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
        self.lines.lock().expect("lines").clone()
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
            lines.lock().expect("lines").push(line);
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

/// Names that lead where a test says.
#[derive(Default)]
struct Names(Mutex<Vec<Vec<IpAddr>>>);

impl Names {
    /// What is answered first, then, and from then on.
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
        let mut answers = self.0.lock().expect("answers");
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
        may_be_private,
        connect_time: Duration::from_secs(20),
    }
}

async fn ask(network: &MachineNetwork, url: &str, private: bool) -> Result<String, GuestError> {
    let response = network.send(&anyone(), request(url, private)).await;
    let response = response.map_err(|failure| failure.error)?;
    let body = response.body.read_whole().await?;
    Ok(String::from_utf8(body).expect("text"))
}

/// An authority, as a file to be trusted.
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

    /// A server with a certificate for a name, good until the end of a year.
    async fn server(&self, name: &str, until: i32) -> Server {
        let config = self.config(name, until);
        Server::start(Some(TlsAcceptor::from(Arc::new(config)))).await
    }

    fn config(&self, name: &str, until: i32) -> ServerConfig {
        let mut params = CertificateParams::new(vec![name.to_owned()]).expect("parameters");
        params.not_before = date_time_ymd(2000, 1, 1);
        params.not_after = date_time_ymd(until, 12, 31);
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.issuer).expect("a certificate");
        let key = PrivateKeyDer::try_from(key.serialize_der()).expect("a key");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .expect("a configuration")
    }

    fn trusted(&self) -> NetworkSettings {
        NetworkSettings {
            ca_file: Some(self.file.path().to_owned()),
            proxy: None,
        }
    }
}

#[tokio::test]
async fn many_requests_share_one_connection() {
    let server = Server::start(None).await;
    let network = MachineNetwork::default();
    for number in 0..50 {
        let url = format!("http://127.0.0.1:{}/{number}", server.port);
        assert_eq!(ask(&network, &url, true).await.expect("an answer"), "ok");
    }
    assert_eq!(server.connections(), 1);
    assert_eq!(server.lines().len(), 50);
}

#[tokio::test]
async fn servers_are_trusted_by_their_certificates() {
    let (authority, stranger) = (Authority::new("known"), Authority::new("unknown"));
    let good = authority.server("localhost", 2090).await;
    let url = |server: &Server| format!("https://localhost:{}/?q=hidden", server.port);
    let network = MachineNetwork::new(authority.trusted());
    for _ in 0..3 {
        let answer = ask(&network, &url(&good), true).await;
        assert_eq!(answer.expect("an answer"), "ok");
    }
    assert_eq!(good.connections(), 1);
    for (server, reason) in [
        (
            authority.server("other.example", 2090).await,
            "for another name",
        ),
        (authority.server("localhost", 2010).await, "has expired"),
        (
            stranger.server("localhost", 2090).await,
            "issued by nobody whom this machine trusts",
        ),
    ] {
        let error = ask(&network, &url(&server), true).await.unwrap_err();
        let GuestError::Other(message) = &error else {
            panic!("{error:?}");
        };
        assert!(message.contains(reason), "{message}");
        assert!(!message.contains("hidden"), "{message}");
        assert!(server.lines().is_empty());
    }
    let unknown = ask(&MachineNetwork::default(), &url(&good), true).await;
    let message = unknown.unwrap_err().message();
    assert!(message.contains("PULUMI_WASM_CA_FILE"), "{message}");
}

#[tokio::test]
async fn a_file_of_authorities_that_cannot_be_used_is_said() {
    let empty = tempfile::NamedTempFile::new().expect("a file");
    for file in [empty.path(), std::path::Path::new("/no/such/file")] {
        let network = MachineNetwork::new(NetworkSettings {
            ca_file: Some(file.to_owned()),
            proxy: None,
        });
        let error = ask(&network, "https://localhost:1/", true).await;
        let message = error.unwrap_err().message();
        assert!(message.contains("PULUMI_WASM_CA_FILE"), "{message}");
        assert!(message.contains(&file.display().to_string()), "{message}");
    }
}

#[tokio::test]
async fn a_name_is_judged_by_what_it_leads_to_each_time() {
    let server = Server::start(None).await;
    let url = format!("http://rebind.example:{}/", server.port);
    for addresses in [
        "127.0.0.1",
        "::ffff:127.0.0.1",
        "10.0.0.1",
        "fe80::1",
        "64:ff9b:1::1",
    ] {
        let lookup = Names::lead_to(&[&[addresses]]);
        let network = MachineNetwork::resolving_by(lookup, NetworkSettings::default());
        let error = ask(&network, &url, false).await.unwrap_err();
        assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
        assert!(error.message().contains("not public"), "{error:?}");
    }
    // What was good before says nothing about what comes later.
    let lookup = Names::lead_to(&[&["192.0.2.1"], &["8.8.8.8", "127.0.0.1"], &["127.0.0.1"]]);
    let judging = JudgingResolver {
        lookup,
        open: false,
    };
    let resolve = || async {
        use tower_service::Service as _;
        let name = "rebind.example".parse().expect("a name");
        let found = judging.clone().call(name).await;
        found.map(|found| found.collect::<Vec<SocketAddr>>())
    };
    assert!(resolve().await.is_err());
    let public = resolve().await.unwrap_or_default();
    assert_eq!(public, [SocketAddr::from(([8, 8, 8, 8], 0))]);
    assert!(resolve().await.is_err());
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn a_connection_that_was_judged_is_not_judged_by_a_later_answer() {
    let server = Server::start(None).await;
    let url = format!("http://internal.example:{}/", server.port);
    let lookup = Names::lead_to(&[&["127.0.0.1"], &["192.0.2.1"]]);
    let network = MachineNetwork::resolving_by(lookup, NetworkSettings::default());
    for _ in 0..3 {
        assert_eq!(ask(&network, &url, true).await.expect("an answer"), "ok");
    }
    assert_eq!(server.connections(), 1);
    // Nor is it lent to a request that may not go there.
    let error = ask(&network, &url, false).await.unwrap_err();
    assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn addresses_that_are_written_out_are_judged_as_well() {
    let server = Server::start(None).await;
    let network = MachineNetwork::default();
    for host in [
        "127.0.0.1",
        "0x7f.1",
        "2130706433",
        "[::ffff:127.0.0.1]",
        "[::1]",
        "0",
    ] {
        let url = format!("http://{host}:{}/", server.port);
        let error = ask(&network, &url, false).await.unwrap_err();
        assert!(matches!(error, GuestError::Denied(_)), "{host}: {error:?}");
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn a_proxy_is_asked_where_there_is_one_and_judges_names_itself() {
    let (proxy, direct) = (Server::start(None).await, Server::start(None).await);
    let address = format!("proxy.example:{}", proxy.port);
    let settings = NetworkSettings {
        ca_file: None,
        proxy: Some(ProxySettings {
            http: Some(address),
            https: None,
            except: "direct.example".to_owned(),
        }),
    };
    let lookup = Names::lead_to(&[&["127.0.0.1"]]);
    let network = MachineNetwork::resolving_by(lookup, settings);
    let answer = ask(&network, "http://api.example/things", false).await;
    assert_eq!(answer.expect("an answer"), "ok");
    assert_eq!(proxy.lines(), ["GET http://api.example/things HTTP/1.1"]);
    // Names that go straight are judged here, and addresses always.
    let url = format!("http://direct.example:{}/", direct.port);
    for url in [url.as_str(), "http://10.0.0.1/"] {
        let error = ask(&network, url, false).await.unwrap_err();
        assert!(matches!(error, GuestError::Denied(_)), "{url}: {error:?}");
    }
    assert_eq!((proxy.connections(), direct.connections()), (1, 0));
    // This machine is never asked by way of another.
    let url = format!("http://127.0.0.1:{}/", direct.port);
    assert_eq!(ask(&network, &url, true).await.expect("an answer"), "ok");
    assert_eq!((proxy.lines().len(), direct.lines().len()), (1, 1));
}

#[test]
fn an_unusable_proxy_is_said_without_its_password() {
    let settings = ProxySettings {
        http: Some("socks9://user:hidden@nowhere".to_owned()),
        ..ProxySettings::default()
    };
    let reason = settings.build().err().expect("a refusal");
    assert!(!reason.contains("hidden"), "{reason}");
}

#[tokio::test]
async fn a_connection_that_does_not_come_about_names_its_limit() {
    // Accepts nothing beyond its queue, and says no word of TLS.
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let mut slow = request(&format!("https://127.0.0.1:{port}/?q=hidden"), true);
    slow.connect_time = Duration::from_millis(100);
    let error = MachineNetwork::default()
        .send(&anyone(), slow)
        .await
        .unwrap_err();
    assert!(!error.was_sent);
    let GuestError::TimedOut(message) = &error.error else {
        panic!("{error:?}");
    };
    for part in ["http-connect-time", "100 ms", "hint: "] {
        assert!(message.contains(part), "{message}");
    }
    assert!(!message.contains("hidden"), "{message}");
}

#[tokio::test]
async fn bodies_go_both_ways_in_parts() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    // Echoes what comes while it comes.
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut read = Vec::new();
        while !read.ends_with(b"first") {
            stream.read_buf(&mut read).await.expect("bytes");
        }
        let head = b"HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\nfirst";
        stream.write_all(head).await.expect("sent");
        read.clear();
        while !read.ends_with(b"second") {
            stream.read_buf(&mut read).await.expect("bytes");
        }
        stream.write_all(b"second").await.expect("sent");
    });
    let (sender, mut receiver) = tokio::sync::mpsc::channel(1);
    let chunks = futures_util::stream::poll_fn(move |context| receiver.poll_recv(context));
    let mut outgoing = request(&format!("http://127.0.0.1:{port}/"), true);
    outgoing.method = http::Method::POST;
    outgoing.body = RequestBody::Streamed {
        chunks: BodyStream::new(chunks),
        length: Some(11),
    };
    let network = MachineNetwork::default();
    sender.send(Ok("first".into())).await.expect("a reader");
    let mut response = network.send(&anyone(), outgoing).await.expect("an answer");
    let first = response.body.chunk().await.expect("a chunk");
    assert_eq!(first.as_deref(), Some(&b"first"[..]));
    // The answer has begun, and the request goes on.
    sender.send(Ok("second".into())).await.expect("a reader");
    drop(sender);
    assert_eq!(
        response.body.read_whole().await.expect("the rest"),
        b"second"
    );
}

#[tokio::test]
async fn an_error_of_the_requests_body_ends_it_as_it_is() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    // Reads, and never answers.
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut read = Vec::new();
        while stream
            .read_buf(&mut read)
            .await
            .is_ok_and(|count| count > 0)
        {}
    });
    let mut outgoing = request(&format!("http://127.0.0.1:{port}/"), true);
    outgoing.method = http::Method::POST;
    let broken = GuestError::NotFound("the file is gone".to_owned());
    let chunks = futures_util::stream::iter([Ok("part".into()), Err(broken.clone())]);
    outgoing.body = RequestBody::Streamed {
        chunks: BodyStream::new(chunks),
        length: Some(100),
    };
    let error = MachineNetwork::default()
        .send(&anyone(), outgoing)
        .await
        .unwrap_err();
    assert_eq!(error.error, broken);
}

#[tokio::test]
async fn it_is_known_whether_anything_was_sent() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let network = MachineNetwork::default();
    let failure = async |url: String| {
        let answer = network.send(&anyone(), request(&url, true)).await;
        answer.unwrap_err()
    };
    // Somebody who hangs up, having read or not.
    let hanging_up = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        stream.read_buf(&mut Vec::new()).await.expect("bytes");
    });
    let lost = failure(format!("http://127.0.0.1:{port}/")).await;
    assert!(lost.was_sent, "{lost:?}");
    hanging_up.await.expect("an end");
    // Nobody, any more.
    let refused = failure(format!("http://127.0.0.1:{port}/")).await;
    assert!(!refused.was_sent, "{refused:?}");
    assert!(matches!(refused.error, GuestError::Unavailable(_)));
    // No TLS.
    let plain = Server::start(None).await;
    let failed = failure(format!("https://127.0.0.1:{}/", plain.port)).await;
    assert!(!failed.was_sent, "{failed:?}");
    let unknown = failure("http://no.such.name.invalid/".to_owned()).await;
    assert!(!unknown.was_sent, "{unknown:?}");
}

#[tokio::test]
async fn what_is_compressed_is_unpacked() {
    use std::io::Write as _;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(&[b'.'; 100_000]).expect("packed");
    let packed = packed.finish().expect("packed");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut read = Vec::new();
        while !read.ends_with(b"\r\n\r\n") {
            stream.read_buf(&mut read).await.expect("bytes");
        }
        let length = packed.len();
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.expect("sent");
        stream.write_all(&packed).await.expect("sent");
        String::from_utf8(read).expect("text")
    });
    let network = MachineNetwork::default();
    let url = format!("http://127.0.0.1:{port}/");
    let answer = network.send(&anyone(), request(&url, true)).await;
    let answer = answer.expect("an answer");
    assert!(
        answer
            .headers
            .iter()
            .all(|(name, _)| !name.starts_with("content-"))
    );
    let body = answer.body.read_whole().await.expect("a body");
    assert_eq!(body, [b'.'; 100_000]);
    let head = server.await.expect("a request");
    for line in [
        "accept-encoding: gzip\r\n",
        "accept: */*\r\n",
        "user-agent: pulumi-wasm/",
    ] {
        assert!(head.contains(line), "{head}");
    }
}

mod floods;
