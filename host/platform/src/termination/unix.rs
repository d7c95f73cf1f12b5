//! Linux and macOS.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::Watched;

pub(super) struct Signals {
    interrupt: Signal,
    ignores_interrupts: bool,
    terminate: Option<Signal>,
}

impl Signals {
    pub(super) fn listen(watched: Watched) -> io::Result<Self> {
        let terminate = watched
            .terminate
            .then(|| signal(SignalKind::terminate()))
            .transpose()?;
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            ignores_interrupts: watched.ignores_interrupts,
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
            _ = self.interrupt.recv(), if !self.ignores_interrupts => {}
            () = terminate => {}
        }
    }
}
