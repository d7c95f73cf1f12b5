//! A real etcd cluster of one member for tests.
//!
//! Each [`Etcd`] is a separate process with separate data in a fresh folder; it ends when the value is dropped. It listens on the
//! loopback interface only. Needs the program `etcd`, in Debian the package `etcd-server`.

use std::fs::{self, File};
use std::io::{Error, Read as _, Result, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long the server may take until it answers. It needs about a second; a loaded machine needs more.
const START_LIMIT: Duration = Duration::from_secs(60);

/// Another process may take a free port before the server listens on it. Then new ports are tried.
const START_ATTEMPTS: u32 = 4;

/// A running cluster. Its functions panic with the log if it does not start or does not answer.
pub struct Etcd {
    process: Child,
    port: u16,
    folder: TempDir,
}

impl Etcd {
    /// Starts a cluster without keys, users and authentication, and returns as soon as it answers.
    pub fn start() -> Self {
        let mut log = String::new();
        for _ in 0..START_ATTEMPTS {
            let mut server = Self::spawn();
            if server.waits_until_it_answers() {
                return server;
            }
            log = server.log();
        }
        panic!("etcd does not start:\n{log}");
    }

    fn spawn() -> Self {
        let folder = TempDir::with_prefix("etcd").expect("a temporary folder");
        let (port, peer_port) = (free_port(), free_port());
        let (url, peer_url) = (address(port), address(peer_port));
        let log = File::create(folder.path().join("log")).expect("a log file");
        let process = Command::new("etcd")
            .arg("--data-dir")
            .arg(folder.path().join("data"))
            .args([
                "--listen-client-urls",
                &url,
                "--advertise-client-urls",
                &url,
            ])
            .args(["--listen-peer-urls", &peer_url])
            .args(["--initial-advertise-peer-urls", &peer_url])
            .args(["--initial-cluster", &format!("default={peer_url}")])
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a log file"))
            .stderr(log)
            .spawn()
            .expect("etcd (Debian package etcd-server)");
        Self {
            process,
            port,
            folder,
        }
    }

    /// The address for `etcd:endpoint`.
    pub fn url(&self) -> String {
        address(self.port)
    }

    /// Sends a request behind the tests' back: `path` begins after `/v3`, such as `/kv/put`. Returns the status and the answer.
    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        match self.request(path, body) {
            Ok(answer) => answer,
            Err(error) => panic!("{path}: {error}\n{}", self.log()),
        }
    }

    /// The value of a key, or `None` without such a key.
    pub fn value(&self, key: &str) -> Option<String> {
        let (status, found) = self.post("/kv/range", &json!({ "key": STANDARD.encode(key) }));
        assert_eq!(status, 200, "{found}");
        let value = found.pointer("/kvs/0")?["value"].as_str();
        let bytes = STANDARD.decode(value.unwrap_or_default()).unwrap();
        Some(String::from_utf8(bytes).unwrap())
    }

    /// Sets a key.
    pub fn put(&self, key: &str, value: &str) {
        let body = json!({ "key": STANDARD.encode(key), "value": STANDARD.encode(value) });
        let (status, answer) = self.post("/kv/put", &body);
        assert_eq!(status, 200, "{answer}");
    }

    /// A number that each change of users, roles and their permissions increases, also a change to the same values.
    pub fn authentication_revision(&self) -> u64 {
        let metrics = match self.get("/metrics") {
            Ok(metrics) => metrics,
            Err(error) => panic!("/metrics: {error}\n{}", self.log()),
        };
        let mut lines = metrics.lines();
        let revision = lines.find_map(|line| line.strip_prefix("etcd_debugging_auth_revision "));
        let revision = revision.and_then(|revision| revision.trim().parse().ok());
        revision.unwrap_or_else(|| panic!("no revision in the metrics\n{metrics}"))
    }

    /// Everything that the server has written so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    fn waits_until_it_answers(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < START_LIMIT {
            if self.process.try_wait().is_ok_and(|ended| ended.is_some()) {
                return false;
            }
            let asked = self.request("/kv/range", &json!({ "key": "YQ==" }));
            if asked.is_ok_and(|(status, _)| status == 200) {
                return true;
            }
            thread::sleep(Duration::from_millis(50));
        }
        false
    }

    fn request(&self, path: &str, body: &Value) -> Result<(u16, Value)> {
        let body = body.to_string();
        let answer = self.send(&format!(
            "POST /v3{path} HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ))?;
        let parse = || {
            let (head, body) = answer.split_once("\r\n\r\n")?;
            let status = head.split(' ').nth(1)?.parse().ok()?;
            Some((status, serde_json::from_str(body).unwrap_or_default()))
        };
        parse().ok_or_else(|| Error::other("this is not an HTTP answer"))
    }

    fn get(&self, path: &str) -> Result<String> {
        self.send(&format!("GET {path} HTTP/1.0\r\n\r\n"))
    }

    /// In this version of HTTP the server ends the connection after the answer.
    fn send(&self, request: &str) -> Result<String> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }
}

impl Drop for Etcd {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn address(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .expect("a free port")
        .port()
}
