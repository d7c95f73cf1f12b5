//! Missing grants: on a terminal the user is asked for them, elsewhere a message lists them.

use std::collections::BTreeSet;
use std::io::{BufRead, IsTerminal, Write};

use anyhow::bail;
use pulumi_wasm_capability::Grants;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::text::Excerpt;

use crate::local_provider::{Missing, missing};
use crate::terminal::Paint;

/// Completes grants with the component's permissions. An optional permission is asked for once: a flag changes the
/// answer.
pub(super) fn ask(
    manifest: &Manifest,
    grants: &mut Grants,
    declined: &mut BTreeSet<String>,
) -> anyhow::Result<()> {
    let missing = missing(manifest, grants);
    if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
        for permission in &missing {
            if !permission.required && declined.contains(&permission.flag) {
                continue;
            }
            if agrees(manifest, permission)? {
                permission.add_to(grants);
            } else if permission.required {
                bail!(
                    "the component needs `{}`\nhint: `pulumi-wasm inspect` shows the permissions that it asks for, and why",
                    permission.flag
                );
            } else {
                declined.insert(permission.flag.clone());
            }
        }
        return Ok(());
    }
    let needed: Vec<&Missing> = missing
        .iter()
        .filter(|permission| permission.required)
        .collect();
    if needed.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = needed
        .iter()
        .map(|permission| {
            format!(
                "  {}   {}",
                permission.flag,
                Excerpt::reason(&permission.reason)
            )
        })
        .collect();
    let flags: Vec<&str> = needed
        .iter()
        .map(|permission| permission.flag.as_str())
        .collect();
    bail!(
        "the component needs more grants:\n{}\nhint: if you trust it with these, add `{}`",
        lines.join("\n"),
        flags.join(" ")
    )
}

fn agrees(manifest: &Manifest, permission: &Missing) -> anyhow::Result<bool> {
    let paint = Paint::of_stderr();
    let need = if permission.required {
        "needs"
    } else {
        "would like"
    };
    let reason = match permission.reason.as_str() {
        "" => String::new(),
        reason => format!(" ({})", Excerpt::reason(reason)),
    };
    eprint!(
        "`{}` {need} {}{reason}. Grant it? [y/N] ",
        Excerpt::name(manifest.name()),
        paint.bold(&permission.flag)
    );
    std::io::stderr().flush()?;
    let mut answer = String::new();
    if std::io::stdin().lock().read_line(&mut answer)? == 0 {
        // The input has ended, so no user agreed.
        eprintln!();
    }
    Ok(matches!(answer.trim(), "y" | "Y" | "yes" | "Yes"))
}
