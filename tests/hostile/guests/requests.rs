//! HTTP requests that smuggle another request, lead elsewhere or never end.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tonic::Code;

use super::attack::{Attack, Stage, withstand};
use test_support::fake::calls::create;
use test_support::fake::guest::Guest;
use test_support::fake::steps::{Answer, Step};
use test_support::within;

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

/// A guest that sends this when it creates.
fn sends(method: &'static str, url: impl Into<String>, headers: &[(&str, &str)]) -> Guest {
    let headers = headers
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let request = Step::Send {
        method,
        url: url.into(),
        headers: headers.collect(),
        body: None,
    };
    Guest::new().does("create", [request, made()])
}

fn gets(url: impl Into<String>) -> Guest {
    sends("GET", url, &[])
}

/// The behaviour of a server after it read a request.
#[derive(Clone, Copy)]
enum Server {
    /// It answers with these bytes, and closes the connection.
    Says(&'static str),
    /// It repeats these bytes for ever.
    Repeats(&'static str, &'static str),
    /// It sends a byte at long intervals.
    Drips,
    Silent,
}

/// A server that records the received bytes.
struct Recording {
    address: String,
    heard: Arc<Mutex<Vec<u8>>>,
}

impl Recording {
    async fn start(server: Server) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let heard: Arc<Mutex<Vec<u8>>> = Arc::default();
        let remembered = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, server, Arc::clone(&remembered)));
            }
        });
        Self { address, heard }
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    fn heard(&self) -> String {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&heard).into_owned()
    }
}

async fn answer(mut stream: TcpStream, server: Server, heard: Arc<Mutex<Vec<u8>>>) {
    let mut request = [0; 8192];
    let length = stream.read(&mut request).await.unwrap_or(0);
    heard
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .extend_from_slice(&request[..length]);
    // A client that has had enough hangs up.
    match server {
        Server::Says(text) => drop(stream.write_all(text.as_bytes()).await),
        Server::Repeats(start, part) => {
            let part = part.repeat(1 + 4096 / part.len());
            let mut going = stream.write_all(start.as_bytes()).await.is_ok();
            while going {
                going = stream.write_all(part.as_bytes()).await.is_ok();
                // Slowly, as over a network: this machine could copy gigabytes in the time of the test.
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        }
        Server::Drips => {
            let start = "HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n";
            let mut going = stream.write_all(start.as_bytes()).await.is_ok();
            while going {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                going = stream.write_all(b".").await.is_ok();
            }
        }
        Server::Silent => std::future::pending().await,
    }
}

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok";

/// Attacks that need no server: their requests are refused before anything is sent.
pub(crate) fn attacks() -> Vec<Attack> {
    let refused = |name, guest: Guest, words: &[&str]| {
        Attack::new(name, guest)
            .flag("--allow-net", "http://127.0.0.1:9")
            .flag("--allow-net", "http://granted.example:9")
            .refused(words)
    };
    let denied = |name, guest: Guest| {
        refused(name, guest, &[]).fails(Code::PermissionDenied, &["may not reach"])
    };
    let here = "http://127.0.0.1:9/";
    let header = |name, value| sends("GET", here, &[(name, value)]);
    vec![
        denied("a host that was not granted", gets("http://127.0.0.2:9/")),
        denied("another port", gets("http://127.0.0.1:10/")),
        denied("another scheme", gets("https://127.0.0.1:9/")),
        denied(
            "the metadata of a cloud",
            gets("http://169.254.169.254/latest/meta-data/"),
        ),
        denied(
            "an IPv4 address in IPv6",
            gets("http://[::ffff:127.0.0.1]:9/"),
        ),
        denied(
            "an IPv4 address of NAT64",
            gets("http://[64:ff9b::7f00:1]:9/"),
        ),
        denied(
            "an address as a user's name",
            gets("http://127.0.0.1:9@127.0.0.3:9/"),
        ),
        denied(
            "an address behind a backslash",
            gets("http://127.0.0.3:9\\@127.0.0.1:9/"),
        ),
        denied(
            "an address behind a fragment",
            gets("http://127.0.0.3:9#@127.0.0.1:9/"),
        ),
        denied(
            "an address in a path",
            gets("http://127.0.0.3:9/http://127.0.0.1:9/"),
        ),
        denied(
            "a name below the one that was granted",
            gets("http://a.granted.example:9/"),
        ),
        denied(
            "a name that ends like the one that was granted",
            gets("http://notgranted.example:9/"),
        ),
        denied(
            "a name that goes on behind the one that was granted",
            gets("http://granted.example.evil.example:9/"),
        ),
        denied(
            "a name in letters that look alike",
            gets("http://gr\u{0430}nted.example:9/"),
        ),
        refused(
            "a file",
            gets("file:///etc/passwd"),
            &["only http and https"],
        ),
        refused(
            "data",
            gets("data:text/plain,hello"),
            &["only http and https"],
        ),
        refused(
            "a socket of the machine",
            gets("unix:///var/run/docker.sock"),
            &["only http and https"],
        ),
        refused("a relative address", gets("/etc/passwd"), &["address"]),
        refused("no address", gets(""), &["address"]),
        refused("a host of nothing", gets("http://:9/"), &["address"]),
        refused(
            "a port that there is not",
            gets("http://127.0.0.1:99999/"),
            &["address"],
        ),
        refused(
            "a method with a second request in it",
            sends("GET / HTTP/1.1\r\nx: y\r\n\r\nPOST", here, &[]),
            &["method"],
        ),
        refused(
            "a method with a space",
            sends("GET /", here, &[]),
            &["method"],
        ),
        refused("a tunnel", sends("CONNECT", here, &[]), &["method CONNECT"]),
        refused("a trace", sends("TRACE", here, &[]), &["method TRACE"]),
        refused("no method", sends("", here, &[]), &["method"]),
        refused(
            "a header with a line in its value",
            header("x-a", "b\r\nx-c: d"),
            &["header"],
        ),
        refused(
            "a header with a line in its name",
            header("x-a\r\nx-c", "d"),
            &["header"],
        ),
        refused(
            "a header with a zero in it",
            header("x-a", "b\0c"),
            &["header"],
        ),
        refused(
            "a header whose name has a colon",
            header("host:", "127.0.0.3"),
            &["header"],
        ),
        refused(
            "a header whose name ends in a space",
            header("host ", "127.0.0.3"),
            &["header"],
        ),
        refused("a header without a name", header("", "x"), &["header"]),
        refused(
            "another host by header",
            header("HOST", "127.0.0.3"),
            &["header `host`"],
        ),
        refused(
            "another length by header",
            header("Content-Length", "5"),
            &["header `content-length`"],
        ),
        refused(
            "another encoding by header",
            header("transfer-encoding", "chunked"),
            &["header `transfer-encoding`"],
        ),
        refused(
            "another protocol by header",
            header("Upgrade", "h2c"),
            &["header `upgrade`"],
        ),
        refused(
            "a header for the proxy",
            header("Proxy-Connection", "keep-alive"),
            &["header `proxy-connection`"],
        ),
    ]
}

#[tokio::test]
async fn requests_that_lead_elsewhere_are_not_sent() {
    withstand(attacks()).await;
}

/// Names of the attacks of the tests below, which need servers.
pub(crate) const WITH_SERVERS: [&str; 15] = [
    "an address in decimal",
    "an address in octal",
    "an absolute address as a path",
    "a line in an address",
    "a redirect to an address that was not granted",
    "a redirect to a file",
    "an answer without end",
    "headers without end",
    "a header without end",
    "malformed answers without end",
    "an answer that drips",
    "an answer that never comes",
    "an answer in another protocol",
    "an answer with two lengths",
    "an answer of no status",
];

#[tokio::test]
async fn servers_that_never_end_or_lead_elsewhere_do_no_harm() {
    let ok = Recording::start(Server::Says(OK)).await;
    let secret = Recording::start(Server::Says(OK)).await;
    let redirecting = |target: &str| -> Server {
        let text = format!("HTTP/1.1 302 Found\r\nlocation: {target}\r\ncontent-length: 0\r\n\r\n");
        Server::Says(text.leak())
    };
    let inward = Recording::start(redirecting(&secret.url())).await;
    let to_file = Recording::start(redirecting("file:///etc/passwd")).await;
    let start = |server| Recording::start(server);
    const ENDLESS: &str =
        "40\r\n................................................................\r\n";
    let chunks = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    let endless = start(Server::Repeats(chunks, ENDLESS)).await;
    let headers = start(Server::Repeats("HTTP/1.1 200 OK\r\n", "x-more: more\r\n")).await;
    let header = start(Server::Repeats("HTTP/1.1 200 OK\r\nx-more: ", "more")).await;
    let early = start(Server::Repeats("", "HTTP/1.1 103 Early Hints\r\n\r\n")).await;
    let dripping = start(Server::Drips).await;
    let silent = start(Server::Silent).await;
    let other = start(Server::Says("SSH-2.0-OpenSSH_9.9\r\n")).await;
    let lengths = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 200\r\nconnection: close\r\n\r\nok";
    let two = start(Server::Says(lengths)).await;
    let status = start(Server::Says(
        "HTTP/1.1 99999 Many\r\ncontent-length: 0\r\n\r\n",
    ))
    .await;

    let port = ok.address.rsplit(':').next().unwrap().to_owned();
    let to = |name: &'static str, server: &Recording| {
        Attack::new(name, gets(server.url()))
            .flag("--allow-net", &server.url())
            .limit("response-size=1MiB")
    };
    let ended = |name: &'static str, server: &Recording| to(name, server).limit("call-time=1s");
    let here = |name: &'static str, url: String| {
        Attack::new(name, gets(url)).flag("--allow-net", &ok.url())
    };
    let attacks = vec![
        // Other spellings of the granted address count as that address.
        here(
            "an address in decimal",
            format!("http://2130706433:{port}/"),
        ),
        here("an address in octal", format!("http://0177.0.0.01:{port}/")),
        here(
            "an absolute address as a path",
            format!("http://127.0.0.1:{port}/http://127.0.0.3/x"),
        ),
        here(
            "a line in an address",
            format!("http://127.0.0.1:{port}/a\r\nx-smuggled: 1\r\n\r\nGET /b"),
        ),
        to("a redirect to an address that was not granted", &inward),
        to("a redirect to a file", &to_file),
        to("an answer without end", &endless).reaches(Code::FailedPrecondition, "response-size"),
        to("headers without end", &headers).fails(Code::Aborted, &["failed"]),
        to("a header without end", &header).fails(Code::Aborted, &["failed"]),
        ended("malformed answers without end", &early)
            .fails(Code::Aborted, &[])
            .or(Code::Unknown),
        ended("an answer that drips", &dripping).reaches(Code::Unknown, "call-time"),
        ended("an answer that never comes", &silent).reaches(Code::Unknown, "call-time"),
        to("an answer in another protocol", &other).fails(Code::Aborted, &["failed"]),
        to("an answer with two lengths", &two).fails(Code::Aborted, &["failed"]),
        to("an answer of no status", &status).fails(Code::Aborted, &["failed"]),
    ];
    let names: Vec<&str> = attacks.iter().map(|attack| attack.name).collect();
    assert_eq!(names, WITH_SERVERS);
    withstand(attacks).await;
    assert_eq!(secret.heard(), "", "a redirect was followed");
    let heard = ok.heard();
    assert!(!heard.contains("\r\nx-smuggled"), "{heard}");
    assert!(
        heard.contains("GET /http://127.0.0.3/x HTTP/1.1"),
        "{heard}"
    );
}

/// The requests of an ended call end with it, so that no later call of the guest waits for their answers.
#[tokio::test]
async fn requests_of_an_ended_call_are_ended_with_it() {
    let silent = Recording::start(Server::Silent).await;
    let stage = Stage::new().await;
    stage.scene.add("waiting.wasm", &gets(silent.url()));
    let url = silent.url();
    let words = [
        "waiting.wasm",
        "--allow-net",
        &url,
        "--limit",
        "call-time=300ms",
    ];
    let client = stage.session(&words).await.unwrap();
    let process = stage.plugin.child.id().unwrap();
    let open = || {
        let files = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap();
        files
            .filter_map(|file| std::fs::read_link(file.ok()?.path()).ok())
            .filter(|target| target.to_string_lossy().starts_with("socket:"))
            .count()
    };
    let before = open();
    let calls = (0..20).map(|_| create(client.clone(), "one"));
    for ended in within(futures_util::future::join_all(calls)).await {
        ended.unwrap_err();
    }
    let mut tries = 0;
    while open() > before + 2 && tries < 100 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        tries += 1;
    }
    assert!(open() <= before + 2, "{} sockets are open", open());
    stage.serves().await.unwrap();
}
