//! Linux and macOS: when the parent ends, the process gets another parent.

use rustix::process::{Pid, getppid};

#[derive(Debug)]
pub(super) struct Parent(Pid);

impl Parent {
    pub(super) fn find() -> Option<Self> {
        getppid().map(Self)
    }

    pub(super) fn is_alive(&self) -> bool {
        getppid() == Some(self.0)
    }

    pub(super) fn id(&self) -> u32 {
        self.0.as_raw_nonzero().get().unsigned_abs()
    }
}
