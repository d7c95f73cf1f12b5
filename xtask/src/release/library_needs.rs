//! What a program for Linux needs of the system that it runs on, by the versions of the symbols that it asks for.

use std::fmt;

use object::elf::{FileHeader64, PT_INTERP};
use object::read::elf::{FileHeader, ProgramHeader};
use object::{Endianness, FileKind};

/// What a program needs of the C library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    /// Everything is in it.
    Nothing,
    /// glibc of this version, or a later one.
    Glibc(u32, u32),
    /// A C library whose version is not told, or another system's.
    Unknown,
}

impl Needs {
    pub(super) fn of(program: &[u8]) -> object::read::Result<Self> {
        if FileKind::parse(program)? != FileKind::Elf64 {
            return Ok(Self::Unknown);
        }
        let header = FileHeader64::<Endianness>::parse(program)?;
        let endian = header.endian()?;
        let segments = header.program_headers(endian, program)?;
        let is_static = segments
            .iter()
            .all(|segment| segment.p_type(endian) != PT_INTERP);
        let sections = header.sections(endian, program)?;
        let Some((mut files, link)) = sections.gnu_verneed(endian, program)? else {
            return Ok(if is_static {
                Self::Nothing
            } else {
                Self::Unknown
            });
        };
        let strings = sections.strings(endian, program, link)?;
        let mut newest = None;
        while let Some((_, mut versions)) = files.next()? {
            while let Some(version) = versions.next()? {
                newest = newest.max(glibc(version.name(endian, strings)?));
            }
        }
        Ok(newest.map_or(Self::Unknown, |(major, minor)| Self::Glibc(major, minor)))
    }
}

/// The version in a name such as `GLIBC_2.34` or `GLIBC_2.2.5`.
fn glibc(name: &[u8]) -> Option<(u32, u32)> {
    let name = std::str::from_utf8(name).ok()?.strip_prefix("GLIBC_")?;
    let mut numbers = name.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

impl fmt::Display for Needs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => write!(formatter, "static, runs on every Linux"),
            Self::Glibc(major, minor) => write!(
                formatter,
                "needs glibc {major}.{minor} or later, and does not run on Alpine\n\
                 hint: build a static program with `--target x86_64-unknown-linux-musl`"
            ),
            Self::Unknown => write!(formatter, "needs the libraries of its system"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(glibc(b"GLIBC_2.2.5"), Some((2, 2)));
        assert!(glibc(b"GLIBC_2.34") > glibc(b"GLIBC_2.4"));
        for other in [&b"GCC_3.0"[..], b"GLIBC_PRIVATE", b"GLIBC_2", b"\xff"] {
            assert_eq!(glibc(other), None);
        }
    }

    #[test]
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    fn a_program_of_this_machine_needs_its_c_library() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let needs = Needs::of(&program).unwrap();
        // The compiler makes no programs for glibc before 2.17.
        assert!(
            matches!(needs, Needs::Glibc(2, minor) if minor >= 17),
            "{needs}"
        );
    }

    #[test]
    fn what_is_no_program_is_an_error() {
        assert!(Needs::of(b"#!/bin/sh\n").is_err());
        assert!(Needs::of(b"\x7fELF\x02\x01").is_err());
    }
}
