//! The numbers of the errors in the interface's variant.

pub const INVALID: u32 = 0;
pub const NOT_FOUND: u32 = 1;
pub const ALREADY_EXISTS: u32 = 2;
pub const DENIED: u32 = 3;
pub const UNAVAILABLE: u32 = 4;
pub const TIMED_OUT: u32 = 5;
pub const CANCELLED: u32 = 6;
pub const UNSUPPORTED: u32 = 7;
pub const PARTIAL: u32 = 8;
pub const AWAIT_FAILED: u32 = 9;
pub const OTHER: u32 = 10;
pub const CRASHED: u32 = 11;
/// The variant has no case with this number.
pub const NO_CASE: u32 = 12;
