//! Ending the instance.

use std::panic::{PanicHookInfo, set_hook};
use std::sync::Once;

use crate::host;

/// Makes panics readable: a trap contains no text, so the message is sent to the host first.
pub(crate) fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        if cfg!(target_arch = "wasm32") {
            set_hook(Box::new(|panic| host::last_words(describe(panic))));
        }
    });
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    match panic.location() {
        Some(place) => format!(
            "the provider panicked at {}:{}: {message}",
            place.file(),
            place.line()
        ),
        None => format!("the provider panicked: {message}"),
    }
}

/// Ends the instance if a function cannot fail and cannot answer.
#[expect(
    clippy::panic,
    reason = "the one place where the crate itself gives up"
)]
pub(crate) fn fatal(message: &str) -> ! {
    panic!("{message}")
}
