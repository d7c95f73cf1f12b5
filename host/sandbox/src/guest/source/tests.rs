use std::io::Write;

use super::*;

/// A component with a nested module that has such a section too, and the component's source behind it.
fn component(source: Option<&[u8]>) -> Vec<u8> {
    let mut bytes =
        wat::parse_str("(component (core module (@custom \"pulumi-wasm:source\" \"no\")))")
            .expect("valid text");
    let Some(source) = source else { return bytes };
    let mut section = vec![u8::try_from(SOURCE_SECTION.len()).expect("a short name")];
    section.extend_from_slice(SOURCE_SECTION.as_bytes());
    section.extend_from_slice(source);
    bytes.push(0);
    let mut length = section.len();
    while length >= 0x80 {
        bytes.push((length & 0x7f) as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend_from_slice(&section);
    bytes
}

fn located(component: &[u8], digest: &str) -> Result<Source, String> {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(component).expect("a file");
    locate(file.path(), digest)
}

fn read(text: &[u8]) -> std::io::Result<Vec<String>> {
    let component = component(Some(text));
    let source = located(&component, &hex::encode(Sha256::digest(&component)));
    let source = source.expect("a source");
    let mut parts = Vec::new();
    for number in 0.. {
        let part = source.part(number)?;
        if part.is_empty() {
            break;
        }
        parts.push(part);
    }
    assert_eq!(source.part(u32::MAX)?, "");
    Ok(parts)
}

#[test]
fn a_source_is_read_in_parts_that_end_at_characters() {
    let part = usize::try_from(PART).expect("a small number");
    assert_eq!(read(b"").expect("text"), Vec::<String>::new());
    for text in [
        "x".to_owned(),
        "x".repeat(part),
        "x".repeat(part + 1),
        "\u{1f642}".repeat(part),
        format!("x{}", "\u{1f642}".repeat(part / 2)),
        format!("xx{}", "\u{20ac}".repeat(part)),
        format!("{}\u{1f642}", "x".repeat(part - 1)),
    ] {
        let parts = read(text.as_bytes()).expect("text");
        assert!(parts.iter().all(|one| one.len() <= part + 3));
        assert!(parts.concat() == text, "{} bytes", text.len());
    }
}

#[test]
fn bytes_that_are_no_text_are_an_error() {
    for bytes in [&b"\xff"[..], b"\x80\x80\x80\x80", b"\xf0\x9f"] {
        read(bytes).expect_err("no text");
    }
}

#[test]
fn a_file_without_a_source_or_with_another_digest_is_refused() {
    let without = component(None);
    let digest = |bytes: &[u8]| hex::encode(Sha256::digest(bytes));
    let refused = |bytes: &[u8], digest: &str| located(bytes, digest).err().unwrap_or_default();
    assert!(refused(&without, &digest(&without)).contains("no source inside"));
    let with = component(Some(b"text"));
    assert!(refused(&with, &digest(&without)).contains("was changed"));
    assert_eq!(refused(&with, &digest(&with)), "");
}
