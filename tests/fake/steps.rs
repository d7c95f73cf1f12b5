//! What a function of a fake guest does, and the WebAssembly text for it.

use std::fmt::Write as _;

/// Where a guest's fixed data begins. What lies below is for answers of imports.
const DATA_START: u32 = 4096;
/// Where imports put their answers: a result whose first byte says whether it is an error.
const IMPORT_ANSWER: u32 = 1024;

/// That the engine need not refresh before an update.
const NO_REFRESH: u32 = 0;

/// Severities of `log.emit`.
pub(crate) const DEBUG: u32 = 0;
pub(crate) const WARNING: u32 = 2;

/// One thing that a function does. A function's last step answers or never returns.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Goes on for ever.
    Loop,
    /// Takes memory until it gets no more, and crashes.
    GrowMemory,
    /// Takes table elements until it gets no more, and crashes.
    GrowTable,
    Recurse,
    Crash,
    Log {
        severity: u32,
        text: &'static str,
        times: u32,
    },
    /// Waits, and fails as the wait fails.
    Sleep(u32),
    /// Waits, and does not care how that ends.
    Doze(u32),
    Checkpoint {
        id: &'static str,
        outputs: &'static str,
    },
    Fetch {
        method: &'static str,
        url: String,
    },
    Variable(&'static str),
    /// Counts calls of this instance, and answers with the count as the id.
    AnswerCount,
    /// Other steps for resources whose name has this length.
    WhenNameHas(usize, Vec<Step>),
    Answer(Answer),
}

/// What a function returns.
#[derive(Debug, Clone)]
pub(crate) enum Answer {
    /// Of functions without a result of their own.
    Done,
    /// Of `describe`.
    Text(String),
    Created {
        id: &'static str,
        outputs: &'static str,
    },
    /// Of `create`, with outputs of so many bytes.
    Huge(u32),
    Checked {
        inputs: &'static str,
    },
    Found {
        outputs: &'static str,
    },
    Updated {
        outputs: &'static str,
    },
    /// Of `invoke`.
    Result(&'static str),
    /// The error of this number in the variant, with a message.
    Refused(u32, &'static str),
}

/// A guest's fixed data.
#[derive(Debug, Default)]
pub(crate) struct Data {
    bytes: Vec<u8>,
}

impl Data {
    /// Places bytes, and says where they are.
    fn place(&mut self, bytes: &[u8]) -> u32 {
        while !self.bytes.len().is_multiple_of(8) {
            self.bytes.push(0);
        }
        let at = DATA_START + u32::try_from(self.bytes.len()).expect("little data");
        self.bytes.extend_from_slice(bytes);
        at
    }

    fn words(&mut self, words: &[u32]) -> u32 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.place(&bytes)
    }

    /// A string's address and length.
    fn text(&mut self, text: &str) -> [u32; 2] {
        [
            self.place(text.as_bytes()),
            u32::try_from(text.len()).expect("a short text"),
        ]
    }

    /// The data segment, and where what is allocated later begins.
    pub(crate) fn segment(&self) -> (String, u32) {
        let mut text = format!("(data (i32.const {DATA_START}) \"");
        for byte in &self.bytes {
            write!(text, "\\{byte:02x}").expect("a string");
        }
        text.push_str("\")");
        let end = DATA_START + u32::try_from(self.bytes.len()).expect("little data");
        (text, end.next_multiple_of(16))
    }

    /// The address of an answer.
    fn answer(&mut self, answer: &Answer) -> u32 {
        let nothing = self.text("{}");
        match answer {
            Answer::Done => self.words(&[0, 0, 0, 0]),
            Answer::Text(text) => {
                let [at, length] = self.text(text);
                self.words(&[0, at, length])
            }
            Answer::Created { id, outputs } => {
                let ([id, id_length], [at, length]) = (self.text(id), self.text(outputs));
                self.words(&[
                    0, id, id_length, at, length, NO_REFRESH, nothing[0], nothing[1],
                ])
            }
            Answer::Huge(length) => {
                let [id, id_length] = self.text("huge");
                self.words(&[
                    0, id, id_length, 0, *length, NO_REFRESH, nothing[0], nothing[1],
                ])
            }
            Answer::Checked { inputs } => {
                let [at, length] = self.text(inputs);
                self.words(&[0, at, length, 0, 0, nothing[0], nothing[1]])
            }
            Answer::Found { outputs } => {
                let ([id, id_length], [at, length]) = (self.text("found"), self.text(outputs));
                let no_inputs = [0, 0, 0];
                let words = [
                    &[0, 1, id, id_length][..],
                    &no_inputs,
                    &[at, length, NO_REFRESH],
                    &nothing,
                ];
                self.words(&words.concat())
            }
            Answer::Updated { outputs } => {
                let [at, length] = self.text(outputs);
                self.words(&[0, at, length, NO_REFRESH, nothing[0], nothing[1]])
            }
            Answer::Result(result) => {
                let [at, length] = self.text(result);
                self.words(&[0, at, length, 0, 0, nothing[0], nothing[1]])
            }
            Answer::Refused(kind, message) => {
                let [at, length] = self.text(message);
                self.words(&[1, *kind, at, length, nothing[0], nothing[1]])
            }
        }
    }
}

/// Numbers in the order of an import's parameters.
fn constants(words: &[u32]) -> String {
    words
        .iter()
        .map(|word| format!("(i32.const {word})"))
        .collect()
}

/// Gives the import's error back as the function's own, where it is one: both lie alike in memory.
fn pass_errors_on() -> String {
    format!(
        "(if (i32.load8_u (i32.const {IMPORT_ANSWER})) (then (return (i32.const {IMPORT_ANSWER}))))"
    )
}

/// The body of a function that takes these steps and returns an address.
pub(crate) fn body(steps: &[Step], data: &mut Data) -> String {
    let mut text: String = steps.iter().map(|step| instruction(step, data)).collect();
    text.push_str(" unreachable");
    text
}

fn instruction(step: &Step, data: &mut Data) -> String {
    let nothing = data.text("{}");
    match step {
        Step::Loop => "(loop $for_ever (br $for_ever))".to_owned(),
        Step::GrowMemory => {
            "(loop $more (br_if $more (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))"
                .to_owned()
        }
        Step::GrowTable => "(loop $more (br_if $more (i32.ne (table.grow $table (ref.null func) \
                            (i32.const 1000)) (i32.const -1))))"
            .to_owned(),
        Step::Recurse => "(drop (call $recurse (i32.const 0)))".to_owned(),
        Step::Crash => "(call $crash)".to_owned(),
        Step::Log {
            severity,
            text,
            times,
        } => {
            let [at, length] = data.text(text);
            let entry = constants(&[*severity, at, length, 0, nothing[0], nothing[1]]);
            format!(
                "(global.set $times (i32.const {times})) (loop $again (call $log.emit {entry}) \
                 (global.set $times (i32.sub (global.get $times) (i32.const 1))) (br_if $again (global.get $times)))"
            )
        }
        Step::Sleep(milliseconds) => format!(
            "(call $clock.sleep {}) {}",
            constants(&[*milliseconds, IMPORT_ANSWER]),
            pass_errors_on()
        ),
        Step::Doze(milliseconds) => format!(
            "(call $clock.sleep {})",
            constants(&[*milliseconds, IMPORT_ANSWER])
        ),
        Step::Checkpoint { id, outputs } => {
            let words = [data.text(id), data.text(outputs), nothing].concat();
            format!(
                "(call $checkpoint.save {} (i32.const {IMPORT_ANSWER})) {}",
                constants(&words),
                pass_errors_on()
            )
        }
        Step::Fetch { method, url } => {
            let (method, url) = (data.text(method), data.text(url));
            let words = [
                &method[..],
                &url,
                &[0, 0],       // headers
                &[0, 0, 0, 0], // body
                &[0],          // timeout
                &nothing,
                &[IMPORT_ANSWER],
            ];
            format!(
                "(call $http.fetch {}) {}",
                constants(&words.concat()),
                pass_errors_on()
            )
        }
        Step::Variable(name) => {
            let [at, length] = data.text(name);
            format!(
                "(call $env.get {}) {}",
                constants(&[at, length, IMPORT_ANSWER]),
                pass_errors_on()
            )
        }
        Step::AnswerCount => {
            let [digits, _] = data.text("0");
            let [outputs, length] = data.text("{}");
            let answer = data.words(&[0, digits, 1, outputs, length, nothing[0], nothing[1]]);
            format!(
                "(i32.store8 (i32.const {digits}) (i32.add (i32.load8_u (i32.const {digits})) (i32.const 1))) \
                 (return (i32.const {answer}))"
            )
        }
        Step::WhenNameHas(length, steps) => {
            let steps: String = steps.iter().map(|step| instruction(step, data)).collect();
            // The request begins with its context: URN, token and name, each an address and a length.
            format!(
                "(if (i32.eq (i32.load offset=20 (local.get 0)) (i32.const {length})) (then {steps} unreachable))"
            )
        }
        Step::Answer(answer) => format!("(return (i32.const {}))", data.answer(answer)),
    }
}
