//! `pulumi-wasm cache verify`.

use anyhow::bail;
use serde_json::json;

use super::contents::Contents;
use super::contents::Folders;
use crate::terminal::{print_json, print_line};

/// The result of the check of one entry.
struct Finding {
    /// `store` or `cache`.
    place: &'static str,
    digest: String,
    name: String,
    damage: Option<String>,
}

pub(super) fn run(folders: &Folders, as_json: bool) -> anyhow::Result<()> {
    let contents = Contents::of(folders)?;
    let names = contents.names();
    let stored = contents.stored.iter().map(|stored| Finding {
        place: "store",
        digest: stored.digest.hex().to_owned(),
        name: stored.name(),
        damage: folders.store.verify(&stored.digest).err(),
    });
    let compiled = contents.compiled.iter().map(|code| Finding {
        place: "cache",
        digest: code.digest.clone(),
        name: names.get(code.digest.as_str()).cloned().unwrap_or_default(),
        damage: folders.cache.verify(code).err(),
    });
    let findings: Vec<Finding> = stored.chain(compiled).collect();
    if as_json {
        let document: Vec<_> = findings
            .iter()
            .map(|finding| {
                json!({
                    "in": finding.place,
                    "digest": format!("sha256:{}", finding.digest),
                    "damage": finding.damage,
                })
            })
            .collect();
        print_json(&document)?;
    } else {
        for finding in &findings {
            let (place, digest, name) = (finding.place, &finding.digest, &finding.name);
            let state = finding.damage.as_deref().unwrap_or("as it was made");
            print_line(format_args!("{place}  {digest}  {name}  {state}"));
        }
    }
    let damaged = |place| {
        findings
            .iter()
            .filter(|finding| finding.place == place && finding.damage.is_some())
            .count()
    };
    match (damaged("store"), damaged("cache")) {
        (0, 0) => Ok(()),
        (0, code) => bail!(
            "{code} of {} entries of the cache cannot be used\n\
             hint: damaged ones are made again when they are needed; `pulumi-wasm cache clean` removes all",
            contents.compiled.len()
        ),
        (components, _) => bail!(
            "{components} of {} components in the store cannot be used\n\
             hint: add the package again with the same file as before; that replaces the damaged components",
            contents.stored.len()
        ),
    }
}
