//! Whether a program's file is complete: whether it contains every part that its tables name.

use crate::numbers::{field, number};

/// Whether the file has every part that the program's tables name. Supports 64-bit ELF and Mach-O, and Windows
/// programs. Other files count as incomplete.
pub(crate) fn is_whole(program: &[u8]) -> bool {
    let length = program.len() as u64;
    extent(program).is_some_and(|extent| extent <= length)
}

/// The end of the last part that the tables name, or `None` if the tables themselves are truncated.
fn extent(program: &[u8]) -> Option<u64> {
    match number::<4>(program, 0)? {
        0x464c_457f => of_elf(program),
        0xfeed_facf => of_mach_o(program),
        first if first & 0xffff == 0x5a4d => of_windows(program),
        _ => None,
    }
}

fn of_elf(program: &[u8]) -> Option<u64> {
    let (segments, sections) = (number::<8>(program, 32)?, number::<8>(program, 40)?);
    let (segment, segment_count) = (number::<2>(program, 54)?, number::<2>(program, 56)?);
    let (section, section_count) = (number::<2>(program, 58)?, number::<2>(program, 60)?);
    let mut extent = sections.checked_add(section * section_count)?;
    for index in 0..segment_count {
        let header = segments.checked_add(index * segment)?;
        let (offset, size) = (
            field::<8>(program, header, 8)?,
            field::<8>(program, header, 32)?,
        );
        extent = extent.max(offset.checked_add(size)?);
    }
    Some(extent)
}

fn of_mach_o(program: &[u8]) -> Option<u64> {
    const HEADER: u64 = 32;
    const SEGMENT: u64 = 0x19;
    const SHORTEST: u64 = 8;
    let (mut command, mut extent) = (HEADER, 0);
    for _ in 0..number::<4>(program, 16)? {
        if field::<4>(program, command, 0)? == SEGMENT {
            let offset = field::<8>(program, command, 40)?;
            extent = extent.max(offset.checked_add(field::<8>(program, command, 48)?)?);
        }
        // The shortest load command has only a kind and a size, so the loop ends.
        let size = field::<4>(program, command, 4)?;
        if size < SHORTEST {
            return None;
        }
        command = command.checked_add(size)?;
    }
    Some(extent.max(command))
}

fn of_windows(program: &[u8]) -> Option<u64> {
    const FILE_HEADER: u64 = 24;
    const SECTION: u64 = 40;
    let header = number::<4>(program, 0x3c)?;
    let table = header
        .checked_add(FILE_HEADER)?
        .checked_add(field::<2>(program, header, 20)?)?;
    let mut extent = table;
    for index in 0..field::<2>(program, header, 6)? {
        let section = table.checked_add(index * SECTION)?;
        let (size, offset) = (
            field::<4>(program, section, 16)?,
            field::<4>(program, section, 20)?,
        );
        extent = extent.max(offset + size);
    }
    Some(extent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(program: &mut [u8], at: usize, bytes: &[u8]) {
        program[at..at + bytes.len()].copy_from_slice(bytes);
    }

    /// Programs of 200 bytes whose tables cover the whole file.
    fn programs() -> [Vec<u8>; 3] {
        let mut elf = vec![0; 200];
        put(&mut elf, 0, b"\x7fELF\x02\x01");
        put(&mut elf, 40, &72_u64.to_le_bytes());
        put(&mut elf, 58, &64_u16.to_le_bytes());
        put(&mut elf, 60, &2_u16.to_le_bytes());
        let mut mach_o = vec![0; 200];
        put(&mut mach_o, 0, b"\xcf\xfa\xed\xfe");
        put(&mut mach_o, 16, &1_u32.to_le_bytes());
        put(&mut mach_o, 32, &0x19_u32.to_le_bytes());
        put(&mut mach_o, 36, &72_u32.to_le_bytes());
        put(&mut mach_o, 72, &150_u64.to_le_bytes());
        put(&mut mach_o, 80, &50_u64.to_le_bytes());
        let mut windows = vec![0; 200];
        put(&mut windows, 0, b"MZ");
        put(&mut windows, 0x3c, &64_u32.to_le_bytes());
        put(&mut windows, 64, b"PE\0\0");
        put(&mut windows, 70, &1_u16.to_le_bytes());
        put(&mut windows, 88 + 16, &30_u32.to_le_bytes());
        put(&mut windows, 88 + 20, &170_u32.to_le_bytes());
        [elf, mach_o, windows]
    }

    #[test]
    fn a_program_that_is_cut_anywhere_is_not_whole() {
        for program in programs() {
            assert!(is_whole(&program));
            assert!(is_whole(&[program.as_slice(), b"more"].concat()));
            for length in 0..program.len() {
                assert!(!is_whole(&program[..length]), "{length}");
            }
        }
    }

    #[test]
    fn tables_that_lead_anywhere_are_read_without_a_panic() {
        for program in programs() {
            for at in 4..program.len() {
                let mut program = program.clone();
                for byte in &mut program[at..(at + 8).min(200)] {
                    *byte = 0xff;
                }
                _ = is_whole(&program);
            }
        }
    }

    #[test]
    fn this_program_is_whole() {
        let program = std::fs::read(std::env::current_exe().expect("a name")).expect("a program");
        assert!(is_whole(&program));
        assert!(!is_whole(&program[..program.len() - 1]));
    }
}
