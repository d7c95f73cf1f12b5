//! Steps that call an import and fail as it fails.

use super::data::Data;

/// The place of the imports' answers: a result whose first byte says whether it is an error.
pub(in crate::fake) const IMPORT_ANSWER: u32 = 1024;

/// Numbers in the order of an import's parameters.
pub(in crate::fake) fn constants(words: &[u32]) -> String {
    words
        .iter()
        .map(|word| format!("(i32.const {word})"))
        .collect()
}

/// Returns the import's error as the function's error: both have the same form in memory.
pub(in crate::fake) fn pass_errors_on() -> String {
    format!(
        "(if (i32.load8_u (i32.const {IMPORT_ANSWER})) (then (return (i32.const {IMPORT_ANSWER}))))"
    )
}

/// Logs the same message this many times.
pub(super) fn log(severity: u32, text: &str, times: u32, data: &mut Data) -> String {
    let ([at, length], nothing) = (data.text(text), data.text("{}"));
    let entry = constants(&[severity, at, length, 0, nothing[0], nothing[1]]);
    format!(
        "(global.set $times (i32.const {times})) (loop $again (call $log.emit {entry}) \
         (global.set $times (i32.sub (global.get $times) (i32.const 1))) (br_if $again (global.get $times)))"
    )
}

/// Waits, and does not care how that ends.
pub(super) fn doze(milliseconds: u32) -> String {
    format!(
        "(call $clock.sleep {})",
        constants(&[milliseconds, IMPORT_ANSWER])
    )
}

/// Waits, and fails as the wait fails.
pub(super) fn sleep(milliseconds: u32) -> String {
    format!("{} {}", doze(milliseconds), pass_errors_on())
}

pub(super) fn checkpoint(id: &str, outputs: &str, data: &mut Data) -> String {
    let words = [data.text(id), data.text(outputs), data.text("{}")].concat();
    format!(
        "(call $checkpoint.save {} (i32.const {IMPORT_ANSWER})) {}",
        constants(&words),
        pass_errors_on()
    )
}

pub(super) fn variable(name: &str, data: &mut Data) -> String {
    let [at, length] = data.text(name);
    format!(
        "(call $env.get {}) {}",
        constants(&[at, length, IMPORT_ANSWER]),
        pass_errors_on()
    )
}
