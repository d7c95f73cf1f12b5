//! A stand-in for a key server, which keeps the key of each stack's secrets.
//!
//! From a passphrase the engine derives the key again in each command, with a million rounds of hashing: half of the
//! time of most commands. A key server returns the key at once, and the secrets in the state are encrypted in the same
//! way. The engine speaks the transit interface of Vault with it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::OnceLock;
use std::thread;

use serde_json::{Value, json};

/// The secrets provider of stacks, as `pulumi stack init --secrets-provider` takes it.
pub const PROVIDER: &str = "hashivault://tests";
/// The variable that tells the engine the address of the server.
pub const VARIABLE: &str = "VAULT_ADDR";
/// The prefix of the server's ciphertexts.
const MARK: &str = "vault:v1:";

/// The address of this process's server, which is started at the first call.
pub fn address() -> &'static str {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    ADDRESS.get_or_init(|| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                thread::spawn(move || answer(stream));
            }
        });
        address
    })
}

/// Answers the only request of a connection. A client that closes the connection, or requests another path, gets no
/// answer.
fn answer(stream: TcpStream) -> Option<()> {
    let mut reader = BufReader::new(&stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let is_decrypt = line.contains("/transit/decrypt/");
    let mut length = 0;
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let request: Value = serde_json::from_slice(&body).ok()?;
    let data = if is_decrypt {
        json!({ "plaintext": request["ciphertext"].as_str()?.strip_prefix(MARK)? })
    } else {
        json!({ "ciphertext": format!("{MARK}{}", request["plaintext"].as_str()?) })
    };
    let body = json!({ "data": data }).to_string();
    let length = body.len();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n";
    // At once: between two small writes the sender waits for a receipt, which comes after 40 ms.
    let answer = format!("{head}content-length: {length}\r\n\r\n{body}");
    (&stream).write_all(answer.as_bytes()).ok()
}
