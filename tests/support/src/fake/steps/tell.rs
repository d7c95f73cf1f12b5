//! Steps that log a guest's request for debugging.

use super::DEBUG;
use super::data::Data;
use super::import::{IMPORT_ANSWER, constants, pass_errors_on};
use crate::fake::request::Request;

/// The byte with this index among random ones.
const BYTE: &str = "(i32.load8_u (i32.add (i32.load (i32.const 1028)) (global.get $times)))";

/// Logs a text of the request; `none` if it is missing.
pub(super) fn text(part: &str, request: &Request<'_>, data: &mut Data) -> String {
    let nothing = data.text("{}");
    let none = data.text("none");
    let [at, length] = request.text(part, none);
    let [extra, extra_length] = nothing;
    format!(
        "(call $log.emit (i32.const {DEBUG}) {at} {length} (i32.const 0) (i32.const {extra}) (i32.const {extra_length}))"
    )
}

/// Logs 16 random bytes, a letter for each half.
pub(super) fn random(data: &mut Data) -> String {
    let nothing = data.text("{}");
    let letters = data.place(&[0; 32]);
    let entry = constants(&[DEBUG, letters, 32, 0, nothing[0], nothing[1]]);
    format!(
            "(call $random.get (i32.const 16) (i32.const {IMPORT_ANSWER})) {} (global.set $times (i32.const 0))
            (loop $again
                (i32.store16 (i32.add (i32.const {letters}) (i32.shl (global.get $times) (i32.const 1)))
                    (i32.add (i32.const 0x6161) (i32.or
                        (i32.and (i32.const 15) {BYTE})
                        (i32.shl (i32.and (i32.const 240) {BYTE}) (i32.const 4)))))
                (global.set $times (i32.add (global.get $times) (i32.const 1)))
                (br_if $again (i32.lt_u (global.get $times) (i32.const 16))))
            (call $log.emit {entry})",
            pass_errors_on()
        )
}
