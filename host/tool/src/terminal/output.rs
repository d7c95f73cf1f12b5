//! Standard output and standard error. The tool prints all text through this module.
//!
//! Its output contains texts of components, files and programs. They reach a terminal printable: the only control
//! sequences there are the colours of [`Paint`](super::Paint). Foreign text cannot imitate such a colour: within the
//! tool, a random mark that is chosen when the process starts stands before each colour.

use std::fmt::{self, Display};
use std::io::{self, ErrorKind, Write};
use std::sync::{LazyLock, OnceLock};

use clap::builder::styling::{AnsiColor, Style};
use pulumi_wasm_core::text::{printable, printable_json};
use serde::Serialize;

/// Ends every style.
const PLAIN: char = '0';
/// Characters for private use, which no font has and nothing replaces.
const FIRST_MARK: u32 = 0xf_0000;

static MARK: LazyLock<Option<String>> = LazyLock::new(|| {
    let mut drawn = [0; 16];
    // Without a mark that an attacker cannot guess, no colours are printed.
    getrandom::fill(&mut drawn).ok()?;
    let letter = |byte: u8| char::from_u32(FIRST_MARK + u32::from(byte));
    drawn.into_iter().map(letter).collect()
});

/// How a part of a text is highlighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Emphasis {
    Good,
    Bad,
    Note,
    Dim,
    Bold,
}

impl Emphasis {
    const ALL: [Self; 5] = [Self::Good, Self::Bad, Self::Note, Self::Dim, Self::Bold];

    fn letter(self) -> char {
        match self {
            Self::Good => 'g',
            Self::Bad => 'b',
            Self::Note => 'n',
            Self::Dim => 'd',
            Self::Bold => 's',
        }
    }

    fn style(self) -> Style {
        match self {
            Self::Good => AnsiColor::Green.on_default(),
            Self::Bad => AnsiColor::Red.on_default().bold(),
            Self::Note => AnsiColor::Yellow.on_default(),
            Self::Dim => Style::new().dimmed(),
            Self::Bold => Style::new().bold(),
        }
    }

    /// A text between marks, which [`shown`] replaces by the terminal's colour codes.
    pub(super) fn applied(self, text: &str) -> String {
        match MARK.as_deref() {
            Some(mark) => format!("{mark}{}{text}{mark}{PLAIN}", self.letter()),
            None => text.to_owned(),
        }
    }
}

/// A text for a terminal: with our colours, and without other control sequences.
pub(super) fn shown(text: &str) -> String {
    let Some(mark) = MARK.as_deref() else {
        return printable(text).into_owned();
    };
    let mut parts = text.split(mark);
    let mut whole = printable(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let mut letters = part.chars();
        let letter = letters.next().unwrap_or(PLAIN);
        let emphasis = Emphasis::ALL
            .into_iter()
            .find(|emphasis| emphasis.letter() == letter);
        match emphasis {
            Some(emphasis) => whole.push_str(&emphasis.style().to_string()),
            None => whole.push_str(&format!("{:#}", Style::new().bold())),
        }
        whole.push_str(&printable(letters.as_str()));
    }
    whole
}

/// The first error that lost output. The end of a reader does not count.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Why standard output is not complete, for example because the disk is full. A reader that has ended has read enough.
pub(crate) fn lost_output() -> Option<&'static io::Error> {
    LOST.get()
}

/// Prints to standard output. Output is dropped after the reader has ended; [`lost_output`] has all other failures.
pub(crate) fn print(text: fmt::Arguments<'_>) {
    print_bytes(shown(&text.to_string()).as_bytes());
}

/// The same for a text of this program, which needs no marks.
pub(crate) fn print_bytes(bytes: &[u8]) {
    let mut output = std::io::stdout().lock();
    let written = output.write_all(bytes).and_then(|()| output.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        // The first failure explains the later ones.
        drop(LOST.set(error));
    }
}

/// Prints to standard error.
pub(crate) fn print_error(text: fmt::Arguments<'_>) {
    let text = shown(&text.to_string());
    drop(std::io::stderr().lock().write_all(text.as_bytes()));
}

/// Prints a document for programs, in characters that people can be shown as well.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn print_json(document: &impl Serialize) -> serde_json::Result<()> {
    let text = serde_json::to_string_pretty(document)?;
    print(format_args!("{}\n", printable_json(&text)));
    Ok(())
}

/// A line with foreign names and reasons in it. These cannot begin another line.
pub(crate) fn print_line(line: impl Display) {
    let line = line.to_string();
    print(format_args!(
        "{}\n",
        pulumi_wasm_core::text::on_one_line(line.trim_end())
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_colours_are_kept_and_nothing_else_that_a_terminal_obeys() {
        let text = format!(
            "{} and {}: \u{1b}[8m\u{1b}]52;c;aGk=\u{7}\r\n",
            Emphasis::Bad.applied("wrong \u{1b}[2K"),
            Emphasis::Good.applied("right")
        );
        assert_eq!(
            shown(&text),
            "\u{1b}[1m\u{1b}[31mwrong ␛[2K\u{1b}[0m and \u{1b}[32mright\u{1b}[0m: ␛[8m␛]52;c;aGk=␇\n"
        );
        // A foreign mark is not shown either.
        assert_eq!(shown("\u{f0000}g"), "\u{f0000}g");
    }
}
