//! Components that differ from a built one in their declarations: more types, or types of other names.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use super::launch::THING;

/// The custom section with the manifest.
const SECTION: &str = "pulumi-wasm:manifest";
/// Magic and version of a component.
const HEAD: usize = 8;

/// The type of the variant with this number, as long as the original's.
pub(crate) fn token(index: usize) -> String {
    THING.replace("Thing", &format!("T{index:04}"))
}

/// A package of so many components: the built one, and others that declare types of their own.
///
/// The compiled code of the others does not know their types: they can be checked and entered, and refuse the rest.
pub(crate) fn package(folder: &Path, component: &Path, count: usize) -> Result<Vec<PathBuf>> {
    let others = (1..count).map(|index| renamed(folder, component, index));
    std::iter::once(Ok(component.to_owned()))
        .chain(others)
        .collect()
}

fn renamed(folder: &Path, component: &Path, index: usize) -> Result<PathBuf> {
    let mut bytes = read(component)?;
    // Names stay as long as they are, so that nothing moves.
    for (from, to) in [
        ("bench:index:Item", format!("bench:index:I{index:03}")),
        ("Thing", format!("T{index:04}")),
        ("Hooked", format!("H{index:05}")),
    ] {
        replace(&mut bytes, from.as_bytes(), to.as_bytes());
    }
    write(folder, &format!("bench-part-{index}.wasm"), &bytes)
}

/// The same component with so many types in its schema.
pub(crate) fn with_types(folder: &Path, component: &Path, count: usize) -> Result<PathBuf> {
    let bytes = read(component)?;
    let (before, manifest) = split(&bytes)?;
    let mut manifest: Value = serde_json::from_slice(manifest)?;
    for pointer in ["/resources", "/schema/resources"] {
        let resources = manifest
            .pointer_mut(pointer)
            .and_then(Value::as_object_mut)
            .with_context(|| format!("the manifest has no {pointer}"))?;
        let thing = resources.get(THING).cloned().unwrap_or_default();
        resources.retain(|token, _| token == THING);
        for index in 1..count {
            resources.insert(token(index), thing.clone());
        }
    }
    let mut bytes = before.to_vec();
    push_section(&mut bytes, &serde_json::to_vec(&manifest)?);
    write(folder, &format!("bench-types-{count}.wasm"), &bytes)
}

/// The part before the section with the manifest, which is the last one, and the manifest.
fn split(bytes: &[u8]) -> Result<(&[u8], &[u8])> {
    let mut at = HEAD;
    while let Some(id) = bytes.get(at) {
        let (length, body) = leb(bytes, at + 1).context("a section has no length")?;
        let end = body + length;
        if *id == 0
            && let Some((name_length, name)) = leb(bytes, body)
            && bytes.get(name..name + name_length) == Some(SECTION.as_bytes())
        {
            let before = bytes.get(..at).unwrap_or_default();
            let manifest = bytes.get(name + name_length..end);
            return Ok((before, manifest.context("the manifest is cut off")?));
        }
        at = end;
    }
    anyhow::bail!("the component has no manifest")
}

fn push_section(bytes: &mut Vec<u8>, manifest: &[u8]) {
    let mut body = Vec::new();
    push_leb(&mut body, SECTION.len());
    body.extend_from_slice(SECTION.as_bytes());
    body.extend_from_slice(manifest);
    bytes.push(0);
    push_leb(bytes, body.len());
    bytes.extend_from_slice(&body);
}

/// A number of variable length, and its end.
fn leb(bytes: &[u8], mut at: usize) -> Option<(usize, usize)> {
    let (mut value, mut shift) = (0_usize, 0_u32);
    loop {
        let byte = *bytes.get(at)?;
        at += 1;
        value |= usize::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte < 0x80 {
            return Some((value, at));
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "seven bits")]
fn push_leb(bytes: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Puts a text of the same length in the place of another one.
fn replace(bytes: &mut [u8], from: &[u8], to: &[u8]) {
    debug_assert_eq!(from.len(), to.len(), "everything would move");
    let mut at = 0;
    while at + from.len() <= bytes.len() {
        match bytes.get_mut(at..at + from.len()) {
            Some(part) if part == from => {
                part.copy_from_slice(to);
                at += from.len();
            }
            _ => at += 1,
        }
    }
}

fn read(component: &Path) -> Result<Vec<u8>> {
    fs::read(component).with_context(|| format!("{} cannot be read", component.display()))
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf> {
    let folder = folder.join("variants");
    fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    fs::write(&path, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::{HEAD, leb, push_leb, push_section, replace, split};

    #[test]
    fn a_manifest_that_is_put_in_is_found() {
        let mut bytes = vec![0; HEAD];
        bytes.extend([7, 2, 1, 1]);
        let before = bytes.clone();
        let manifest = vec![b'x'; 300];
        push_section(&mut bytes, &manifest);
        assert_eq!(split(&bytes).unwrap(), (&before[..], &manifest[..]));
        assert!(split(&before).is_err());
    }

    #[test]
    fn numbers_of_variable_length_are_read_as_written() {
        for value in [0, 127, 128, 300, 1 << 20] {
            let mut bytes = Vec::new();
            push_leb(&mut bytes, value);
            assert_eq!(leb(&bytes, 0), Some((value, bytes.len())));
        }
    }

    #[test]
    fn every_occurrence_is_replaced() {
        let mut bytes = b"a Thing, Things".to_vec();
        replace(&mut bytes, b"Thing", b"T0007");
        assert_eq!(bytes, b"a T0007, T0007s");
    }
}
