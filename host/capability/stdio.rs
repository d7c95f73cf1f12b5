//! A guest's standard output and error, as debug log lines. Writing never fails: a guest must not die of its logging.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};

use super::CallSlot;
use crate::provider::call::Severity;

/// A longer line is shown in pieces.
const MAX_LINE_BYTES: usize = 16 << 10;
/// What is kept of standard error for a trap report.
const MAX_LAST_WORDS_BYTES: usize = 4 << 10;

/// One of the two streams.
#[derive(Clone)]
pub struct GuestOutput {
    slot: CallSlot,
    is_error: bool,
    line: Arc<Mutex<Vec<u8>>>,
}

impl GuestOutput {
    /// Standard output.
    #[must_use]
    pub fn stdout(slot: CallSlot) -> Self {
        Self {
            slot,
            is_error: false,
            line: Arc::default(),
        }
    }

    /// Standard error, whose end becomes the last words of a guest that crashes.
    #[must_use]
    pub fn stderr(slot: CallSlot) -> Self {
        Self {
            slot,
            is_error: true,
            line: Arc::default(),
        }
    }

    fn accept(&self, bytes: &[u8]) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        for byte in bytes {
            if *byte == b'\n' || line.len() >= MAX_LINE_BYTES {
                self.show(&line);
                line.clear();
            }
            if *byte != b'\n' {
                line.push(*byte);
            }
        }
    }

    fn show(&self, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        self.slot.with(|active| {
            if self.is_error {
                let words = active.last_words.get_or_insert_default();
                if !words.is_empty() {
                    words.push('\n');
                }
                words.push_str(&text);
                if words.len() > MAX_LAST_WORDS_BYTES {
                    let mut cut = words.len() - MAX_LAST_WORDS_BYTES;
                    while !words.is_char_boundary(cut) {
                        cut += 1;
                    }
                    words.drain(..cut);
                }
            }
            active.call.log(Severity::Debug, &text);
        });
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
}

impl AsyncWrite for GuestOutput {
    fn poll_write(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.accept(bytes);
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

    use tokio::io::AsyncWriteExt;

    use super::*;
    use crate::capability::testing::{Lines, call};
    use crate::provider::call::Operation;

    #[tokio::test]
    async fn what_a_guest_prints_becomes_debug_lines_and_its_errors_its_last_words() {
        let lines = Lines::default();
        let slot = CallSlot::default();
        let (mut stdout, mut stderr) = (
            GuestOutput::stdout(slot.clone()),
            GuestOutput::stderr(slot.clone()),
        );
        // Between calls there is nobody to tell, and it is no error.
        stdout
            .write_all(b"unheard\n")
            .await
            .expect("it never fails");
        slot.begin(call(Operation::Create, &lines), Duration::from_secs(60));
        stdout.write_all(b"one\ntw").await.expect("it never fails");
        stdout.write_all(b"o\n").await.expect("it never fails");
        stderr
            .write_all(b"it broke\n")
            .await
            .expect("it never fails");
        let expected = ["one", "two", "it broke"];
        assert_eq!(
            lines.heard(),
            expected.map(|line| (Severity::Debug, line.to_owned(), false))
        );
        let words = slot.end().and_then(|active| active.last_words);
        assert_eq!(words.as_deref(), Some("it broke"));
    }
}
