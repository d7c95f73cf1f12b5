//! Windows: events of the console. A process without a console gets no events, and other processes end it at once.

use std::io;

use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown,
};

use super::Watched;

pub(super) struct Signals {
    interrupt: CtrlC,
    ignores_interrupts: bool,
    terminate: Option<Terminate>,
}

/// Ctrl+Break, closing the console, and shutting down the machine.
struct Terminate {
    broken: CtrlBreak,
    closed: CtrlClose,
    shut_down: CtrlShutdown,
}

impl Signals {
    pub(super) fn listen(watched: Watched) -> io::Result<Self> {
        let listen = || -> io::Result<Terminate> {
            Ok(Terminate {
                broken: ctrl_break()?,
                closed: ctrl_close()?,
                shut_down: ctrl_shutdown()?,
            })
        };
        Ok(Self {
            interrupt: ctrl_c()?,
            ignores_interrupts: watched.ignores_interrupts,
            terminate: watched.terminate.then(listen).transpose()?,
        })
    }

    pub(super) async fn next(&mut self) {
        let terminate = async {
            match &mut self.terminate {
                Some(on) => tokio::select! {
                    _ = on.broken.recv() => {}
                    _ = on.closed.recv() => {}
                    _ = on.shut_down.recv() => {}
                },
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupt.recv(), if !self.ignores_interrupts => {}
            () = terminate => {}
        }
    }
}
