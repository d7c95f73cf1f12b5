use std::io::Write as _;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use proptest::prelude::*;
use rawzip::ZipArchiveWriter;
use rawzip::path::EntryPath;

use super::*;
use crate::asset::budget::Abandoned;
use crate::budget::Reservation;
use crate::limits::{Limit, Limits};

fn names(format: ArchiveFormat, bytes: &[u8]) -> Result<Vec<String>, String> {
    names_within(&Limits::default(), format, bytes)
}

fn names_within(
    limits: &Limits,
    format: ArchiveFormat,
    bytes: &[u8],
) -> Result<Vec<String>, String> {
    unpack(format, bytes, &mut AssetBudget::of(limits))
        .map(|members| members.into_iter().map(|member| member.name).collect())
        .map_err(|fault| fault.for_guest("it", false).message())
}

/// A tar file with one entry of any name, size and kind.
fn tar_entry(name: &[u8], size: u64, kind: EntryType, content: &[u8]) -> Vec<u8> {
    let mut header = tar::Header::new_ustar();
    header.as_old_mut().name[..name.len()].copy_from_slice(name);
    header.set_size(size);
    header.set_entry_type(kind);
    header.set_mode(0o644);
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend_from_slice(content);
    bytes.resize(bytes.len().next_multiple_of(512) + 1024, 0);
    bytes
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("a buffer");
    encoder.finish().expect("a buffer")
}

/// A zip file of files with these names, Unix modes and contents.
fn zip_of(files: &[(&[u8], u32, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, mode, content) in files {
        let (mut entry, config) = archive
            .new_file(EntryPath::verbatim(*name))
            .compression_method(CompressionMethod::DEFLATE)
            .unix_permissions(*mode)
            .start()
            .expect("a buffer");
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
        writer.write_all(content).expect("a buffer");
        let (encoder, descriptor) = writer.finish().expect("a buffer");
        encoder.finish().expect("a buffer");
        entry.finish(descriptor).expect("a buffer");
    }
    archive.finish().expect("a buffer");
    bytes
}

const FILE: u32 = 0o100_644;

/// The unpacking code keeps the name several times before it is counted.
#[test]
fn names_without_end_are_refused_before_they_are_read() {
    let long = vec![b'a'; 2 << 20];
    let size = long.len() as u64;
    let mut bytes = tar_entry(b"././@LongLink", size, EntryType::GNULongName, &long);
    // Without the blocks that end an archive.
    bytes.truncate(bytes.len() - 1024);
    bytes.extend(tar_entry(b"name", 1, EntryType::Regular, b"x"));
    for (format, bytes) in [
        (ArchiveFormat::TarGzip, gzip(&bytes)),
        (ArchiveFormat::Tar, bytes),
    ] {
        let refused = names(format, &bytes).expect_err("a refusal");
        assert!(refused.contains("it is damaged"), "{refused}");
    }
}

#[test]
fn formats_are_told_by_the_end_of_a_name() {
    for (name, format) in [
        ("a.tar", Some(ArchiveFormat::Tar)),
        ("a.tar.gz", Some(ArchiveFormat::TarGzip)),
        ("a.tgz", Some(ArchiveFormat::TarGzip)),
        ("a.zip", Some(ArchiveFormat::Zip)),
        ("a.jar", Some(ArchiveFormat::Zip)),
        ("a.gz", None),
        ("a.ZIP", None),
        ("zip", None),
    ] {
        assert_eq!(format_of(name), format, "{name}");
    }
}

#[test]
fn what_leads_out_of_a_tar_file_or_is_no_file_is_refused() {
    for (name, kind, expected) in [
        (&b"/etc/passwd"[..], EntryType::Regular, "absolute"),
        (b"a/../../b", EntryType::Regular, "leads out"),
        (b"..", EntryType::Regular, "leads out"),
        (b"a\xff", EntryType::Regular, "not UTF-8"),
        (b"a", EntryType::Symlink, "a symbolic link"),
        (b"a", EntryType::Link, "a link to another file"),
        (b"a", EntryType::Char, "a device"),
        (b"a", EntryType::Block, "a device"),
        (b"a", EntryType::Fifo, "a pipe"),
        (b"a", EntryType::new(b'Z'), "of an unknown kind"),
    ] {
        let message =
            names(ArchiveFormat::Tar, &tar_entry(name, 0, kind, b"")).expect_err("refused");
        assert!(message.contains(expected), "{message}");
    }
    for (name, kind) in [
        (&b"folder/"[..], EntryType::Directory),
        (b"folder/", EntryType::Regular),
        (b"pax_global_header", EntryType::XGlobalHeader),
    ] {
        assert_eq!(
            names(ArchiveFormat::Tar, &tar_entry(name, 0, kind, b"")),
            Ok(Vec::new())
        );
    }
}

#[test]
fn what_leads_out_of_a_zip_file_or_is_no_file_is_refused() {
    for (name, mode, expected) in [
        (&b"/etc/passwd"[..], FILE, "absolute"),
        (b"a/../../b", FILE, "leads out"),
        (b"a\xff", FILE, "not UTF-8"),
        (b"a", 0o120_777, "(`a` in it): it is a symbolic link"),
    ] {
        let bytes = zip_of(&[(name, mode, b"x")]);
        let message = names(ArchiveFormat::Zip, &bytes).expect_err("refused");
        assert!(message.contains(expected), "{message}");
    }
    assert_eq!(
        names(ArchiveFormat::Zip, &zip_of(&[(b"./a//b", FILE, b"x")])),
        Ok(vec!["a/b".to_owned()])
    );
}

#[test]
fn a_zip_file_with_a_wrong_checksum_is_refused() {
    let mut bytes = zip_of(&[(b"a", FILE, b"hello")]);
    // The checksum in the directory, 16 bytes after its signature.
    let directory = bytes
        .windows(4)
        .position(|window| window == b"PK\x01\x02")
        .expect("a directory");
    bytes[directory + 16] ^= 1;
    let message = names(ArchiveFormat::Zip, &bytes).expect_err("refused");
    assert!(message.contains("cannot be read"), "{message}");
}

#[test]
fn bombs_are_found_by_what_they_unpack_to() {
    const BOMB: usize = 8 << 20;
    let mut limits = Limits::default();
    limits.set(Limit::HostMemory, 1 << 20);
    let zeros = vec![0; BOMB];
    let tar = gzip(&tar_entry(b"a", BOMB as u64, EntryType::Regular, &zeros));
    // Even if the bomb is not a file, and would be skipped.
    let folder = gzip(&tar_entry(b"a/", BOMB as u64, EntryType::Directory, &zeros));
    let zip = zip_of(&[(b"a", FILE, &zeros)]);
    for (format, bytes) in [
        (ArchiveFormat::TarGzip, tar),
        (ArchiveFormat::TarGzip, folder),
        (ArchiveFormat::Zip, zip),
    ] {
        assert!(bytes.len() < 100_000, "{format:?}: {}", bytes.len());
        let message = names_within(&limits, format, &bytes).expect_err("too much");
        assert!(message.contains("`--limit host-memory="), "{message}");
    }
    limits.set(Limit::ArchiveEntries, 2);
    let many = zip_of(&[(b"a", FILE, b""), (b"b", FILE, b""), (b"c", FILE, b"")]);
    let message = names_within(&limits, ArchiveFormat::Zip, &many).expect_err("too many");
    assert!(message.contains("limit archive-entries of 2"), "{message}");
}

/// Each file of such an archive is unpacked from all of its bytes.
#[test]
fn files_of_a_zip_file_that_share_their_bytes_are_refused() {
    let one = zip_of(&[(b"a", FILE, b"hello"), (b"b", FILE, b"hello")]);
    assert!(names(ArchiveFormat::Zip, &one).is_ok());
    // The directory says that both files begin at the first one.
    let content: Vec<u8> = (0..4000_u32)
        .flat_map(|number| number.wrapping_mul(number ^ 2_654_435_761).to_le_bytes())
        .collect();
    let mut shared = zip_of(&[(b"a", FILE, &content)]);
    let position = |bytes: &[u8], mark: &[u8]| {
        let found = bytes.windows(mark.len()).position(|part| part == mark);
        found.expect("a mark")
    };
    let directory = position(&shared, b"PK\x01\x02");
    let end = position(&shared, b"PK\x05\x06");
    let entry = shared[directory..end].to_vec();
    let mut entries = Vec::new();
    for _ in 0..200 {
        entries.extend_from_slice(&entry);
    }
    let size = u32::try_from(entries.len()).expect("small");
    shared.splice(directory..end, entries);
    let end = position(&shared, b"PK\x05\x06");
    shared[end + 8..end + 12].copy_from_slice(&[200, 0, 200, 0]);
    shared[end + 12..end + 16].copy_from_slice(&size.to_le_bytes());
    let message = names(ArchiveFormat::Zip, &shared).expect_err("refused");
    assert!(message.contains("overlaps another file"), "{message}");
}

/// Millions of empty parts of gzip yield no byte at which the work could end.
#[test]
fn what_gives_nothing_is_unpacked_no_longer_than_a_caller_waits() {
    let empty = gzip(b"").repeat(10_000);
    let limits = Limits::default();
    let abandoned = Abandoned::default();
    drop(abandoned.on_drop());
    let mut budget = AssetBudget::new(&limits, abandoned, Reservation::default());
    assert!(unpack(ArchiveFormat::TarGzip, &empty, &mut budget).is_err());
    let mut packed = budget.watched(&empty);
    let error = std::io::Read::read(&mut packed, &mut [0]).expect_err("an end");
    assert!(error.to_string().contains("the call has ended"), "{error}");
}

#[test]
fn a_size_that_lies_ends_with_the_bytes_that_are_there() {
    for size in [10_000, u64::from(u32::MAX)] {
        let bytes = tar_entry(b"a", size, EntryType::Regular, b"few");
        let ended = names(ArchiveFormat::Tar, &bytes);
        assert!(ended.is_err(), "{ended:?}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_readers_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..2048),
        which in 0..3,
    ) {
        let format = [ArchiveFormat::Tar, ArchiveFormat::TarGzip, ArchiveFormat::Zip][which as usize];
        drop(names(format, &bytes));
    }

    #[test]
    fn no_damage_makes_the_readers_panic(
        damage in prop::collection::vec((0..4096_usize, any::<u8>()), 1..8),
        cut in 0..4096_usize,
        which in 0..3,
    ) {
        let tar = tar_entry(b"folder/file", 3, EntryType::Regular, b"abc");
        let (format, mut bytes) = match which {
            0 => (ArchiveFormat::Tar, tar),
            1 => (ArchiveFormat::TarGzip, gzip(&tar)),
            _ => (ArchiveFormat::Zip, zip_of(&[(b"folder/file", FILE, b"abc")])),
        };
        for (at, byte) in damage {
            let length = bytes.len();
            bytes[at % length] = byte;
        }
        bytes.truncate(bytes.len().saturating_sub(cut % 64));
        drop(names(format, &bytes));
    }
}
