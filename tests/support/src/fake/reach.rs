//! Steps that open assets, wait, and publish views.

use super::steps::{Data, IMPORT_ANSWER, NO_REFRESH, WARNING, constants, pass_errors_on};

/// The operation of a view that was created.
const CREATED: u32 = 1;
/// An entry of an archive in a list.
const ENTRY_BYTES: u32 = 20;

/// One step of a function with `asset`, `waiting` or `views`. Each fails like its import.
#[derive(Debug, Clone)]
pub enum Reach {
    Pause {
        first: u32,
        factor: f64,
        longest: u32,
        timeout: u32,
        look: u32,
        status: &'static str,
    },
    /// Opens an asset or archive, and says its hash as a warning.
    OpenAsset(u32),
    /// Reads an asset, for [`Reach::AnswerRead`] and [`Reach::ShowRead`].
    ReadAsset {
        handle: u32,
        offset: f64,
        count: u32,
    },
    /// Logs the paths of an archive's files as warnings.
    Entries(u32),
    /// Reads a file of an archive, for [`Reach::AnswerRead`].
    ReadEntry { archive: u32, index: u32 },
    /// Answers with a created resource. Its outputs are the last text that was read.
    AnswerRead,
    /// Answers with a preview, whose outputs are the text that was read last.
    ShowRead,
    /// Publishes the creation of a view.
    Publish {
        token: &'static str,
        name: &'static str,
        inputs: &'static str,
    },
}

pub(super) fn instruction(step: &Reach, data: &mut Data) -> String {
    let nothing = data.text("{}");
    match step {
        Reach::Pause {
            first,
            factor,
            longest,
            timeout,
            look,
            status,
        } => {
            let [at, length] = data.text(status);
            let rest = [
                *longest, *timeout, nothing[0], nothing[1], *look, at, length,
            ];
            format!(
                "(call $waiting.pause {} {} {} (i32.const {IMPORT_ANSWER})) {}",
                // No limit of attempts.
                constants(&[0, *first]),
                float(*factor),
                constants(&rest),
                pass_errors_on()
            )
        }
        Reach::OpenAsset(handle) => format!(
            // Its size needs another alignment than everything else here.
            "(call $asset.open {}) (memory.copy (i32.const {}) (i32.const {}) (i32.const 32)) {} {}",
            constants(&[*handle, IMPORT_ANSWER]),
            IMPORT_ANSWER + 4,
            IMPORT_ANSWER + 8,
            pass_errors_on(),
            say(
                &word_at(IMPORT_ANSWER + 12),
                &word_at(IMPORT_ANSWER + 16),
                nothing
            ),
        ),
        Reach::ReadAsset {
            handle,
            offset,
            count,
        } => format!(
            "(call $asset.read (i32.const {handle}) {} {}) {}",
            float(*offset),
            constants(&[*count, IMPORT_ANSWER]),
            pass_errors_on()
        ),
        Reach::Entries(handle) => format!(
            "(call $asset.entries {}) {} (global.set $times (i32.const 0)) \
             (block $done (loop $next (br_if $done (i32.ge_u (global.get $times) {})) {} \
             (global.set $times (i32.add (global.get $times) (i32.const 1))) (br $next)))",
            constants(&[*handle, IMPORT_ANSWER]),
            pass_errors_on(),
            word_at(IMPORT_ANSWER + 8),
            say(
                &format!("(i32.load {})", entry("(global.get $times)")),
                &format!("(i32.load offset=4 {})", entry("(global.get $times)")),
                nothing
            ),
        ),
        Reach::ReadEntry { archive, index } => format!(
            "(call $asset.entries {}) {} (call $asset.read (i32.load offset=8 {}) {} {}) {}",
            constants(&[*archive, IMPORT_ANSWER]),
            pass_errors_on(),
            entry(&format!("(i32.const {index})")),
            float(0.0),
            constants(&[u32::MAX, IMPORT_ANSWER]),
            pass_errors_on()
        ),
        Reach::AnswerRead => {
            let [id, id_length] = data.text("made");
            let answer = data.words(&[0, id, id_length, 0, 0, NO_REFRESH, nothing[0], nothing[1]]);
            answer_with_read(answer, 12)
        }
        Reach::ShowRead => {
            let answer = data.words(&[0, 0, 0, nothing[0], nothing[1]]);
            answer_with_read(answer, 4)
        }
        Reach::Publish {
            token,
            name,
            inputs,
        } => {
            let view = [
                data.text(token),
                data.text(name),
                data.text(""),
                data.text(""),
                data.text(inputs),
                nothing,
                nothing,
            ];
            let words = [
                &[CREATED][..],
                &[0; 15], // no view before
                &[1],
                &view.concat(),
                &[0, 0, 0], // no failure
                &nothing,
            ];
            let step = data.words(&words.concat());
            format!(
                "(call $views.publish {}) {}",
                constants(&[step, 1, IMPORT_ANSWER]),
                pass_errors_on()
            )
        }
    }
}

/// Returns an answer with the text that was read last at this place.
fn answer_with_read(answer: u32, place: u32) -> String {
    format!(
        "(i32.store (i32.const {}) {}) (i32.store (i32.const {}) {}) (return (i32.const {answer}))",
        answer + place,
        word_at(IMPORT_ANSWER + 4),
        answer + place + 4,
        word_at(IMPORT_ANSWER + 8),
    )
}

fn float(value: f64) -> String {
    format!("(f64.reinterpret_i64 (i64.const {:#x}))", value.to_bits())
}

/// The number at an address.
fn word_at(address: u32) -> String {
    format!("(i32.load (i32.const {address}))")
}

/// The address of an entry in the list that an import answered with.
fn entry(index: &str) -> String {
    format!(
        "(i32.add {} (i32.mul (i32.const {ENTRY_BYTES}) {index}))",
        word_at(IMPORT_ANSWER + 4)
    )
}

/// Logs the text at an address as a warning.
fn say(address: &str, length: &str, nothing: [u32; 2]) -> String {
    format!(
        "(call $log.emit (i32.const {WARNING}) {address} {length} {})",
        constants(&[0, nothing[0], nothing[1]])
    )
}
