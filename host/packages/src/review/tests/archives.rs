//! Values in archives of every kind and age.

use super::*;

#[test]
fn values_are_found_in_archives_and_what_cannot_be_unpacked_is_told() {
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::Write::write_all(&mut encoder, bytes).expect("memory");
        encoder.finish().expect("memory")
    };
    let code = format!("value = '{}'", base64("a.com"));
    let in_tar = |name: &str, bytes: &[u8]| {
        let mut tar = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        tar.append_data(&mut header, name, bytes).expect("memory");
        tar.into_inner().expect("memory")
    };
    let tar = in_tar("package/utilities.js", code.as_bytes());
    let zip = |before: &[u8]| {
        let mut zip = Vec::new();
        let mut archive = rawzip::ZipArchiveWriter::new(&mut zip);
        let (mut entry, config) = archive
            .new_file(rawzip::path::EntryPath::verbatim(
                b"pulumi_acme/_utilities.py".as_slice(),
            ))
            .compression_method(rawzip::CompressionMethod::DEFLATE)
            .start()
            .expect("memory");
        let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::best());
        let mut writer = config.wrap(encoder);
        std::io::Write::write_all(&mut writer, code.as_bytes()).expect("memory");
        let (encoder, descriptor) = writer.finish().expect("memory");
        encoder.finish().expect("memory");
        entry.finish(descriptor).expect("memory");
        archive.finish().expect("memory");
        [before, &zip].concat()
    };
    for (name, bytes) in [
        ("acme.tgz", gzip(&tar)),
        ("acme.tar", tar.clone()),
        ("twice.gz", gzip(&gzip(code.as_bytes()))),
        ("acme.whl", zip(b"")),
        // The text before it does not matter.
        ("acme.pyz", zip(b"#!/usr/bin/env python3\n")),
        ("inside.tar", in_tar("package/acme.zip", &zip(b""))),
    ] {
        let folder = folder(&[]);
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let mut review = Review::default();
        review.add_folder(folder.path(), &[]);
        // An uncompressed archive gives it twice: in the archive's bytes as well.
        assert!(!review.findings.is_empty(), "{name}: {review:?}");
        assert_eq!(review.unreadable, [], "{name}");
    }
    let whole = gzip(&tar);
    for (name, bytes, reason) in [
        ("acme.tgz", whole[..whole.len() / 2].to_vec(), "damaged"),
        (
            "acme.whl",
            b"PK\x03\x04 and nothing else".to_vec(),
            "damaged",
        ),
        ("acme.tar.bz2", b"BZh91AY".to_vec(), "bzip2"),
        ("acme.tar.zst", b"\x28\xb5\x2f\xfd....".to_vec(), "zstd"),
        ("acme", b"\x5d\0\0\x80".to_vec(), "lzma"),
        ("acme", b"LZIP\x01".to_vec(), "lzip"),
        ("acme", b"\x1f\x9d\x90".to_vec(), "compress"),
        ("acme.tar.br", b"anything".to_vec(), "`.br`"),
        ("acme.TLZ", b"anything".to_vec(), "`.tlz`"),
        ("acme.tar.Z", b"anything".to_vec(), "`.z`"),
    ] {
        let folder = folder(&[]);
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let mut review = Review::default();
        review.add_folder(folder.path(), &[]);
        assert_eq!(review.unreadable.len(), 1, "{name}: {review:?}");
        assert!(review.unreadable[0].reason.contains(reason), "{review:?}");
    }
}

/// An archive of zip with one file, which is compressed.
fn zipped(name: &str, content: &[u8]) -> Vec<u8> {
    let mut zip = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut zip);
    let (mut entry, config) = archive
        .new_file(rawzip::path::EntryPath::verbatim(name.as_bytes()))
        .compression_method(rawzip::CompressionMethod::DEFLATE)
        .start()
        .expect("memory");
    let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::best());
    let mut writer = config.wrap(encoder);
    std::io::Write::write_all(&mut writer, content).expect("memory");
    let (encoder, descriptor) = writer.finish().expect("memory");
    encoder.finish().expect("memory");
    entry.finish(descriptor).expect("memory");
    archive.finish().expect("memory");
    zip
}

/// Readers that go from file to file see what the directory at the end does not name.
#[test]
fn a_file_that_the_directory_of_an_archive_does_not_name_is_told() {
    let code = format!("value = '{}'", base64("a.com"));
    let (hidden, plain) = (zipped("a.py", code.as_bytes()), zipped("b.py", b"x = 1"));
    let directory = hidden
        .windows(4)
        .position(|four| four == b"PK\x01\x02")
        .expect("a directory");
    let only_file = &hidden[..directory];
    let told = |name: &str, bytes: &[u8]| {
        let mut review = Review::default();
        review.add_sdk_file(Path::new(name), bytes);
        assert_eq!(review.unreadable.len(), 1, "{name}: {review:?}");
        let reason = &review.unreadable[0].reason;
        assert!(reason.contains("its directory does not name"), "{reason}");
    };
    told("acme.zip", &[only_file, &plain].concat());
    told("acme.pyz", &[b"#!/bin/sh\n", only_file, &plain].concat());
    // Of two archives in one file, readers differ in which of them counts.
    told("acme.zip", &[hidden.as_slice(), &plain].concat());
    // A file that is named is searched at its place.
    let mut review = Review::default();
    review.add_sdk_file(Path::new("acme.zip"), &zipped("inner.zip", &hidden));
    assert_eq!((found(&review).len(), review.unreadable.len()), (1, 0));
}

/// How the oldest archives of tar begin is known by their sum alone; and the output of zlib, by itself.
#[test]
fn archives_of_every_age_are_unpacked() {
    let code = format!("value = '{}'", base64("a.com"));
    let packed = zipped("a.py", code.as_bytes());
    let mut header = tar::Header::new_old();
    header.set_size(packed.len() as u64);
    header.set_path("package/acme.zip").expect("a path");
    header.set_cksum();
    let mut tar = tar::Builder::new(Vec::new());
    tar.append(&header, packed.as_slice()).expect("memory");
    // So long that the end of the zip archive is not that of the file.
    let mut tar = tar.into_inner().expect("memory");
    tar.resize(tar.len() + (128 << 10), 0);
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, code.as_bytes()).expect("memory");
    let zlib = encoder.finish().expect("memory");
    for (name, bytes) in [("old.tar", tar), ("code", zlib)] {
        let mut review = Review::default();
        review.add_sdk_file(Path::new(name), &bytes);
        assert_eq!(found(&review).len(), 1, "{name}: {review:?}");
        assert_eq!(review.unreadable, [], "{name}");
    }
    for (bytes, reason) in [
        (b"\xed\xab\xee\xdb".as_slice(), "rpm"),
        (b"MSCF\0\0\0\0", "cabinet"),
        (b"!<arch>\ndebian-binary", "a package of Debian"),
        (b"hsqs", "squashfs"),
        (b"xar!", "xar"),
        (b"\x89LZO\0", "lzop"),
        (b"\xff\x06\0\0sNaPpY", "snappy"),
    ] {
        let mut review = Review::default();
        review.add_sdk_file(Path::new("acme"), bytes);
        assert_eq!(review.unreadable.len(), 1, "{reason}: {review:?}");
        assert!(review.unreadable[0].reason.contains(reason), "{review:?}");
    }
}
