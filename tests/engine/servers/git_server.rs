//! A Git server by its host's name: git's own backend behind Debian's `lighttpd` with TLS. The engine gets to it by a
//! proxy, since no name server knows the host.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use test_support::servers::tls::Identity;

/// The name of the server.
pub(crate) const HOST: &str = "git.acme.example";
/// How long it may take to start.
const START_LIMIT: Duration = Duration::from_secs(30);

/// A server that ends when it is dropped.
pub(crate) struct GitServer {
    process: Child,
    folder: TempDir,
    /// `http://HOST:PORT` of the proxy.
    pub(crate) proxy: String,
}

impl GitServer {
    pub(crate) fn start() -> Self {
        let folder = TempDir::with_prefix("git").unwrap();
        let path = |name: &str| folder.path().join(name);
        let identity = Identity::of(&[HOST]);
        let certificate = identity.authority();
        fs::write(path("ca.pem"), &certificate).unwrap();
        fs::write(path("server.pem"), identity.key() + &certificate).unwrap();
        fs::create_dir(path("root")).unwrap();
        let socket = path("socket");
        let programs = Command::new("git").arg("--exec-path").output().unwrap();
        let programs = String::from_utf8(programs.stdout).unwrap();
        let text = format!(
            r#"server.modules = ("mod_openssl", "mod_setenv", "mod_alias", "mod_cgi")
server.document-root = "{root}"
server.bind = "{socket}"
server.errorlog = "{log}"
ssl.engine = "enable"
ssl.pemfile = "{pem}"
alias.url = ("/" => "{programs}/git-http-backend/")
cgi.assign = ("" => "")
setenv.add-environment = ("GIT_PROJECT_ROOT" => "{root}", "GIT_HTTP_EXPORT_ALL" => "1")
"#,
            root = path("root").display(),
            socket = socket.display(),
            log = path("log").display(),
            pem = path("server.pem").display(),
            programs = programs.trim_end(),
        );
        fs::write(path("lighttpd.conf"), text).unwrap();
        let process = Command::new(program())
            .arg("-Df")
            .arg(path("lighttpd.conf"))
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("lighttpd (Debian packages lighttpd and lighttpd-mod-openssl)");
        let begun = Instant::now();
        while UnixStream::connect(&socket).is_err() {
            let log = || fs::read_to_string(path("log")).unwrap_or_default();
            assert!(
                begun.elapsed() < START_LIMIT,
                "it does not start: {}",
                log()
            );
            thread::sleep(Duration::from_millis(5));
        }
        Self {
            process,
            proxy: start_proxy(socket),
            folder,
        }
    }

    /// The certificate that a client has to trust.
    pub(crate) fn authority(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// Publishes the files of a folder as a repository with a tag.
    pub(crate) fn publish(&self, name: &str, tag: &str, files: &Path) {
        let repository = self.folder.path().join("root").join(format!("{name}.git"));
        let git = |folder: &Path, words: &[&str]| {
            let output = Command::new("git")
                .args(["-c", "user.name=Acme", "-c", "user.email=acme@acme.example"])
                .args(words)
                .current_dir(folder)
                .output()
                .unwrap();
            assert!(output.status.success(), "{output:?}");
        };
        fs::create_dir_all(&repository).unwrap();
        git(&repository, &["init", "-q", "--bare", "-b", "main"]);
        git(files, &["init", "-q", "-b", "main"]);
        git(files, &["add", "-A"]);
        git(files, &["commit", "-q", "-m", "Release the provider"]);
        git(files, &["tag", tag]);
        git(
            files,
            &["push", "-q", repository.to_str().unwrap(), "main", tag],
        );
    }
}

impl Drop for GitServer {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

/// Debian installs it where only an administrator's `PATH` leads.
fn program() -> &'static str {
    if Path::new("/usr/sbin/lighttpd").exists() {
        "/usr/sbin/lighttpd"
    } else {
        "lighttpd"
    }
}

/// Starts a proxy that connects requests for [`HOST`] with the server. It ends with the test's process.
fn start_proxy(server: PathBuf) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for client in listener.incoming() {
            let server = server.clone();
            thread::spawn(move || connect(client?, &server));
        }
    });
    address
}

fn connect(client: TcpStream, server: &Path) -> std::io::Result<()> {
    let mut requests = BufReader::new(client.try_clone()?);
    let mut request = String::new();
    requests.read_line(&mut request)?;
    let mut line = String::new();
    while requests.read_line(&mut line)? > 2 {
        line.clear();
    }
    let mut answers = client.try_clone()?;
    if !request.starts_with(&format!("CONNECT {HOST}:443 ")) {
        return answers.write_all(b"HTTP/1.1 502 Bad Gateway\r\n\r\n");
    }
    answers.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
    let server = UnixStream::connect(server)?;
    let (mut from_server, mut to_server) = (server.try_clone()?, server.try_clone()?);
    let back = thread::spawn(move || {
        let copied = std::io::copy(&mut from_server, &mut answers);
        answers.shutdown(std::net::Shutdown::Write).and(copied)
    });
    std::io::copy(&mut requests, &mut to_server)?;
    server.shutdown(std::net::Shutdown::Write)?;
    back.join()
        .map(drop)
        .map_err(|_| std::io::ErrorKind::Other.into())
}
