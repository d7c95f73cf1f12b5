//! The result of a fake guest's function, and its form in memory.

use super::data::Data;
use super::error;

/// Whether the engine should refresh before an update: it need not.
pub(in crate::fake) const NO_REFRESH: u32 = 0;

/// The result of a function.
#[derive(Debug, Clone)]
pub enum Answer {
    /// For functions without a result.
    Done,
    /// For `describe`.
    Text(String),
    Created {
        id: &'static str,
        outputs: &'static str,
    },
    /// For `create`, with outputs of this many bytes.
    Huge(u32),
    Checked {
        inputs: &'static str,
    },
    /// Of `check`, `invoke` and `call-method`: the bad properties, and the reasons.
    Unacceptable(&'static [(&'static str, &'static str)]),
    /// For `check-config`, in the same way.
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
    /// For `read`, if the resource is missing.
    Gone,
    /// For `update` and `resume`.
    Updated {
        outputs: &'static str,
    },
    /// For `migrate`.
    Migrated {
        inputs: Option<&'static str>,
        outputs: Option<&'static str>,
    },
    /// For `list`: ids, and the token of the next page.
    Listed {
        ids: &'static [&'static str],
        continuation: &'static str,
    },
    /// For `invoke` and `call-method`.
    Result(&'static str),
    /// For `construct`, `run-callback`, `preview-create` and `preview-update`.
    Outputs(String),
    /// The error of this number in the variant, as in [`error`], with a message.
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
    /// A copy of the answer with another word at this index.
    But(Box<Answer>, usize, u32),
}

impl Answer {
    /// The indices of the words with the properties' address and length.
    pub(super) fn properties(&self) -> usize {
        match self {
            Answer::Created { .. } => 3,
            Answer::Checked { .. }
            | Answer::Updated { .. }
            | Answer::Result(_)
            | Answer::Outputs(_) => 1,
            Answer::Found { .. } | Answer::FoundWithInputs { .. } => 7,
            Answer::Partial { .. } => 4,
            Answer::Refreshing(answer) => answer.properties(),
            _ => panic!("{self:?} has no properties"),
        }
    }

    /// The index of the word that requests a refresh.
    fn refresh(&self) -> usize {
        match self {
            Answer::Created { .. } => 5,
            Answer::Updated { .. } => 3,
            Answer::Found { .. } | Answer::FoundWithInputs { .. } => 9,
            _ => panic!("{self:?} is followed by no update"),
        }
    }
}

impl Data {
    /// The address of an answer.
    pub(super) fn answer(&mut self, answer: &Answer) -> u32 {
        let words = self.words_of(answer);
        self.words(&words)
    }

    /// A list of pairs of a text and the data after it: its address and length.
    pub(super) fn list(&mut self, items: Vec<Vec<u32>>) -> [u32; 2] {
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
                    &nothing,
                ]
                .concat()
            }
            Answer::Gone => [&[0; 12][..], &nothing].concat(),
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
            Answer::Outputs(outputs) => {
                let [at, length] = self.text(outputs);
                vec![0, at, length, nothing[0], nothing[1]]
            }
            Answer::Invalid(failures) => {
                let failures = self.failures(failures);
                [&[1, error::INVALID][..], &failures].concat()
            }
            Answer::Partial {
                id,
                outputs,
                reason,
            } => {
                let (id, outputs) = (self.text(id), self.text(outputs));
                let reason = self.text(reason).to_vec();
                let reasons = self.list(vec![reason]);
                let all_recorded = [0; 3];
                [
                    &[1, error::PARTIAL][..],
                    &id,
                    &outputs,
                    &reasons,
                    &all_recorded,
                    &nothing,
                ]
                .concat()
            }
            Answer::But(answer, index, word) => {
                let mut words = self.words_of(answer);
                words[*index] = *word;
                words
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
