//! A DNS server that answers with another name and its addresses, and changes its answers: first to a public address,
//! then to a private address.
//!
//! The test starts itself again with its own network and its own `resolv.conf`, so that the plugin uses the system's
//! resolver as always, and nothing leaves the machine.

use std::collections::HashMap;
use std::env;
use std::net::{IpAddr, Ipv4Addr};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UdpSocket};

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;

const INSIDE: &str = "PULUMI_WASM_TEST_OWN_NETWORK";
const NAME: &str = "rebind.example.org";
const OTHER_NAME: &[u8] = b"\x05inner\x08attacker\x07example\x00";
const PORT: u16 = 8080;
/// An address of the internet, by its range. Here it belongs to the loopback interface of the network.
const PUBLIC: Ipv4Addr = Ipv4Addr::new(93, 184, 216, 34);
const METADATA: Ipv4Addr = Ipv4Addr::new(169, 254, 169, 254);

const SETUP: &str = "
set -e
ip link set lo up
for address in 93.184.216.34 169.254.169.254; do ip address add $address/32 dev lo; done
mount --bind \"$1\" /etc/resolv.conf
shift
exec \"$@\"
";

#[tokio::test]
#[ignore = "only root can have its own network, and not everywhere"]
async fn a_name_that_leads_inward_by_another_name_is_refused_with_mounts() {
    if env::var_os(INSIDE).is_some() {
        return rebind().await;
    }
    let folder = tempfile::tempdir().unwrap();
    let resolver = folder.path().join("resolv.conf");
    std::fs::write(&resolver, "nameserver 127.0.0.1\n").unwrap();
    let thread = std::thread::current();
    let status = Command::new("unshare")
        .args(["--mount", "--net", "sh", "-c", SETUP, "sh"])
        .arg(&resolver)
        .arg(env::current_exe().unwrap())
        .args([thread.name().unwrap(), "--exact", "--include-ignored"])
        .env(INSIDE, "1")
        .status();
    assert!(status.unwrap().success());
}

async fn rebind() {
    let answer = Arc::new(Mutex::new(Vec::new()));
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 53)).await.unwrap();
    tokio::spawn(resolve(socket, Arc::clone(&answer)));
    let mut connections = HashMap::new();
    for address in [PUBLIC, METADATA, Ipv4Addr::LOCALHOST] {
        connections.insert(address, serve(address).await);
    }
    let count = |address| connections[&address].load(Ordering::SeqCst);

    let scene = Scene::new().await;
    let origin = format!("http://{NAME}:{PORT}");
    let guest = Guest::fetching(&format!("{origin}/"));
    let plugin = scene.launch_with(&guest, &["--allow-net", &origin]).await;
    let leads_to = |addresses: &[Ipv4Addr]| *answer.lock().unwrap() = addresses.to_vec();
    leads_to(&[PUBLIC]);
    plugin.create("first").await.unwrap();
    assert_eq!(count(PUBLIC), 1);
    for inward in [Ipv4Addr::LOCALHOST, METADATA] {
        leads_to(&[inward]);
        let status = plugin.create("second").await.unwrap_err();
        assert_says(status.message(), &[NAME, "not public"]);
    }
    // If there are several addresses, only the public ones are used.
    leads_to(&[METADATA, PUBLIC, Ipv4Addr::LOCALHOST]);
    plugin.create("third").await.unwrap();
    assert_eq!(count(PUBLIC), 2);
    assert_eq!((count(METADATA), count(Ipv4Addr::LOCALHOST)), (0, 0));
}

/// Answers each question with another name, and with the addresses of that.
async fn resolve(socket: UdpSocket, addresses: Arc<Mutex<Vec<Ipv4Addr>>>) {
    let mut buffer = [0; 512];
    while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
        let Some(question) = question(&buffer[..length]) else {
            continue;
        };
        let is_of_ipv4 = question[question.len() - 4..] == [0, 1, 0, 1];
        let found = addresses.lock().unwrap().clone();
        let found = if is_of_ipv4 { found } else { Vec::new() };
        let records = u8::try_from(1 + found.len()).unwrap();
        let mut message = buffer[..2].to_vec();
        message.extend_from_slice(&[0x81, 0x80, 0, 1, 0, records, 0, 0, 0, 0]);
        message.extend_from_slice(question);
        // The name of the question has an alias, without a time to live.
        let length = u8::try_from(OTHER_NAME.len()).unwrap();
        message.extend_from_slice(&[0xc0, 12, 0, 5, 0, 1, 0, 0, 0, 0, 0, length]);
        message.extend_from_slice(OTHER_NAME);
        for address in found {
            message.extend_from_slice(OTHER_NAME);
            message.extend_from_slice(&[0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
            message.extend_from_slice(&address.octets());
        }
        socket.send_to(&message, from).await.unwrap();
    }
}

/// The question of a query, without the records after it.
fn question(query: &[u8]) -> Option<&[u8]> {
    let after = query.get(12..)?;
    let name = after.iter().position(|byte| *byte == 0)?;
    after.get(..name + 5)
}

/// Answers each request at an address, and counts the connections.
async fn serve(address: Ipv4Addr) -> Arc<AtomicUsize> {
    let listener = TcpListener::bind((IpAddr::V4(address), PORT))
        .await
        .unwrap();
    let count = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&count);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::SeqCst);
            let mut request = [0; 1024];
            if stream.read(&mut request).await.is_ok() {
                let answer = b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok";
                drop(stream.write_all(answer).await);
            }
        }
    });
    count
}
