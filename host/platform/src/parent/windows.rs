//! Windows: a process keeps its parent's number even after the number was reused. So the parent is opened once,
//! and counts as the parent only if it is older than this process.

use std::os::windows::io::OwnedHandle;

use crate::windows::{has_ended, open_parent};

#[derive(Debug)]
pub(super) struct Parent {
    process: OwnedHandle,
    id: u32,
}

impl Parent {
    pub(super) fn find() -> Option<Self> {
        let (process, id) = open_parent()?;
        Some(Self { process, id })
    }

    pub(super) fn is_alive(&self) -> bool {
        !has_ended(&self.process)
    }

    pub(super) fn id(&self) -> u32 {
        self.id
    }
}
