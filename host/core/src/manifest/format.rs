//! The manifest's format, and the keys that each format added.

use serde_json::Value;

use crate::schema::reader::{Members, Reader, member};

/// The newest format that this host reads. It reads all older ones as well.
pub const FORMAT: u32 = 3;
/// The first format that there was.
const FIRST: u32 = 1;

/// The places of keys that a format added. `*` is any name. SDKs have the same table, and write the lowest format that
/// has all keys they use.
const ADDED: &[(u32, &[&str])] = &[
    (2, &["resources", "*", "properties", "*", "computed"]),
    (2, &["types", "*", "properties", "*", "computed"]),
    (2, &["resources", "*", "outputDependencies"]),
    (2, &["resources", "*", "concurrency"]),
    (2, &["wants", "net", "*", "tls"]),
    (2, &["wants", "net", "*", "proxy"]),
    (3, &["uses"]),
];

/// Whether this host reads manifests of a format.
pub(super) fn is_read(format: u64) -> bool {
    (u64::from(FIRST)..=u64::from(FORMAT)).contains(&format)
}

/// Tells of keys that are newer than the format that the manifest has: an older host would not obey them.
pub(super) fn check(reader: &mut Reader, root: &Members) {
    let format = root.get("manifest").and_then(Value::as_u64);
    let Some(format) = format.filter(|format| is_read(*format)) else {
        return;
    };
    for (since, path) in ADDED {
        if format < u64::from(*since) {
            tell(reader, root, path, "", (format, *since));
        }
    }
}

/// Reports the keys at a path, which begins in these members.
fn tell(reader: &mut Reader, members: &Members, path: &[&str], place: &str, formats: (u64, u32)) {
    let Some((step, rest)) = path.split_first() else {
        return;
    };
    for (key, value) in members {
        if *step != "*" && *step != key.as_str() {
            continue;
        }
        let place = match (*step, rest) {
            // Tokens are left as they are, as in all places of mistakes.
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
