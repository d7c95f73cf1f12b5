//! A web server on this machine, for the engine's downloads.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A web server that serves the files of a folder, until it is dropped.
pub(crate) struct FileServer {
    process: Child,
    /// Without a `/` at its end.
    pub(crate) address: String,
}

impl FileServer {
    pub(crate) fn start(folder: &Path) -> Self {
        let mut server = Command::new("python3");
        server.args(["-u", "-m", "http.server", "--bind", "127.0.0.1", "0"]);
        server.arg("--directory").arg(folder);
        server.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = server.spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        // "Serving HTTP on 127.0.0.1 port 40001 (http://127.0.0.1:40001/) ..."
        let address = line.split(['(', ')']).nth(1).unwrap();
        let address = address.trim_end_matches('/').to_owned();
        Self { process, address }
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}
