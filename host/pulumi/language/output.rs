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
use tokio_util::sync::CancellationToken;
use tonic::Status;

/// The messages of one process.
pub(super) type Output<M> = ReceiverStream<Result<M, Status>>;

/// Messages that may wait for the engine.
const WAITING: usize = 16;
const PIECE_BYTES: usize = 16 << 10;
/// How long a process may take to end after the engine stopped reading. Then it is killed.
const END_TIME: Duration = Duration::from_secs(2);
/// How long the host waits for more output after the process has ended. Processes that it started and that still run
/// may hold the pipes open.
const REST_TIME: Duration = Duration::from_secs(1);

/// The name of a process in messages.
pub(super) trait Message: Send + 'static {
    fn stdout(piece: Bytes) -> Self;
    fn stderr(piece: Bytes) -> Self;
    /// The last message, after the process has ended.
    fn end(status: i32) -> Result<Option<Self>, Status>
    where
        Self: Sized;
}

/// Starts a process and reports its output. The process is ended when the engine stops reading.
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
    let has_ended = CancellationToken::new();
    let waiting = async {
        let ended = child.wait().await;
        has_ended.cancel();
        ended
    };
    let telling = async {
        let (ended, (), ()) = tokio::join!(
            waiting,
            pass_on(stdout, &has_ended, &sender, M::stdout),
            pass_on(stderr, &has_ended, &sender, M::stderr)
        );
        ended
    };
    let ended = tokio::select! {
        ended = telling => Some(ended),
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
    has_ended: &CancellationToken,
    sender: &Sender<Result<M, Status>>,
    message: impl Fn(Bytes) -> M,
) {
    let Some(mut stream) = stream else { return };
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        let read = tokio::select! {
            biased;
            read = stream.read(&mut piece) => read,
            () = rest_time(has_ended) => return,
        };
        let Ok(read @ 1..) = read else { return };
        let bytes = Bytes::copy_from_slice(piece.get(..read).unwrap_or_default());
        if sender.send(Ok(message(bytes))).await.is_err() {
            return;
        }
    }
}

/// Waits until a process has ended, and for the time that the rest of its output has then.
async fn rest_time(has_ended: &CancellationToken) {
    has_ended.cancelled().await;
    tokio::time::sleep(REST_TIME).await;
}

#[cfg(all(test, unix))]
mod tests {
    use tokio_stream::StreamExt;

    use super::*;

    impl Message for String {
        fn stdout(piece: Bytes) -> Self {
            String::from_utf8_lossy(&piece).into_owned()
        }

        fn stderr(piece: Bytes) -> Self {
            Self::stdout(piece)
        }

        fn end(status: i32) -> Result<Option<Self>, Status> {
            Ok(Some(format!("ended with {status}")))
        }
    }

    #[tokio::test]
    async fn a_process_has_ended_though_what_it_started_holds_its_output() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 30 & echo done; exit 3"]);
        let output = of_process::<String>(command).expect("a shell");
        let told = output.map(|message| message.expect("a message")).collect();
        let told: Vec<String> = tokio::time::timeout(Duration::from_secs(20), told)
            .await
            .expect("an end");
        assert_eq!(told, ["done\n", "ended with 3"]);
    }
}
