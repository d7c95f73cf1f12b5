//! `pulumi-wasm cache show`.

use std::time::{Duration, SystemTime};

use serde_json::json;

use super::contents::{Contents, Folders};
use crate::terminal::print_json;

pub(super) fn run(folders: &Folders, fingerprint: &str, as_json: bool) -> anyhow::Result<()> {
    let contents = Contents::of(folders)?;
    if as_json {
        let document = document(folders, &contents, fingerprint);
        print_json(&document)?;
    } else {
        print(folders, &contents, fingerprint);
    }
    Ok(())
}

fn print(folders: &Folders, contents: &Contents, fingerprint: &str) {
    let total = |sizes: &mut dyn Iterator<Item = u64>| readable(sizes.sum());
    println!(
        "store  {}  {}",
        folders.store.folder().display(),
        total(&mut contents.stored.iter().map(|stored| stored.bytes))
    );
    for stored in &contents.stored {
        println!(
            "  {}  {:>9}  {}{}",
            stored.digest.hex(),
            readable(stored.bytes),
            stored.name(),
            match stored.signatures {
                0 => String::new(),
                1 => "  1 signature".to_owned(),
                many => format!("  {many} signatures"),
            }
        );
    }
    println!(
        "\ncache  {}  {} of {}  for engine {fingerprint}",
        folders.cache.folder().display(),
        total(&mut contents.compiled.iter().map(|code| code.bytes)),
        readable(folders.cache.size())
    );
    let names = contents.names();
    for code in &contents.compiled {
        println!(
            "  {}  {:>9}  {}  used {}{}",
            code.digest,
            readable(code.bytes),
            names
                .get(code.digest.as_str())
                .map_or("(not in the store)", String::as_str),
            ago(code.last_used),
            if code.fingerprint == fingerprint {
                String::new()
            } else {
                format!("  for another engine, {}", code.fingerprint)
            }
        );
    }
}

fn document(folders: &Folders, contents: &Contents, fingerprint: &str) -> serde_json::Value {
    let stored: Vec<_> = contents
        .stored
        .iter()
        .map(|stored| {
            json!({
                "digest": stored.digest.to_string(),
                "bytes": stored.bytes,
                "name": stored.package.as_ref().map(|(name, _)| name),
                "version": stored.package.as_ref().map(|(_, version)| version),
                "signatures": stored.signatures,
            })
        })
        .collect();
    let compiled: Vec<_> = contents
        .compiled
        .iter()
        .map(|code| {
            json!({
                "digest": format!("sha256:{}", code.digest),
                "fingerprint": code.fingerprint,
                "bytes": code.bytes,
                "lastUsed": code
                    .last_used
                    .duration_since(SystemTime::UNIX_EPOCH)
                    .map_or(0, |since| since.as_secs()),
            })
        })
        .collect();
    json!({
        "store": { "folder": folders.store.folder(), "components": stored },
        "cache": {
            "folder": folders.cache.folder(),
            "size": folders.cache.size(),
            "fingerprint": fingerprint,
            "compiled": compiled,
        },
    })
}

/// A size for people.
pub(super) fn readable(bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "a figure for people")]
    let kib = bytes as f64 / 1024.0;
    match kib {
        _ if kib < 1024.0 => format!("{kib:.0} KiB"),
        _ if kib < 1024.0 * 1024.0 => format!("{:.1} MiB", kib / 1024.0),
        _ => format!("{:.1} GiB", kib / (1024.0 * 1024.0)),
    }
}

/// A time in the past for people.
pub(super) fn ago(time: SystemTime) -> String {
    let age = SystemTime::now()
        .duration_since(time)
        .unwrap_or(Duration::ZERO)
        .as_secs();
    match age {
        0..3600 => "within the hour".to_owned(),
        3600..86_400 => "today".to_owned(),
        86_400..172_800 => "yesterday".to_owned(),
        _ => format!("{} days ago", age / 86_400),
    }
}
