//! What a function of a fake guest does, and the WebAssembly text for it.

use std::fmt::Write as _;

use super::reach::{self, Reach};
use super::request::Request;

/// Where a guest's fixed data begins. What lies below is for answers of imports.
const DATA_START: u32 = 4096;
/// Where imports put their answers: a result whose first byte says whether it is an error.
pub(super) const IMPORT_ANSWER: u32 = 1024;

/// The byte of this number among random ones.
const BYTE: &str = "(i32.load8_u (i32.add (i32.load (i32.const 1028)) (global.get $times)))";

/// That the engine need not refresh before an update.
pub(super) const NO_REFRESH: u32 = 0;

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
    /// Opens assets, waits, publishes views.
    Reach(Reach),
    /// Logs a text of the request, such as `inputs` or `id`, for debugging; `none` where there is none.
    Tell(&'static str),
    /// Logs each text of a list in the request, such as `ignore-changes`, for debugging.
    TellEach(&'static str),
    /// Logs 16 random bytes for debugging, a letter for each half.
    TellRandom,
    /// Other steps where a number or truth value of the request, such as `preview`, is not 0.
    WhenTrue(&'static str, Vec<Step>),
    /// Other steps where a text of the request is not empty.
    WhenText(&'static str, Vec<Step>),
    /// Answers with a text of the request in the place of the answer's properties; `{}` where there is none.
    AnswerWith(Answer, &'static str),
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
    /// Of `check` and `invoke`: what is not acceptable, by property, and why.
    Unacceptable(&'static [(&'static str, &'static str)]),
    /// Of `check-config`, likewise.
    ConfigChecked(&'static [(&'static str, &'static str)]),
    /// Of `diff`: properties with the number of their kind, and whether to delete before a replacement.
    Different(&'static [(&'static str, u32)], bool),
    Found {
        outputs: &'static str,
    },
    FoundWithInputs {
        inputs: &'static str,
        outputs: &'static str,
    },
    /// Of `read`, where there is nothing.
    Gone,
    Updated {
        outputs: &'static str,
    },
    /// Of `migrate`.
    Migrated {
        inputs: Option<&'static str>,
        outputs: Option<&'static str>,
    },
    /// Of `list`: ids, and where to go on.
    Listed {
        ids: &'static [&'static str],
        continuation: &'static str,
    },
    /// Of `invoke`.
    Result(&'static str),
    /// The error of this number in the variant, with a message.
    Refused(u32, &'static str),
    /// The error that properties are wrong.
    Invalid(&'static [(&'static str, &'static str)]),
    /// The error that something exists, but not as it should.
    Partial {
        id: &'static str,
        outputs: &'static str,
        reason: &'static str,
    },
    /// The answer of a create, read or update, with the wish for a refresh before the next update.
    Refreshing(Box<Answer>),
}

impl Answer {
    /// In which words the properties' address and length are.
    fn properties(&self) -> usize {
        match self {
            Answer::Created { .. } => 3,
            Answer::Checked { .. } | Answer::Updated { .. } | Answer::Result(_) => 1,
            Answer::Found { .. } | Answer::FoundWithInputs { .. } => 7,
            Answer::Partial { .. } => 4,
            Answer::Refreshing(answer) => answer.properties(),
            _ => panic!("{self:?} has no properties"),
        }
    }

    /// In which word the wish for a refresh is.
    fn refresh(&self) -> usize {
        match self {
            Answer::Created { .. } => 5,
            Answer::Updated { .. } => 3,
            Answer::Found { .. } | Answer::FoundWithInputs { .. } => 9,
            _ => panic!("{self:?} is followed by no update"),
        }
    }
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

    pub(super) fn words(&mut self, words: &[u32]) -> u32 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.place(&bytes)
    }

    /// A string's address and length.
    pub(super) fn text(&mut self, text: &str) -> [u32; 2] {
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
        let words = self.words_of(answer);
        self.words(&words)
    }

    /// A list of pairs of a text and what comes after it: its address and length.
    fn list(&mut self, items: Vec<Vec<u32>>) -> [u32; 2] {
        let length = u32::try_from(items.len()).expect("a short list");
        [self.words(&items.concat()), length]
    }

    fn failures(&mut self, failures: &[(&str, &str)]) -> [u32; 2] {
        let nothing = self.text("{}");
        let items = failures.iter().map(|(property, reason)| {
            let (property, reason) = (self.text(property), self.text(reason));
            [property, reason, nothing].concat()
        });
        let items = items.collect();
        self.list(items)
    }

    fn words_of(&mut self, answer: &Answer) -> Vec<u32> {
        let nothing = self.text("{}");
        match answer {
            Answer::Done => vec![0, 0, 0, 0],
            Answer::Text(text) => {
                let [at, length] = self.text(text);
                vec![0, at, length]
            }
            Answer::Created { id, outputs } => {
                let ([id, id_length], [at, length]) = (self.text(id), self.text(outputs));
                vec![
                    0, id, id_length, at, length, NO_REFRESH, nothing[0], nothing[1],
                ]
            }
            Answer::Huge(length) => {
                let [id, id_length] = self.text("huge");
                vec![
                    0, id, id_length, 0, *length, NO_REFRESH, nothing[0], nothing[1],
                ]
            }
            Answer::Checked { inputs } => {
                let [at, length] = self.text(inputs);
                vec![0, at, length, 0, 0, nothing[0], nothing[1]]
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
                words.concat()
            }
            Answer::FoundWithInputs { inputs, outputs } => {
                let [id, outputs] = [self.text("found"), self.text(outputs)];
                let inputs = self.text(inputs);
                [
                    &[0, 1][..],
                    &id,
                    &[1],
                    &inputs,
                    &outputs,
                    &[NO_REFRESH],
                    &nothing,
                ]
                .concat()
            }
            Answer::Gone => vec![0; 12],
            Answer::Unacceptable(failures) => {
                let failures = self.failures(failures);
                [&[0][..], &nothing, &failures, &nothing].concat()
            }
            Answer::ConfigChecked(failures) => {
                let failures = self.failures(failures);
                [&[0][..], &failures, &nothing].concat()
            }
            Answer::Different(differences, delete_before_replace) => {
                let items = differences.iter().map(|(property, kind)| {
                    let property = self.text(property);
                    [&property[..], &[*kind], &nothing].concat()
                });
                let items = items.collect();
                let items = self.list(items);
                [
                    &[0][..],
                    &items,
                    &[u32::from(*delete_before_replace)],
                    &nothing,
                ]
                .concat()
            }
            Answer::Updated { outputs } => {
                let [at, length] = self.text(outputs);
                vec![0, at, length, NO_REFRESH, nothing[0], nothing[1]]
            }
            Answer::Migrated { inputs, outputs } => {
                let mut words = vec![0];
                for properties in [inputs, outputs] {
                    match properties {
                        Some(text) => {
                            words.push(1);
                            words.extend(self.text(text));
                        }
                        None => words.extend([0; 3]),
                    }
                }
                words.extend(nothing);
                words
            }
            Answer::Listed { ids, continuation } => {
                let items = ids.iter().map(|id| {
                    let id = self.text(id);
                    [id, id, nothing].concat()
                });
                let items = items.collect();
                let (items, continuation) = (self.list(items), self.text(continuation));
                [&[0][..], &items, &continuation, &nothing].concat()
            }
            Answer::Result(result) => {
                let [at, length] = self.text(result);
                vec![0, at, length, 0, 0, nothing[0], nothing[1]]
            }
            Answer::Invalid(failures) => {
                let failures = self.failures(failures);
                [&[1, 0][..], &failures].concat()
            }
            Answer::Partial {
                id,
                outputs,
                reason,
            } => {
                let (id, outputs) = (self.text(id), self.text(outputs));
                let reason = self.text(reason).to_vec();
                let reasons = self.list(vec![reason]);
                [&[1, 8][..], &id, &outputs, &reasons, &nothing].concat()
            }
            Answer::Refreshing(answer) => {
                let mut words = self.words_of(answer);
                words[answer.refresh()] = 1;
                words
            }
            Answer::Refused(kind, message) => {
                let [at, length] = self.text(message);
                vec![1, *kind, at, length, nothing[0], nothing[1]]
            }
        }
    }
}

/// Numbers in the order of an import's parameters.
pub(super) fn constants(words: &[u32]) -> String {
    words
        .iter()
        .map(|word| format!("(i32.const {word})"))
        .collect()
}

/// Gives the import's error back as the function's own, where it is one: both lie alike in memory.
pub(super) fn pass_errors_on() -> String {
    format!(
        "(if (i32.load8_u (i32.const {IMPORT_ANSWER})) (then (return (i32.const {IMPORT_ANSWER}))))"
    )
}

/// The body of a function that takes these steps and returns an address.
pub(crate) fn body(steps: &[Step], data: &mut Data, request: Option<&Request<'_>>) -> String {
    let mut text: String = steps
        .iter()
        .map(|step| instruction(step, data, request))
        .collect();
    text.push_str(" unreachable");
    text
}

fn instruction(step: &Step, data: &mut Data, request: Option<&Request<'_>>) -> String {
    let nothing = data.text("{}");
    let asked = || request.expect("a function that is asked something");
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
        Step::Reach(step) => reach::instruction(step, data),
        Step::Tell(part) => {
            let none = data.text("none");
            let [at, length] = asked().text(part, none);
            let [extra, extra_length] = nothing;
            format!(
                "(call $log.emit (i32.const {DEBUG}) {at} {length} (i32.const 0) (i32.const {extra}) (i32.const {extra_length}))"
            )
        }
        Step::TellEach(part) => {
            let [at, count] = asked().texts(part);
            let entry = format!("(i32.add {at} (i32.shl (global.get $times) (i32.const 3)))");
            let [extra, extra_length] = nothing;
            format!(
                "(global.set $times (i32.const 0)) (block $done (loop $next
                    (br_if $done (i32.ge_u (global.get $times) {count}))
                    (call $log.emit (i32.const {DEBUG}) (i32.load {entry}) (i32.load offset=4 {entry})
                        (i32.const 0) (i32.const {extra}) (i32.const {extra_length}))
                    (global.set $times (i32.add (global.get $times) (i32.const 1)))
                    (br $next)))"
            )
        }
        Step::TellRandom => {
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
        Step::WhenTrue(part, steps) => {
            let is_true = asked().number(part);
            let steps = body(steps, data, request);
            format!("(if {is_true} (then {steps}))")
        }
        Step::WhenText(part, steps) => {
            let [_, length] = asked().text(part, [0, 0]);
            let steps = body(steps, data, request);
            format!("(if {length} (then {steps}))")
        }
        Step::AnswerWith(answer, part) => {
            let [at, length] = asked().text(part, nothing);
            let word = answer.properties();
            let answer = data.answer(answer);
            let place = answer + 4 * u32::try_from(word).expect("a small number");
            format!(
                "(i32.store (i32.const {place}) {at}) (i32.store offset=4 (i32.const {place}) {length}) \
                 (return (i32.const {answer}))"
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
            let steps = body(steps, data, request);
            // The request begins with its context: URN, token and name, each an address and a length.
            format!(
                "(if (i32.eq (i32.load offset=20 (local.get 0)) (i32.const {length})) (then {steps}))"
            )
        }
        Step::Answer(answer) => format!("(return (i32.const {}))", data.answer(answer)),
    }
}
