//! A guest's failure as messages can take it: without secrets, of a readable length, and in lines that cannot be
//! mistaken for lines of the host.

use std::borrow::Cow;

use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::text::{indented, on_one_line, printable};

/// The maximum length of one text: the shown part of one message, with space for the host's additions.
const MAX_TEXT_BYTES: usize = 60 << 10;
/// The maximum length of one property path.
const MAX_PATH_BYTES: usize = 4 << 10;
/// The maximum size of all texts of one failure together, and their maximum number.
const MAX_BYTES: usize = 256 << 10;
const MAX_TEXTS: usize = 1000;

/// Copies the texts of one failure.
pub(super) struct ErrorText<'s> {
    secrets: &'s Secrets,
    bytes: usize,
    texts: usize,
}

impl<'s> ErrorText<'s> {
    pub(super) fn new(secrets: &'s Secrets) -> Self {
        Self {
            secrets,
            bytes: 0,
            texts: 0,
        }
    }

    /// A text for a report, which indents all lines itself.
    pub(super) fn report(&self, text: &str) -> String {
        self.cut(text, printable)
    }

    /// A message whose lines after the first are indented.
    pub(super) fn message(&self, text: &str) -> String {
        self.cut(text, indented)
    }

    /// The beginning of a text, with the length of the whole if that is not all.
    fn cut(&self, text: &str, change: fn(&str) -> Cow<'_, str>) -> String {
        // Before anything of it is changed: a changed secret is not recognised.
        let clean = self.secrets.beginning(text, MAX_TEXT_BYTES);
        // It may have grown: a sign has more bytes than a control character.
        let mut shown = change(&clean).into_owned();
        if text.len() > MAX_TEXT_BYTES || shown.len() > MAX_TEXT_BYTES {
            shown.truncate(shown.floor_char_boundary(MAX_TEXT_BYTES));
            shown.push_str(&format!("… ({} bytes in all)", text.len()));
        }
        shown
    }

    /// Reasons up to a readable number; the others are counted.
    pub(super) fn reasons(&mut self, reasons: &[String]) -> Vec<String> {
        let mut kept = Vec::new();
        for reason in reasons {
            if self.is_full() {
                kept.push(and_more(reasons.len() - kept.len()));
                break;
            }
            let reason = self.message(reason);
            self.count(reason.len());
            kept.push(reason);
        }
        kept
    }

    /// Failures of properties, in a readable number; the others are counted. Each has a path and a reason.
    pub(super) fn failures(
        &mut self,
        failures: impl ExactSizeIterator<Item = (String, String)>,
    ) -> Vec<PropertyFailure> {
        let count = failures.len();
        let mut kept = Vec::new();
        for (property, reason) in failures {
            if self.is_full() {
                kept.push(PropertyFailure {
                    property: String::new(),
                    reason: and_more(count - kept.len()),
                });
                break;
            }
            let path = self.secrets.excerpt(&property, MAX_PATH_BYTES);
            let failure = PropertyFailure {
                property: on_one_line(&path).into_owned(),
                reason: self.message(&reason),
            };
            self.count(failure.property.len() + failure.reason.len());
            kept.push(failure);
        }
        kept
    }

    fn is_full(&self) -> bool {
        self.bytes >= MAX_BYTES || self.texts >= MAX_TEXTS
    }

    fn count(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.texts += 1;
    }
}

fn and_more(count: usize) -> String {
    format!("… and {count} more")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_no_secret_no_control_character_and_no_line_of_ours() {
        let secrets = Secrets::new();
        secrets.keep("first line\nsecond line of a key");
        let texts = ErrorText::new(&secrets);
        for (text, expected) in [
            ("plain", "plain"),
            ("it broke\nhint: run it", "it broke\n  hint: run it"),
            ("\u{1b}[2K\rerror: fine", "␛[2K␍error: fine"),
            // It is recognised in its original form, with its line break.
            ("first line\nsecond line of a key!", "[secret]!"),
        ] {
            assert_eq!(texts.message(text), expected);
        }
    }

    #[test]
    fn huge_texts_and_many_are_cut_and_counted() {
        let secrets = Secrets::new();
        let huge = "x".repeat(10 << 20);
        for text in [huge.clone(), "\0".repeat(10 << 20)] {
            let texts = ErrorText::new(&secrets);
            for message in [texts.message(&text), texts.report(&text)] {
                assert!(message.ends_with("… (10485760 bytes in all)"));
                assert!(message.len() < MAX_TEXT_BYTES + 50);
            }
        }

        let failures = vec![(huge.clone(), huge.clone()); 20];
        let kept = ErrorText::new(&secrets).failures(failures.into_iter());
        let bytes = |failure: &PropertyFailure| failure.property.len() + failure.reason.len();
        assert!(kept.iter().map(bytes).sum::<usize>() < MAX_BYTES + MAX_TEXT_BYTES + (8 << 10));
        let last = kept.last().expect("a failure");
        assert_eq!(last.reason, format!("… and {} more", 20 - (kept.len() - 1)));

        let reasons = vec!["no".to_owned(); 5000];
        let kept = ErrorText::new(&secrets).reasons(&reasons);
        assert_eq!(kept.len(), MAX_TEXTS + 1);
        assert_eq!(kept[MAX_TEXTS], "… and 4000 more");
    }
}
