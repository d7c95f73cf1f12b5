//! Failing a test.

/// Fails the test.
#[track_caller]
#[expect(clippy::panic, reason = "this is how a test fails")]
pub(crate) fn fail(message: &str) -> ! {
    panic!("{message}")
}
