//! Files and folders that arguments name by a path. A change of their content behind the same path is a change of the resource, so the
//! inputs are recorded with hashes, and the attribute `NAME_sha256` beside each argument shows them.

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use pulumi_wasm_packages::{Loaded, SourceError};
use sha2::{Digest, Sha256};

use super::value::Value;

/// Adds the hash of each file and folder to inputs. A file that cannot be read gets none, because another resource may create it before.
///
/// # Errors
/// When the process ends before the files are read.
pub(crate) async fn add_hashes(
    inputs: &mut PropertyMap,
    loaded: &Loaded,
) -> Result<(), SourceError> {
    let mut named = Vec::new();
    for value in inputs.values_mut() {
        visit(value, &mut |file| named.push(file.clone()));
    }
    if named.is_empty() {
        return Ok(());
    }
    let mut found = loaded.files_at_paths(named).await?.into_iter();
    let mut add = |file: &mut PropertyValue| {
        if let Some(found) = found.next() {
            *file = found;
        }
    };
    for value in inputs.values_mut() {
        visit(value, &mut add);
    }
    Ok(())
}

/// Acts on each file and folder in a value, in their order.
fn visit(value: &mut PropertyValue, act: &mut dyn FnMut(&mut PropertyValue)) {
    if value.has_path() {
        act(value);
        return;
    }
    match value {
        PropertyValue::Secret(inner) => visit(inner, act),
        PropertyValue::Array(items) => items.iter_mut().for_each(|item| visit(item, act)),
        PropertyValue::Object(members) => {
            members.values_mut().for_each(|member| visit(member, act));
        }
        _ => {}
    }
}

/// The value of the attribute with the hash of a property: the hash of a single file or folder, or a hash over the hashes of several.
/// Null if the property has no path, and unknown if a path is unknown or its content cannot be read.
pub(crate) fn hash_of(property: Option<&PropertyValue>) -> Value {
    let Some(property) = property else {
        return Value::Null;
    };
    if property.contains_unknown() {
        return Value::Unknown;
    }
    let mut hashes = Vec::new();
    visit(&mut property.clone(), &mut |file| match file {
        PropertyValue::Asset(asset) => hashes.push(asset.hash.clone()),
        PropertyValue::Archive(archive) => hashes.push(archive.hash.clone()),
        _ => {}
    });
    match hashes.as_slice() {
        [] => Value::Null,
        hashes if hashes.iter().any(String::is_empty) => Value::Unknown,
        [hash] => Value::String(hash.clone()),
        hashes => Value::String(format!("{:x}", Sha256::digest(hashes.join("\n")))),
    }
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_core::value::{Archive, ArchiveContent, Asset, AssetContent};

    use super::*;

    fn file(hash: &str) -> PropertyValue {
        PropertyValue::Asset(Box::new(Asset {
            hash: hash.to_owned(),
            content: AssetContent::Path("a.txt".to_owned()),
        }))
    }

    fn folder(hash: &str) -> PropertyValue {
        PropertyValue::Archive(Box::new(Archive {
            hash: hash.to_owned(),
            content: ArchiveContent::Path("a".to_owned()),
        }))
    }

    #[test]
    fn the_hash_of_a_property_covers_each_file_in_it() {
        let text = PropertyValue::Asset(Box::new(Asset {
            hash: String::new(),
            content: AssetContent::Text("t".to_owned()),
        }));
        let list = |items: &[PropertyValue]| PropertyValue::Array(items.to_vec());
        for (property, expected) in [
            (None, Value::Null),
            (Some(text.clone()), Value::Null),
            (Some(file("1")), "1".into()),
            (Some(folder("2").into_secret()), "2".into()),
            (Some(list(&[text.clone(), file("1")])), "1".into()),
            (Some(file("")), Value::Unknown),
            (Some(list(&[file("1"), folder("")])), Value::Unknown),
            (Some(PropertyValue::Unknown), Value::Unknown),
        ] {
            assert_eq!(hash_of(property.as_ref()), expected, "{property:?}");
        }
        let both = |first, second| {
            let members = [("a", file(first)), ("b", folder(second))];
            let members = members.map(|(name, value)| (name.to_owned(), value));
            hash_of(Some(&PropertyValue::Object(members.into())))
        };
        assert!(matches!(both("1", "2"), Value::String(hash) if hash.len() == 64));
        assert_ne!(both("1", "2"), both("1", "3"));
        assert_ne!(both("1", "2"), both("2", "1"));
    }
}
