//! Linux and macOS.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

pub(super) struct Signals {
    interrupt: Signal,
    terminate: Option<Signal>,
}

impl Signals {
    pub(super) fn listen(terminate: bool) -> io::Result<Self> {
        let terminate = terminate
            .then(|| signal(SignalKind::terminate()))
            .transpose()?;
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate,
        })
    }

    pub(super) async fn next(&mut self) {
        let terminate = async {
            match &mut self.terminate {
                Some(terminate) => drop(terminate.recv().await),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupt.recv() => {}
            () = terminate => {}
        }
    }
}
