//! A real registry of components for tests: Debian's `docker-registry`.
//!
//! Each [`Registry`] is a separate process with a separate folder; it ends when the value is dropped. It listens on the
//! loopback interface only. Needs the program `docker-registry`, in Debian the package of that name.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use pulumi_wasm_packages::Digest;
use tempfile::TempDir;

use super::tls::Identity;

/// How long the registry may take until it answers.
const START_LIMIT: Duration = Duration::from_secs(30);
/// Another process may take a free port before the registry listens on it. Then a new port is tried.
const START_ATTEMPTS: u32 = 4;
/// The name in requests that only make a line in the log.
const MARK: &str = "mark-of-tests-";
const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";

/// A running registry.
pub struct Registry {
    process: Child,
    port: u16,
    folder: TempDir,
    /// The number of requests that were sent to get a line in the log.
    marks: AtomicUsize,
}

/// An answer of a registry.
pub struct Answer {
    pub status: u16,
    head: String,
    pub body: Vec<u8>,
}

impl Answer {
    /// A header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(':')?;
            (known.to_lowercase() == name).then(|| value.trim())
        })
    }
}

impl Registry {
    /// Starts a registry with public read and write access.
    pub fn start() -> Self {
        Self::configured("")
    }

    /// The same for the user `alice` with the password `secret` alone.
    pub fn for_alice() -> Self {
        Self::configured("auth: {htpasswd: {realm: tests, path: HTPASSWD}}\n")
    }

    /// A pull-through cache of another registry: it stores the answers of that registry.
    pub fn mirror_of(origin: &Self) -> Self {
        Self::configured(&format!(
            "proxy: {{remoteurl: 'http://{}'}}\n",
            origin.address()
        ))
    }

    /// A registry with TLS, for `localhost` and `127.0.0.1`.
    pub fn with_tls() -> Self {
        Self::configured("# TLS\n")
    }

    /// The certificate that a client has to trust, if it has TLS.
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join("certificate.pem")
    }

    /// Its folder of data.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A registry with these further lines of settings.
    pub fn configured(more: &str) -> Self {
        let mut log = String::new();
        for _ in 0..START_ATTEMPTS {
            match Self::try_start(more) {
                Ok(registry) => return registry,
                Err(failed) => log = failed,
            }
        }
        panic!("docker-registry does not start:\n{log}");
    }

    fn try_start(more: &str) -> Result<Self, String> {
        let folder = TempDir::with_prefix("registry").expect("a temporary folder");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        drop(listener);
        let path = |name: &str| folder.path().join(name);
        if more.contains("HTPASSWD") {
            fs::write(path("htpasswd"), alice()).expect("a file");
        }
        let mut tls = String::new();
        if more.contains("# TLS") {
            let identity = Identity::of(&["localhost", "127.0.0.1"]);
            fs::write(path("certificate.pem"), identity.authority()).expect("a file");
            fs::write(path("key.pem"), identity.key()).expect("a file");
            tls = format!(
                ", tls: {{certificate: '{}', key: '{}'}}",
                path("certificate.pem").display(),
                path("key.pem").display()
            );
        }
        let more = more.replace("HTPASSWD", &path("htpasswd").display().to_string());
        let text = format!(
            "version: 0.1\nlog: {{level: warn, accesslog: {{disabled: false}}}}\nstorage:\n  filesystem: {{rootdirectory: '{}'}}\n  delete: {{enabled: true}}\n\
             http: {{addr: '127.0.0.1:{port}'{tls}}}\n{more}",
            path("data").display()
        );
        fs::write(path("config.yml"), text).expect("a file");
        let log = File::create(path("log")).expect("a file");
        let process = Command::new("docker-registry")
            .arg("serve")
            .arg(path("config.yml"))
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a file"))
            .stderr(log)
            .spawn()
            .expect("docker-registry (Debian package docker-registry)");
        let mut registry = Self {
            process,
            port,
            folder,
            marks: AtomicUsize::new(0),
        };
        if registry.wait_until_it_answers() {
            Ok(registry)
        } else {
            Err(registry.log())
        }
    }

    fn wait_until_it_answers(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < START_LIMIT {
            if self.process.try_wait().is_ok_and(|ended| ended.is_some()) {
                return false;
            }
            let answer = self.try_ask("GET", "/v2/", &[], &[]);
            // A registry with TLS refuses a request without it.
            if answer.is_ok_and(|answer| [200, 400, 401].contains(&answer.status)) {
                return true;
            }
            thread::sleep(Duration::from_millis(20));
        }
        false
    }

    /// `HOST:PORT`.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// The reference of something in it, as in `acme/provider:1.2.0`.
    pub fn reference(&self, name: &str) -> String {
        format!("oci://{}/{name}", self.address())
    }

    /// The number of requests for blobs with this digest.
    pub fn downloads(&self, digest: &Digest) -> usize {
        let asked = format!("/blobs/{digest} ");
        let log = self.whole_log();
        let lines = log.lines().filter(|line| line.contains("\"GET "));
        lines.filter(|line| line.contains(&asked)).count()
    }

    /// The number of requests.
    pub fn requests(&self) -> usize {
        let log = self.whole_log();
        let lines = log.lines().filter(|line| line.contains(" HTTP/1."));
        let is_of_test =
            |line: &&str| line.contains("/v2/") && !line.contains("level=") && !line.contains(MARK);
        lines.filter(is_of_test).count()
    }

    /// The log with all that happened before: a request is written down after it was answered.
    fn whole_log(&self) -> String {
        let mark = format!("{MARK}{}", self.marks.fetch_add(1, Ordering::Relaxed));
        self.ask("GET", &format!("/v2/{mark}/tags/list"), &[], &[]);
        let start = Instant::now();
        loop {
            let log = self.log();
            if log.contains(&format!("/v2/{mark}/tags/list HTTP/")) {
                return log;
            }
            assert!(start.elapsed() < START_LIMIT, "{log}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Everything that it has written so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Sends a request behind the tests' back, as `alice`.
    pub fn ask(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Answer {
        match self.try_ask(method, path, headers, body) {
            Ok(answer) => answer,
            Err(error) => panic!("{method} {path}: {error}\n{}", self.log()),
        }
    }

    fn try_ask(
        &self,
        method: &str,
        path: &str,
        headers: &[&str],
        body: &[u8],
    ) -> std::io::Result<Answer> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        let mut head = format!(
            "{method} {path} HTTP/1.0\r\nhost: {}\r\nauthorization: Basic YWxpY2U6c2VjcmV0\r\ncontent-length: {}\r\n",
            self.address(),
            body.len()
        );
        for line in headers {
            head.push_str(&format!("{line}\r\n"));
        }
        stream.write_all(format!("{head}\r\n").as_bytes())?;
        stream.write_all(body)?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        let end = bytes.windows(4).position(|part| part == b"\r\n\r\n");
        let end = end.ok_or_else(|| std::io::Error::other("an answer without a head"))?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        Ok(Answer {
            status: status.ok_or_else(|| std::io::Error::other("an answer without a status"))?,
            head,
            body: bytes[end + 4..].to_vec(),
        })
    }

    /// Publishes a component in the way of other tools: `name` is a repository and a tag. Returns the digest of the
    /// manifest.
    pub fn publish(&self, name: &str, component: &Path) -> Digest {
        let component = fs::read(component).expect("a component");
        self.publish_bytes(name, &component)
    }

    /// The same of bytes.
    pub fn publish_bytes(&self, name: &str, component: &[u8]) -> Digest {
        let (repository, tag) = name.split_once(':').expect("a tag");
        let config = br#"{"created":"1970-01-01T00:00:00Z","architecture":"wasm","os":"wasip2","layerDigests":[]}"#;
        for blob in [config.as_slice(), component] {
            let begun = self.ask(
                "POST",
                &format!("/v2/{repository}/blobs/uploads/"),
                &[],
                &[],
            );
            let location = begun.header("location").expect("a place for the blob");
            let path = location.trim_start_matches(&format!("http://{}", self.address()));
            let put = format!("{path}&digest={}", Digest::of(blob));
            let put = self.ask(
                "PUT",
                &put,
                &["content-type: application/octet-stream"],
                blob,
            );
            assert_eq!(put.status, 201, "{}", self.log());
        }
        let manifest = serde_json::json!({
            "schemaVersion": 2,
            "mediaType": MANIFEST,
            "config": {
                "mediaType": "application/vnd.wasm.config.v0+json",
                "digest": Digest::of(config).to_string(),
                "size": config.len(),
            },
            "layers": [{
                "mediaType": "application/wasm",
                "digest": Digest::of(component).to_string(),
                "size": component.len(),
            }],
        });
        let manifest = manifest.to_string();
        let path = format!("/v2/{repository}/manifests/{tag}");
        let put = self.ask(
            "PUT",
            &path,
            &[&format!("content-type: {MANIFEST}")],
            manifest.as_bytes(),
        );
        assert_eq!(put.status, 201, "{}", self.log());
        Digest::of(manifest.as_bytes())
    }

    /// Ends it; its port refuses connections from then on.
    pub fn stop(&mut self) {
        // The process may have ended already.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The line of `alice`, with the password `secret`.
fn alice() -> String {
    let output = Command::new("htpasswd")
        .args(["-nbB", "alice", "secret"])
        .output()
        .expect("htpasswd (Debian package apache2-utils)");
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
