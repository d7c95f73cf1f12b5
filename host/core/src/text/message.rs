//! Log messages for people, and where they go.

/// The severity of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Debug,
    Info,
    Warning,
    Error,
}

/// The phrases that ask the reader to tell the component's author something, longer phrases first, each with its
/// replacement for the author.
const TO_THE_AUTHOR: [(&str, &str); 6] = [
    ("; tell its author, or ", "; "),
    ("; tell its author", ""),
    ("; tell the component's author to ", "; "),
    ("; tell the component's author", ""),
    ("tell the component's author to ", ""),
    ("tell the component's author", "change the component"),
];

/// Whether a message asks its reader to tell the component's author something. Authors want to see such messages first.
#[must_use]
pub fn is_for_author(message: &str) -> bool {
    TO_THE_AUTHOR
        .iter()
        .any(|(words, _)| message.contains(words))
}

/// A message for the component's author. It does not ask the reader to tell the author anything.
#[must_use]
pub fn to_author(message: &str) -> String {
    let replaced = |text: String, (words, own): &(&str, &str)| text.replace(words, own);
    TO_THE_AUTHOR.iter().fold(message.to_owned(), replaced)
}

/// Receives the messages of a call. `pulumi` implements it with the engine's log, and tests with a list.
pub trait LogSink: Send + Sync {
    /// Logs a message on a resource. `urn` may be empty. It never blocks and never fails, and keeps the order.
    /// `ephemeral` messages are progress that the engine shows but does not store.
    fn log(&self, severity: Severity, urn: &str, message: &str, ephemeral: bool);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_are_not_asked_to_tell_themselves() {
        let said = [
            (
                "hint: this is a mistake; tell its author",
                "hint: this is a mistake",
            ),
            (
                "tell its author, or build it anew",
                "tell its author, or build it anew",
            ),
            (
                "a mistake; tell its author, or build it anew",
                "a mistake; build it anew",
            ),
            (
                "replace it; tell the component's author to use another id",
                "replace it; use another id",
            ),
            (
                "too deep; tell the component's author (the limit)",
                "too deep (the limit)",
            ),
            ("nothing for anybody", "nothing for anybody"),
        ];
        for (message, own) in said {
            assert_eq!(to_author(message), own);
            assert_eq!(is_for_author(message), message != own, "{message}");
        }
    }
}
