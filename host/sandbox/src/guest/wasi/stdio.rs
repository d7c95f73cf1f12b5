//! A guest's standard output and error, as debug log lines. Writing never fails: a guest must not die of its logging.
//!
//! Written text is searched for secrets in the guest's turn, and counts as its computing. In separate tasks, which
//! WASI's streams use by default, thousands of streams would block the thread that serves all calls.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use async_trait::async_trait;
use bytes::Bytes;
use pulumi_wasm_capability::CurrentCall;
use tokio::io::AsyncWrite;
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};
use wasmtime_wasi::p2::{OutputStream, Pollable, StreamError, StreamResult};

/// Bytes that a guest may write at once.
const WRITTEN_AT_ONCE: usize = 8 << 10;

/// One of the two streams.
#[derive(Clone)]
pub(crate) struct GuestOutput {
    current_call: CurrentCall,
    is_error: bool,
}

impl GuestOutput {
    /// Standard output.
    #[must_use]
    pub(crate) fn stdout(current_call: CurrentCall) -> Self {
        Self {
            current_call,
            is_error: false,
        }
    }

    /// Standard error. Its end becomes the last output of a guest that crashes.
    #[must_use]
    pub(crate) fn stderr(current_call: CurrentCall) -> Self {
        Self {
            current_call,
            is_error: true,
        }
    }
}

impl GuestOutput {
    fn print(&self, bytes: &[u8]) {
        self.current_call.print(self.is_error, bytes);
    }
}

impl IsTerminal for GuestOutput {
    fn is_terminal(&self) -> bool {
        false
    }
}

impl StdoutStream for GuestOutput {
    fn async_stream(&self) -> Box<dyn AsyncWrite + Send + Sync> {
        Box::new(self.clone())
    }

    fn p2_stream(&self) -> Box<dyn OutputStream> {
        Box::new(self.clone())
    }
}

#[async_trait]
impl Pollable for GuestOutput {
    async fn ready(&mut self) {}
}

#[async_trait]
impl OutputStream for GuestOutput {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        if bytes.len() > WRITTEN_AT_ONCE {
            return Err(StreamError::trap("write exceeded budget"));
        }
        self.print(&bytes);
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(WRITTEN_AT_ONCE)
    }
}

impl AsyncWrite for GuestOutput {
    fn poll_write(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.print(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use pulumi_wasm_capability::ActiveCall;
    use pulumi_wasm_capability::testing::{Lines, call, current_call};
    use pulumi_wasm_core::call::{Operation, Severity};
    use tokio::io::AsyncWriteExt;

    use super::*;

    /// The writing guest pays for it, not the thread that serves all calls.
    #[tokio::test]
    async fn what_wasi_writes_is_shown_before_the_guest_goes_on() {
        let lines = Lines::default();
        let current_call = current_call();
        current_call.begin(call(Operation::Create, &lines), Duration::from_secs(60));
        let mut stream = GuestOutput::stdout(current_call.clone()).p2_stream();
        let permitted = stream.check_write().expect("it never fails");
        stream
            .write(Bytes::from_static(b"one\ntwo\n"))
            .expect("it never fails");
        let heard: Vec<String> = lines.heard().into_iter().map(|line| line.1).collect();
        assert_eq!(heard, ["one", "two"]);
        let more = vec![b'x'; permitted + 1];
        assert!(matches!(
            stream.write(more.into()),
            Err(StreamError::Trap(_))
        ));
    }

    #[tokio::test]
    async fn a_line_without_end_is_shown_in_pieces() {
        let lines = Lines::default();
        let current_call = current_call();
        let mut stdout = GuestOutput::stdout(current_call.clone());
        current_call.begin(call(Operation::Create, &lines), Duration::from_secs(60));
        for _ in 0..5 {
            let text = "x".repeat(10_000);
            let written = stdout.write_all(text.as_bytes()).await;
            written.expect("it never fails");
        }
        current_call.end();
        let lengths: Vec<usize> = lines.heard().iter().map(|line| line.1.len()).collect();
        assert!(
            lengths.iter().all(|length| *length <= 16 << 10),
            "{lengths:?}"
        );
        assert_eq!(lengths.iter().sum::<usize>(), 50_000);
    }

    #[tokio::test]
    async fn what_a_guest_prints_becomes_debug_lines_and_its_errors_its_last_words() {
        let lines = Lines::default();
        let current_call = current_call();
        let (mut stdout, mut stderr) = (
            GuestOutput::stdout(current_call.clone()),
            GuestOutput::stderr(current_call.clone()),
        );
        // While it starts its errors are kept, for the case that it crashes.
        for stream in [&mut stdout, &mut stderr] {
            let written = stream.write_all(b"it starts\nand en").await;
            written.expect("it never fails");
        }
        assert_eq!(
            current_call.take_start_errors().as_deref(),
            Some("it starts\nand en")
        );
        let written = stderr.write_all(b"started\n").await;
        written.expect("it never fails");
        current_call.begin(call(Operation::Create, &lines), Duration::from_secs(60));
        stdout.write_all(b"one\ntw").await.expect("it never fails");
        stdout.write_all(b"o\n").await.expect("it never fails");
        stderr
            .write_all(b"it broke\n")
            .await
            .expect("it never fails");
        stdout
            .write_all(b"no end of line")
            .await
            .expect("it never fails");
        let expected = ["one", "two", "it broke"];
        assert_eq!(
            lines.heard(),
            expected.map(|line| (Severity::Debug, line.to_owned(), false))
        );
        let words = current_call.end().and_then(ActiveCall::last_words);
        assert_eq!(words.as_deref(), Some("it broke"));
        // It is not left for the next call.
        let (_, last, _) = lines.heard().pop().expect("a line");
        assert_eq!(last, "no end of line");
    }
}
