//! The first call of an engine, which names no method. No HTTP library sends that.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use test_support::fake::scene::Scene;
use test_support::within;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const DATA: u8 = 0x0;
const HEADERS: u8 = 0x1;
const RESET: u8 = 0x3;
const SETTINGS: u8 = 0x4;
const END_STREAM: u8 = 0x1;
const END_HEADERS: u8 = 0x4;

/// `:status 200` in the static table of the compression, and the newest field of the client's own.
const STATUS_OK: u8 = 0x88;
const NEWEST: u8 = 0xbe;
/// `12` as the value of `grpc-status`, compressed.
const UNIMPLEMENTED: [u8; 3] = [0x82, 0x08, 0xbf];

/// A client of HTTP/2 with only a connection.
struct Client(TcpStream);

impl Client {
    async fn send(&mut self, kind: u8, flags: u8, stream: u8, payload: &[u8]) {
        let length = u8::try_from(payload.len()).unwrap();
        let head = [0, 0, length, kind, flags, 0, 0, 0, stream];
        within(self.0.write_all(&[&head, payload].concat()))
            .await
            .unwrap();
    }

    /// Calls a method, by a field that says its path.
    async fn call(&mut self, stream: u8, path: &[u8]) {
        // POST and http precede it; literals that are not indexed follow it.
        let mut fields = vec![0x83, 0x86];
        fields.extend(path);
        fields.extend(b"\x01\x09localhost\x0f\x10\x10application/grpc\x00\x02te\x08trailers");
        self.send(HEADERS, END_HEADERS, stream, &fields).await;
        // A message that is empty, and not compressed.
        self.send(DATA, END_STREAM, stream, &[0; 5]).await;
    }

    /// The heads and the messages that come on a stream, up to its end.
    async fn answer(&mut self, stream: u8) -> Vec<(u8, Vec<u8>)> {
        let mut frames = Vec::new();
        loop {
            let mut head = [0; 9];
            within(self.0.read_exact(&mut head)).await.unwrap();
            let [_, middle, low, kind, flags, _, _, _, of] = head;
            let length = usize::from(u16::from_be_bytes([middle, low]));
            let mut payload = vec![0; length];
            within(self.0.read_exact(&mut payload)).await.unwrap();
            if of != stream {
                continue;
            }
            let ends = kind == RESET || flags & END_STREAM != 0;
            frames.push((kind, payload));
            if ends {
                return frames;
            }
        }
    }

    /// Calls a method. The answer contains these fields, which refuse it.
    async fn is_not_implemented(&mut self, stream: u8, path: &[u8], told: &[u8]) {
        self.call(stream, path).await;
        let frames = self.answer(stream).await;
        let is_refused = matches!(
            frames.as_slice(),
            [(HEADERS, head)] if head.first() == Some(&STATUS_OK)
                && head.windows(told.len()).any(|part| part == told)
        );
        assert!(is_refused, "{path:x?}: {frames:x?}");
    }
}

#[tokio::test]
async fn a_first_call_without_a_name_is_not_implemented() {
    let scene = Scene::new().await;
    let plugin = scene.launch().await;
    let stream = TcpStream::connect(("127.0.0.1", plugin.port)).await;
    let mut client = Client(stream.unwrap());
    within(client.0.write_all(PREFACE)).await.unwrap();
    client.send(SETTINGS, 0, 0, &[]).await;
    client
        .is_not_implemented(1, b"\x45\x00", &UNIMPLEMENTED)
        .await;
    // The path that was kept, by its place in the table; the answer has the three fields of the first by theirs.
    client
        .is_not_implemented(3, &[NEWEST], &[NEWEST + 2, NEWEST + 1, NEWEST])
        .await;

    let path = b"/pulumirpc.ResourceProvider/GetPluginInfo";
    let length = u8::try_from(path.len()).unwrap();
    client
        .call(5, &[&[0x45, length], path.as_slice()].concat())
        .await;
    let frames = client.answer(5).await;
    let is_served = matches!(
        frames.as_slice(),
        [(HEADERS, _), (DATA, message), (HEADERS, _)]
            if message.ends_with(env!("CARGO_PKG_VERSION").as_bytes())
    );
    assert!(is_served, "{frames:x?}");
}
