//! The numbers of the errors in the interface's variant.

pub(crate) const INVALID: u32 = 0;
pub(crate) const NOT_FOUND: u32 = 1;
pub(crate) const ALREADY_EXISTS: u32 = 2;
pub(crate) const DENIED: u32 = 3;
pub(crate) const UNAVAILABLE: u32 = 4;
pub(crate) const TIMED_OUT: u32 = 5;
pub(crate) const CANCELLED: u32 = 6;
pub(crate) const UNSUPPORTED: u32 = 7;
pub(crate) const PARTIAL: u32 = 8;
pub(crate) const AWAIT_FAILED: u32 = 9;
pub(crate) const OTHER: u32 = 10;
pub(crate) const CRASHED: u32 = 11;
/// The variant has no case with this number.
pub(crate) const NO_CASE: u32 = 12;
