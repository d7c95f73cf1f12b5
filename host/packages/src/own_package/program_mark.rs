//! The mark in the plugin's program, which `pulumi-wasm bundle` looks for. The header of an executable names its
//! system, but not the program.

use std::env::consts::{ARCH, OS};

use memchr::memmem;

/// The beginning of the mark, which is a line of text.
const PREFIX: &str = "\npulumi-wasm plugin ";
const PARTS: [&str; 7] = [PREFIX, env!("CARGO_PKG_VERSION"), " ", OS, " ", ARCH, "\n"];
/// Longer than any version with the names of a system and a processor.
const MAX_BYTES: usize = 128;

/// The length of the mark.
pub const LENGTH: usize = {
    let (mut length, mut part) = (0, 0);
    while part < PARTS.len() {
        length += PARTS[part].len();
        part += 1;
    }
    length
};

/// The mark of a program of this build. The plugin's program alone has it.
#[must_use]
pub const fn of_this_build() -> [u8; LENGTH] {
    let mut mark = [0; LENGTH];
    let (mut filled, mut part) = (0, 0);
    while part < PARTS.len() {
        let bytes = PARTS[part].as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            mark[filled] = bytes[at];
            filled += 1;
            at += 1;
        }
        part += 1;
    }
    mark
}

/// The contents of a program's mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramMark {
    pub version: String,
    /// The system, as Rust names it.
    pub system: String,
    /// The processor, as Rust names it.
    pub processor: String,
}

impl ProgramMark {
    /// The mark in the bytes of a program. `None` if it is not the plugin.
    #[must_use]
    pub fn find(program: &[u8]) -> Option<Self> {
        let found = memmem::find_iter(program, PREFIX);
        found
            .filter_map(|at| program.get(at + PREFIX.len()..))
            .find_map(Self::read)
    }

    fn read(rest: &[u8]) -> Option<Self> {
        let rest = rest.get(..MAX_BYTES.min(rest.len()))?;
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let text = std::str::from_utf8(rest.get(..end)?).ok()?;
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || " .-+_".contains(letter);
        let mut words = text.split(' ');
        let mark = Self {
            version: words.next()?.to_owned(),
            system: words.next()?.to_owned(),
            processor: words.next()?.to_owned(),
        };
        // The linker may put any text behind `PREFIX` in a program that only looks for the mark. Only a mark has all
        // three words and a version that begins with a digit.
        let is_mark = words.next().is_none()
            && text.chars().all(is_plain)
            && mark
                .version
                .starts_with(|first: char| first.is_ascii_digit())
            && !mark.system.is_empty()
            && !mark.processor.is_empty();
        is_mark.then_some(mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_of_this_build_is_found_among_other_bytes() {
        // A program that looks for the mark has the beginning of one.
        let program = [
            PREFIX.as_bytes(),
            b"\0other",
            &of_this_build(),
            b"\xff rest",
        ]
        .concat();
        let expected = ProgramMark {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            system: OS.to_owned(),
            processor: ARCH.to_owned(),
        };
        assert_eq!(ProgramMark::find(&program), Some(expected));
    }

    #[test]
    fn what_only_begins_like_a_mark_is_none() {
        let long = format!("{PREFIX}{} linux x86_64\n", "1".repeat(MAX_BYTES));
        for text in [
            "",
            "pulumi-wasm plugin 1.0.0 linux x86_64\n",
            "\npulumi-wasm plugin 1.0.0 linux x86_64",
            "\npulumi-wasm plugin 1.0.0 linux\n",
            "\npulumi-wasm plugin 1.0.0 linux x86_64 more\n",
            "\npulumi-wasm plugin 1.0.0 linux `x86`\n",
            "\npulumi-wasm plugin   \n",
            "\npulumi-wasm plugin  linux x86_64\n",
            "\npulumi-wasm plugin of version 1\n",
            "\npulumi-wasm plugin 1.0.0  x86_64\n",
            "\npulumi-wasm plugin 1.0.0 linux \n",
            &long,
        ] {
            assert_eq!(ProgramMark::find(text.as_bytes()), None, "{text}");
        }
    }
}
