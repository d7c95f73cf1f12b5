//! The C library that a program for Linux needs.

use std::io;

use crate::numbers::{field, number};

/// The segment with the path of the dynamic linker.
const INTERPRETER: u64 = 3;
/// The prefix of the versions of symbols in a program for glibc.
const GLIBC: &[u8] = b"GLIBC_2.";

/// The C library of the system that the program needs to start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Library {
    /// None: the program is static.
    Static,
    /// glibc 2.N or later, with the N.
    Glibc(u32),
    Musl,
}

impl Library {
    /// The library that a system has to have to start programs of both kinds, or `None` if no system has both libraries.
    pub(crate) fn and(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Static, library) | (library, Self::Static) => Some(library),
            (Self::Glibc(one), Self::Glibc(two)) => Some(Self::Glibc(one.max(two))),
            (Self::Musl, Self::Musl) => Some(Self::Musl),
            (Self::Glibc(_), Self::Musl) | (Self::Musl, Self::Glibc(_)) => None,
        }
    }
}

/// The library that a system has to have to start all these programs.
///
/// # Errors
/// If no system can start all of them, or a program is not for Linux.
pub(crate) fn library_of_all(programs: [&[u8]; 2]) -> io::Result<Library> {
    let mut common = Library::Static;
    for program in programs {
        let library = library(program).ok_or_else(|| {
            io::Error::other("the C library that a program of the release needs is unknown")
        })?;
        common = common.and(library).ok_or_else(|| {
            io::Error::other("one program needs glibc and the other musl, and no system has both")
        })?;
    }
    Ok(common)
}

/// The library that an ELF program needs, or `None` if its headers are incomplete or name another dynamic linker. A script
/// counts as static, because its interpreter loads the libraries.
pub(crate) fn library(program: &[u8]) -> Option<Library> {
    if program.starts_with(b"#!") {
        return Some(Library::Static);
    }
    let (segments, size) = (number::<8>(program, 32)?, number::<2>(program, 54)?);
    for index in 0..number::<2>(program, 56)? {
        let header = segments.checked_add(index * size)?;
        if field::<4>(program, header, 0)? != INTERPRETER {
            continue;
        }
        let start = usize::try_from(field::<8>(program, header, 8)?).ok()?;
        let length = usize::try_from(field::<8>(program, header, 32)?).ok()?;
        let path = program.get(start..start.checked_add(length)?)?;
        let path = String::from_utf8_lossy(path);
        return if path.contains("/ld-musl-") {
            Some(Library::Musl)
        } else if path.contains("/ld-linux-") {
            Some(Library::Glibc(newest_symbol(program)?))
        } else {
            None
        };
    }
    Some(Library::Static)
}

/// The newest version of glibc in the names of the program's symbols.
fn newest_symbol(program: &[u8]) -> Option<u32> {
    let starts = program.windows(GLIBC.len()).enumerate();
    let starts = starts.filter(|(_, window)| *window == GLIBC);
    let version = |start: usize| {
        let digits = program[start + GLIBC.len()..].iter();
        let digits = digits.take_while(|byte| byte.is_ascii_digit()).take(4);
        let digits: String = digits.map(|byte| char::from(*byte)).collect();
        digits.parse().ok()
    };
    starts.filter_map(|(start, _)| version(start)).max()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The head of a program with this dynamic linker, and then some text.
    pub(crate) fn program(interpreter: &str, text: &str) -> Vec<u8> {
        let mut program = vec![0_u8; 64 + 56];
        program[..6].copy_from_slice(b"\x7fELF\x02\x01");
        program[18] = 62;
        program[32] = 64;
        program[54] = 56;
        program[56] = 1;
        let length = u8::try_from(interpreter.len()).expect("a short path");
        // The type, the offset and the size of the only segment.
        program[64] = if length == 0 { 1 } else { 3 };
        program[72] = 120;
        program[96] = length;
        [&program, interpreter.as_bytes(), text.as_bytes()].concat()
    }

    #[test]
    fn two_programs_need_the_library_that_starts_both() {
        use Library::{Glibc, Musl, Static};
        for (one, two, expected) in [
            (Static, Static, Some(Static)),
            (Static, Glibc(17), Some(Glibc(17))),
            (Static, Musl, Some(Musl)),
            (Glibc(34), Glibc(100), Some(Glibc(100))),
            (Glibc(34), Musl, None),
        ] {
            assert_eq!(one.and(two), expected, "{one:?}, {two:?}");
            assert_eq!(two.and(one), expected, "{two:?}, {one:?}");
        }
    }

    #[test]
    fn a_program_tells_its_library() {
        for (program, expected) in [
            (program("", "GLIBC_2.99"), Some(Library::Static)),
            (program("/lib/ld-musl-x86_64.so.1", ""), Some(Library::Musl)),
            (
                program(
                    "/lib64/ld-linux-x86-64.so.2",
                    "GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0",
                ),
                Some(Library::Glibc(34)),
            ),
            (program("/lib64/ld-linux-x86-64.so.2", "none"), None),
            (program("/system/bin/linker64", ""), None),
            (b"\x7fELF".to_vec(), None),
        ] {
            assert_eq!(library(&program), expected);
        }
    }
}
