//! Steps that share values and rates with other instances.

use super::steps::{Data, IMPORT_ANSWER, WARNING, constants, pass_errors_on};

/// How a function makes a shared value.
#[derive(Debug, Clone, Copy)]
pub enum Making {
    /// It lives this many milliseconds.
    Kept(u32),
    Crash,
    /// Its maker never finishes.
    Endless,
}

/// One step of a function with `shared`. Each fails like its import.
#[derive(Debug, Clone)]
pub enum Share {
    /// Logs a value as a warning. If it is missing, it says `making`, takes so many milliseconds to make it, and says
    /// `made`.
    Value {
        key: &'static str,
        value: &'static str,
        takes: u32,
        making: Making,
    },
    /// Takes a permit of a rate limit with this many permits a second, and waits for it.
    Acquire { name: &'static str, per_second: f64 },
}

pub(super) fn instruction(step: &Share, data: &mut Data) -> String {
    let nothing = data.text("{}");
    match step {
        Share::Value {
            key,
            value,
            takes,
            making,
        } => {
            let [at, length] = data.text(key);
            let [value, size] = data.text(value);
            let end = match making {
                Making::Kept(lives) => format!(
                    "(call $shared.keep (global.get $times) {}) {}",
                    constants(&[value, size, *lives, nothing[0], nothing[1], IMPORT_ANSWER]),
                    pass_errors_on()
                ),
                Making::Crash => "(call $crash)".to_owned(),
                Making::Endless => "(loop $for_ever (br $for_ever))".to_owned(),
            };
            let said = format!(
                "(i32.load (i32.const {})) (i32.load (i32.const {}))",
                IMPORT_ANSWER + 8,
                IMPORT_ANSWER + 12
            );
            let mut say = |text: &str| {
                let [at, length] = data.text(text);
                warn(&constants(&[at, length]), nothing)
            };
            format!(
                "(call $shared.get {}) {} (if (i32.load8_u (i32.const {})) (then \
                 (global.set $times (i32.load (i32.const {}))) {} \
                 (call $clock.sleep (i32.const {takes}) (i32.const {IMPORT_ANSWER})) {} {end} {}) (else {}))",
                constants(&[at, length, IMPORT_ANSWER]),
                pass_errors_on(),
                IMPORT_ANSWER + 4,
                IMPORT_ANSWER + 8,
                say("making"),
                pass_errors_on(),
                say("made"),
                warn(&said, nothing),
            )
        }
        Share::Acquire { name, per_second } => {
            let [at, length] = data.text(name);
            format!(
                "(call $shared.acquire {} (f64.reinterpret_i64 (i64.const {:#x})) {}) {}",
                constants(&[at, length]),
                per_second.to_bits(),
                constants(&[1, nothing[0], nothing[1], IMPORT_ANSWER]),
                pass_errors_on()
            )
        }
    }
}

/// Logs a text as a warning.
fn warn(text: &str, nothing: [u32; 2]) -> String {
    format!(
        "(call $log.emit (i32.const {WARNING}) {text} {})",
        constants(&[0, nothing[0], nothing[1]])
    )
}
