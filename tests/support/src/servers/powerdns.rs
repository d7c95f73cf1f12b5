//! A real PowerDNS authoritative server for tests.
//!
//! Each [`PowerDns`] is a separate process with a separate database in a fresh folder; it ends when the value is
//! dropped. It listens on the loopback interface only. Needs the programs `pdns_server` (with its SQLite backend),
//! `sqlite3` and `dig`, in Debian the packages `pdns-server pdns-backend-sqlite3 sqlite3 bind9-dnsutils`.

#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream, UdpSocket};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// The place of the tables of Debian's backend package.
const SCHEMA: &str = "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql";

const API_KEY: &str = "key-of-the-test-server";

/// How long the server may take until it answers. It needs about a second; a loaded machine needs more.
const START_LIMIT: Duration = Duration::from_secs(30);

/// Another process may take a free port before the server listens on it. Then new ports are tried.
const START_ATTEMPTS: u32 = 4;

/// A running server. Its functions panic with the server's log when it does not start or does not answer.
pub struct PowerDns {
    process: Child,
    api_port: u16,
    dns_port: u16,
    folder: TempDir,
}

impl PowerDns {
    /// Starts a server without any zones, and returns as soon as its API answers.
    pub fn start() -> PowerDns {
        let mut log = String::new();
        for _ in 0..START_ATTEMPTS {
            match PowerDns::try_start() {
                Ok(server) => return server,
                Err(failed) => log = failed,
            }
        }
        panic!("pdns_server does not start:\n{log}");
    }

    fn try_start() -> Result<PowerDns, String> {
        let folder = TempDir::with_prefix("powerdns").expect("a temporary folder");
        create_database(folder.path());
        let (dns_port, api_port) = (free_dns_port(), free_tcp_port());
        let mut server = PowerDns {
            process: spawn(folder.path(), dns_port, api_port),
            api_port,
            dns_port,
            folder,
        };
        if server.wait_until_it_answers() {
            Ok(server)
        } else {
            Err(server.log())
        }
    }

    /// The address for `powerdns:serverUrl`, without a slash at its end.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.api_port)
    }

    /// The key for `powerdns:apiKey`.
    pub fn api_key(&self) -> &'static str {
        API_KEY
    }

    /// Sends a request to the API behind the tests' back: `path` begins after `/api/v1/servers/localhost`, such as
    /// `/zones/example.org.`.
    ///
    /// Returns the status and the body: parsed if it is JSON, `null` if it is empty, else as a string.
    pub fn api(&self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        match self.request(method, path, body) {
            Ok(answer) => answer,
            Err(error) => panic!("{method} {path}: {error}\n{}", self.log()),
        }
    }

    /// The server's answer to a DNS query, as `dig +short` prints it: sorted, one entry per record; empty without such
    /// a record.
    pub fn query(&self, name: &str, record_type: &str) -> Vec<String> {
        let output = Command::new("dig")
            .args([
                "+short",
                "+norecurse",
                "+tries=3",
                "+timeout=3",
                "@127.0.0.1",
                "-p",
            ])
            .args([&self.dns_port.to_string(), name, record_type])
            .output()
            .expect("dig (Debian package bind9-dnsutils)");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "dig {name} {record_type}: {text}\n{}",
            self.log()
        );
        let mut answers: Vec<String> = text.lines().map(str::to_owned).collect();
        answers.sort();
        answers
    }

    /// Everything that the server has written so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    fn wait_until_it_answers(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < START_LIMIT {
            if self.process.try_wait().is_ok_and(|ended| ended.is_some()) {
                return false;
            }
            // Another process may answer on this port, but it does not know the key.
            if self
                .request("GET", "", None)
                .is_ok_and(|(status, _)| status == 200)
            {
                return true;
            }
            thread::sleep(Duration::from_millis(50));
        }
        false
    }

    fn request(
        &self,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> std::io::Result<(u16, Value)> {
        let body = body.map(|json| json.to_string()).unwrap_or_default();
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.api_port))?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        write!(
            stream,
            "{method} /api/v1/servers/localhost{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: {API_KEY}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )?;
        // The server ends each connection after one answer, so the answer is all that comes.
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        parse_answer(&String::from_utf8_lossy(&answer))
            .ok_or_else(|| std::io::Error::other("this is not an HTTP answer"))
    }
}

impl Drop for PowerDns {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn create_database(folder: &Path) {
    let schema = File::open(SCHEMA)
        .unwrap_or_else(|error| panic!("{SCHEMA} (Debian package pdns-backend-sqlite3): {error}"));
    let status = Command::new("sqlite3")
        .arg(folder.join("database"))
        .stdin(schema)
        .stdout(Stdio::null())
        .status()
        .expect("sqlite3 (Debian package sqlite3)");
    assert!(
        status.success(),
        "sqlite3 cannot create the tables: {status}"
    );
}

fn spawn(folder: &Path, dns_port: u16, api_port: u16) -> Child {
    let log = File::create(folder.join("log")).expect("a log file");
    let program = if Path::new("/usr/sbin/pdns_server").exists() {
        "/usr/sbin/pdns_server"
    } else {
        "pdns_server"
    };
    Command::new(program)
        .arg(format!("--config-dir={}", folder.display()))
        .arg(format!("--socket-dir={}", folder.display()))
        .args(["--launch=gsqlite3", "--gsqlite3-pragma-synchronous=0"])
        .arg(format!(
            "--gsqlite3-database={}",
            folder.join("database").display()
        ))
        .args([
            "--local-address=127.0.0.1",
            &format!("--local-port={dns_port}"),
        ])
        .args([
            "--webserver=yes",
            "--webserver-address=127.0.0.1",
            &format!("--webserver-port={api_port}"),
        ])
        .args(["--api=yes", &format!("--api-key={API_KEY}")])
        // A test that changes a record wants to see the change at once.
        .args([
            "--cache-ttl=0",
            "--query-cache-ttl=0",
            "--negquery-cache-ttl=0",
            "--zone-cache-refresh-interval=0",
        ])
        .args(["--daemon=no", "--guardian=no", "--disable-syslog=yes"])
        .stdin(Stdio::null())
        .stdout(log.try_clone().expect("a log file"))
        .stderr(log)
        .spawn()
        .expect("pdns_server (Debian package pdns-server)")
}

fn parse_answer(answer: &str) -> Option<(u16, Value)> {
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let value = match body {
        "" => Value::Null,
        text => serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned())),
    };
    Some((status, value))
}

fn free_tcp_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .expect("a free port")
        .port()
}

/// A port that is free for both transports of DNS.
fn free_dns_port() -> u16 {
    (0..100)
        .map(|_| free_tcp_port())
        .find(|port| UdpSocket::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .expect("a free port for DNS")
}
