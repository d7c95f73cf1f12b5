//! The output of a process as a stream of messages.

use std::io;
use std::process::Stdio;
use std::time::Duration;

use bytes::Bytes;
use pulumi_wasm_platform::child::ask_to_end;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

/// The messages of one process.
pub(super) type Output<M> = ReceiverStream<Result<M, Status>>;

/// Messages that may wait for the engine.
const WAITING: usize = 16;
const PIECE_BYTES: usize = 16 << 10;
/// How long a process may take to end once the engine does not read any more. Then it is killed.
const END_TIME: Duration = Duration::from_secs(2);

/// How a process is told of.
pub(super) trait Message: Send + 'static {
    fn stdout(piece: Bytes) -> Self;
    fn stderr(piece: Bytes) -> Self;
    /// The last message, after a process that could be waited for.
    fn end(status: i32) -> Result<Option<Self>, Status>
    where
        Self: Sized;
}

/// Starts a process and tells of it. The process is ended when the engine stops reading.
pub(super) fn of_process<M: Message>(mut command: Command) -> io::Result<Output<M>> {
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let (sender, receiver) = channel(WAITING);
    tokio::spawn(tell(child, sender));
    Ok(ReceiverStream::new(receiver))
}

async fn tell<M: Message>(mut child: Child, sender: Sender<Result<M, Status>>) {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let reading = async {
        tokio::join!(
            pass_on(stdout, &sender, M::stdout),
            pass_on(stderr, &sender, M::stderr)
        );
        child.wait().await
    };
    let ended = tokio::select! {
        ended = reading => Some(ended),
        () = sender.closed() => None,
    };
    match ended {
        Some(ended) => {
            let status = ended.ok().and_then(|status| status.code()).unwrap_or(-1);
            if let Some(end) = M::end(status).transpose() {
                // An engine that is gone needs no answer.
                _ = sender.send(end).await;
            }
        }
        None => {
            ask_to_end(&mut child);
            _ = tokio::time::timeout(END_TIME, child.wait()).await;
        }
    }
}

async fn pass_on<M>(
    stream: Option<impl AsyncRead + Unpin>,
    sender: &Sender<Result<M, Status>>,
    message: impl Fn(Bytes) -> M,
) {
    let Some(mut stream) = stream else { return };
    let mut piece = vec![0; PIECE_BYTES];
    while let Ok(read @ 1..) = stream.read(&mut piece).await {
        let bytes = Bytes::copy_from_slice(piece.get(..read).unwrap_or_default());
        if sender.send(Ok(message(bytes))).await.is_err() {
            return;
        }
    }
}
