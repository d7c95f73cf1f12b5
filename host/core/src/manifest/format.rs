//! The manifest's format, and the keys that later formats add.

use serde_json::Value;

use crate::schema::parse::reader::{Members, Reader, member};

/// The newest format that this host reads. It also reads all older formats.
pub const FORMAT: u32 = 1;
/// The oldest format.
const FIRST: u32 = 1;

/// A format, and the path of a key that it added. `*` stands for any name.
pub(super) type AddedKey = (u32, &'static [&'static str]);

/// The keys that later formats added. A manifest has the lowest format with all keys that it uses.
const ADDED: &[AddedKey] = &[];

/// Whether this host reads a format.
pub(super) fn is_read(format: u64) -> bool {
    (u64::from(FIRST)..=u64::from(FORMAT)).contains(&format)
}

/// Reports keys that are newer than the manifest's format, because an older host would ignore them.
pub(super) fn check(reader: &mut Reader, root: &Members) {
    check_added(reader, root, ADDED);
}

/// Reports the keys of `added` that are newer than the manifest's format.
pub(super) fn check_added(reader: &mut Reader, root: &Members, added: &[AddedKey]) {
    let format = root.get("manifest").and_then(Value::as_u64);
    let Some(format) = format.filter(|format| is_read(*format)) else {
        return;
    };
    for (since, path) in added {
        if format < u64::from(*since) {
            tell(reader, root, path, "", (format, *since));
        }
    }
}

/// Reports the keys at a path below these members.
fn tell(reader: &mut Reader, members: &Members, path: &[&str], place: &str, formats: (u64, u32)) {
    let Some((step, rest)) = path.split_first() else {
        return;
    };
    for (key, value) in members {
        if *step != "*" && *step != key.as_str() {
            continue;
        }
        let place = match (*step, rest) {
            // Tokens are not escaped, as in all places of mistakes.
            ("*", _) if place == "/resources" || place == "/types" => format!("{place}/{key}"),
            _ => member(place, key),
        };
        match (rest, value) {
            ([], _) => {
                let (format, since) = formats;
                let message = format!(
                    "`{key}` came with format {since}, and the manifest has format {format}"
                );
                reader.mistake(&place, message);
            }
            (rest, Value::Object(members)) => tell(reader, members, rest, &place, formats),
            (["*", rest @ ..], Value::Array(items)) => {
                for (index, members) in items.iter().enumerate() {
                    if let Value::Object(members) = members {
                        tell(reader, members, rest, &format!("{place}/{index}"), formats);
                    }
                }
            }
            _ => {}
        }
    }
}
