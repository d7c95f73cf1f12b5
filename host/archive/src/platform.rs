//! Pulumi's names for platforms, and the platforms of programs.

use std::fmt;
use std::str::FromStr;

use crate::extent;
use crate::numbers::{field, number};

/// An operating system and a processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Platform {
    system: &'static str,
    processor: &'static str,
}

const SYSTEMS: [&str; 3] = ["darwin", "linux", "windows"];
const PROCESSORS: [&str; 2] = ["amd64", "arm64"];

impl Platform {
    /// The platform of this machine, or `None` if Pulumi has no name for it.
    #[must_use]
    pub fn here() -> Option<Self> {
        Self::named(std::env::consts::OS, std::env::consts::ARCH)
    }

    /// The platform for Rust's names of an operating system and a processor.
    #[must_use]
    pub fn named(system: &str, processor: &str) -> Option<Self> {
        let system = match system {
            "macos" => "darwin",
            other => other,
        };
        let processor = match processor {
            "x86_64" => "amd64",
            "aarch64" => "arm64",
            _ => return None,
        };
        format!("{system}-{processor}").parse().ok()
    }

    /// The platform of a program, by the first bytes of its file, or `None` if Pulumi has no name for it.
    #[must_use]
    pub fn of_program(program: &[u8]) -> Option<Self> {
        let (system, processor) = match number::<4>(program, 0)? {
            // 64-bit little-endian ELF.
            0x464c_457f if number::<2>(program, 4)? == 0x0102 => match number::<2>(program, 18)? {
                62 => ("linux", "amd64"),
                183 => ("linux", "arm64"),
                _ => return None,
            },
            // 64-bit Mach-O for a single processor.
            0xfeed_facf => match number::<4>(program, 4)? {
                0x0100_0007 => ("darwin", "amd64"),
                0x0100_000c => ("darwin", "arm64"),
                _ => return None,
            },
            // The DOS header leads to the Windows header.
            first if first & 0xffff == 0x5a4d => {
                let header = number::<4>(program, 0x3c)?;
                match (
                    field::<4>(program, header, 0)?,
                    field::<2>(program, header, 4)?,
                ) {
                    (0x0000_4550, 0x8664) => ("windows", "amd64"),
                    (0x0000_4550, 0xaa64) => ("windows", "arm64"),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Self { system, processor })
    }

    /// The names of the system and of the processor.
    pub(crate) fn parts(self) -> (&'static str, &'static str) {
        (self.system, self.processor)
    }

    /// The platform in the names of Terraform's archives and folders: `linux_amd64`.
    #[must_use]
    pub fn in_terraform(self) -> String {
        format!("{}_{}", self.system, self.processor)
    }

    /// Whether a program's file is complete, by its tables.
    #[must_use]
    pub fn is_whole_program(program: &[u8]) -> bool {
        extent::is_whole(program)
    }

    /// The suffix of program names.
    #[must_use]
    pub fn program_ending(self) -> &'static str {
        match self.system {
            "windows" => ".exe",
            _ => "",
        }
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}", self.system, self.processor)
    }
}

impl FromStr for Platform {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known =
            |names: &[&'static str], name: &str| names.iter().copied().find(|known| *known == name);
        let parts = text.split_once('-');
        parts
            .and_then(|(system, processor)| {
                Some(Self {
                    system: known(&SYSTEMS, system)?,
                    processor: known(&PROCESSORS, processor)?,
                })
            })
            .ok_or_else(|| {
                format!(
                    "Pulumi has no platform `{text}`: write a system (`{}`) and a processor (`{}`), as in `linux-amd64`",
                    SYSTEMS.join("`, `"),
                    PROCESSORS.join("`, `")
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_tells_its_platform() {
        let mut elf = vec![0_u8; 64];
        elf[..6].copy_from_slice(b"\x7fELF\x02\x01");
        elf[18] = 183;
        let mut windows = vec![0_u8; 0x48];
        windows[..2].copy_from_slice(b"MZ");
        windows[0x3c] = 0x40;
        windows[0x40..0x46].copy_from_slice(b"PE\0\0\x64\x86");
        for (program, expected) in [
            (elf.as_slice(), "linux-arm64"),
            (b"\xcf\xfa\xed\xfe\x07\0\0\x01", "darwin-amd64"),
            (&windows, "windows-amd64"),
        ] {
            let platform = Platform::of_program(program).expect("a program");
            assert_eq!(platform.to_string(), expected);
            assert_eq!(expected.parse(), Ok(platform));
        }
        for strange in [&b"#!/bin/sh"[..], b"", b"MZ", b"\x7fELF\x01\x01"] {
            assert_eq!(Platform::of_program(strange), None);
        }
    }
}
