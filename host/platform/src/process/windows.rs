//! Windows: the process joins a job with limits.

use std::io;

use super::ProcessBounds;
use crate::windows;

pub(super) fn bind(bounds: ProcessBounds, _niceness: i32) -> io::Result<()> {
    windows::job::bind(bounds.memory, bounds.seconds)
}

pub(super) fn max_descriptors() -> Option<u64> {
    None
}

pub(super) fn raise_descriptors() {}

pub(super) fn address_space() -> Option<u64> {
    None
}

pub(super) fn give_way(_niceness: i32) {
    windows::give_way();
}

pub(super) fn end_at_once(status: i32) {
    windows::end_at_once(status);
}
