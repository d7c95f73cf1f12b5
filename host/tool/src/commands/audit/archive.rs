//! A zip archive of advisories. OSV publishes the database of each ecosystem as such a file, `all.zip`.

use std::io::Read;

use anyhow::{Context, anyhow, bail};
use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive};

use crate::files::bounded_file::MAX_TEXT_BYTES;

/// Passes on the name and text of each file with the ending `.json`.
///
/// # Errors
/// If the archive is damaged or has no such file, if a file is larger than [`MAX_TEXT_BYTES`] or not UTF-8, or if `each` fails.
pub(super) fn read(
    bytes: &[u8],
    each: &mut dyn FnMut(&str, &str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
    let mut entries = archive.entries();
    let mut is_empty = true;
    // Files that share their bytes take far longer to unpack than their archive is long.
    let mut left = bytes.len();
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        if entry.is_dir() || !name.ends_with(".json") {
            continue;
        }
        is_empty = false;
        let file = archive.get_entry(entry.wayfinder()).map_err(damaged)?;
        left = left
            .checked_sub(file.data().len())
            .with_context(|| format!("the data of `{name}` overlap another file"))?;
        let text = match entry.compression_method() {
            CompressionMethod::STORE => text(&mut file.verifying_reader(file.data())),
            CompressionMethod::DEFLATE => {
                text(&mut file.verifying_reader(DeflateDecoder::new(file.data())))
            }
            _ => Err(anyhow!("its compression is not supported")),
        };
        each(
            &name,
            &text.with_context(|| format!("cannot read `{name}`"))?,
        )?;
    }
    if is_empty {
        bail!("it has no files of advisories\nhint: their names end with `.json`");
    }
    Ok(())
}

fn damaged(error: rawzip::Error) -> anyhow::Error {
    anyhow!("it is damaged, or not a zip archive: {error}")
}

fn text(file: &mut dyn Read) -> anyhow::Result<String> {
    let mut text = String::new();
    file.take(MAX_TEXT_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_TEXT_BYTES {
        bail!("it is larger than {} MiB", MAX_TEXT_BYTES >> 20);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::write::DeflateEncoder;
    use rawzip::ZipArchiveWriter;

    use super::*;

    fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipArchiveWriter::new(Vec::new());
        for (name, bytes) in files {
            let file = writer
                .new_file(name)
                .compression_method(CompressionMethod::DEFLATE);
            let (mut entry, config) = file.start().expect("a file");
            let encoder = DeflateEncoder::new(&mut entry, flate2::Compression::default());
            let mut data = config.wrap(encoder);
            data.write_all(bytes).expect("its bytes");
            let (encoder, descriptor) = data.finish().expect("its end");
            encoder.finish().expect("its end");
            entry.finish(descriptor).expect("its end");
        }
        writer.finish().expect("an archive")
    }

    fn names(bytes: &[u8]) -> anyhow::Result<Vec<String>> {
        let mut names = Vec::new();
        read(bytes, &mut |name, text| {
            names.push(format!("{name}: {text}"));
            Ok(())
        })?;
        Ok(names)
    }

    #[test]
    fn the_files_of_advisories_in_an_archive_are_read() {
        let archive = packed(&[
            ("A-1.json", b"1"),
            ("README.md", b"x"),
            ("b/B-1.json", b"2"),
        ]);
        assert_eq!(
            names(&archive).expect("names"),
            ["A-1.json: 1", "b/B-1.json: 2"]
        );
    }

    #[test]
    fn an_archive_that_cannot_be_read_is_told() {
        let good = packed(&[("A-1.json", b"{}")]);
        let mut changed = good.clone();
        let data = changed.iter().position(|byte| *byte == b'{');
        let name = b"A-1.json".len();
        assert!(data.is_none(), "it is compressed");
        changed[30 + name] ^= 0xff;
        for (archive, expected) in [
            (packed(&[("README.md", b"x")]), "no files of advisories"),
            (
                packed(&[("A-1.json", b"\xff\xfe")]),
                "cannot read `A-1.json`",
            ),
            (good[..good.len() / 2].to_vec(), "damaged"),
            (b"{}".to_vec(), "damaged"),
            (changed, "cannot read `A-1.json`"),
        ] {
            let error = format!("{:#}", names(&archive).expect_err(expected));
            assert!(error.contains(expected), "{error}");
        }
    }
}
