//! The texts of panics, in the words of a component.

use std::cell::{Cell, RefCell};
use std::panic::{PanicHookInfo, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static REMEMBERS: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the text of panics of this thread. Other effects of panics stay as they are.
pub(super) fn remember_in_this_thread() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if REMEMBERS.get() {
                LAST.set(Some(describe(panic)));
            }
            before(panic);
        }));
    });
    REMEMBERS.set(true);
}

/// The text of this thread's last panic.
pub(super) fn last_words() -> Option<String> {
    LAST.take()
}

fn describe(panic: &PanicHookInfo<'_>) -> String {
    let message = panic.payload_as_str().unwrap_or("no message");
    match panic.location() {
        Some(place) => format!(
            "the provider panicked at {}:{}: {message}",
            place.file(),
            place.line()
        ),
        None => format!("the provider panicked: {message}"),
    }
}
