//! The report of `pulumi-wasm build` about the component that it made.

use std::path::Path;

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::manifest::Manifest;
use serde_json::{Value, json};

use super::built::Built;
use crate::terminal::{Paint, print_json as print_document, print_line, quoted};

pub(super) fn print_json(built: &Built) -> anyhow::Result<()> {
    let manifest = &built.manifest;
    let net =
        manifest.permissions.net.iter().map(
            |permission| {
                let safe: Vec<String> = permission.safe_requests.iter().map(ToString::to_string).collect();
                json!({ "host": permission.host, "required": permission.required, "reason": permission.reason, "safeRequests": safe })
            },
        );
    let env =
        manifest.permissions.env.iter().map(
            |permission| json!({ "name": permission.name, "required": permission.required, "reason": permission.reason }),
        );
    let report = json!({
        "component": built.component,
        "name": manifest.name(),
        "version": manifest.version(),
        "digest": built.digest.to_string(),
        "size": built.size,
        "language": built.language.word(),
        "reused": built.is_reused,
        "resources": manifest.schema.resources.keys().collect::<Vec<_>>(),
        "functions": manifest.schema.functions.keys().collect::<Vec<_>>(),
        "permissions": { "net": net.collect::<Vec<Value>>(), "env": env.collect::<Vec<Value>>() },
    });
    print_document(&report)?;
    Ok(())
}

pub(super) fn print(built: &Built) -> anyhow::Result<()> {
    let (manifest, paint) = (&built.manifest, Paint::of_stdout());
    let label = |text: &str| paint.dim(&format!("{text:<11}"));
    let package = format!("{} {}", manifest.name(), manifest.version());
    let unchanged = if built.is_reused {
        paint.dim("   unchanged since the last build")
    } else {
        String::new()
    };
    let shown = shown(&built.component);
    println!("{} {}{unchanged}", label("built"), paint.bold(&shown));
    print_line(format_args!(
        "{} {package}, {}, {}",
        label("package"),
        counted(manifest.schema.resources.len(), "resource"),
        counted(manifest.schema.functions.len(), "function")
    ));
    println!("{} {}", label("digest"), built.digest);
    println!("{} {}", label("size"), size(built.size));
    for line in permissions(manifest) {
        print_line(format_args!("{} {line}", label("permissions")));
    }
    if built.size as u64 > Limit::ComponentSize.default_value() {
        println!(
            "{} it is larger than the limit `{}`, which its users have to raise",
            paint.note("note"),
            Limit::ComponentSize.name()
        );
    }
    println!(
        "\nto use it, in the folder of a Pulumi program:\n  {}",
        add(manifest, &shown)
    );
    Ok(())
}

/// The command that adds the component to a program, with the required grants.
fn add(manifest: &Manifest, shown: &str) -> String {
    let file = if Path::new(shown).is_absolute() {
        shown.to_owned()
    } else {
        format!("./{shown}")
    };
    let net = manifest.permissions.net.iter().filter(|permission| {
        // An address in the configuration is a grant by itself.
        permission.required && permission.configured().is_none()
    });
    let net = net.map(|permission| format!(" --allow-net {}", quoted(&permission.host)));
    let env = manifest
        .permissions
        .env
        .iter()
        .filter(|permission| permission.required);
    let env = env.map(|permission| format!(" --allow-env {}", quoted(&permission.name)));
    let grants: String = net.chain(env).collect();
    let separator = if grants.is_empty() { "" } else { " --" };
    format!(
        "pulumi package add wasm {}{separator}{grants}",
        quoted(&file)
    )
}

/// A line for each address that it asks for.
fn permissions(manifest: &Manifest) -> Vec<String> {
    let need = |required: bool| if required { "" } else { " (optional)" };
    let because = |reason: &str| {
        if reason.is_empty() {
            String::new()
        } else {
            format!(": {reason}")
        }
    };
    let net = manifest.permissions.net.iter().flat_map(|permission| {
        let what = match permission.configured() {
            Some(key) => format!("the address in {}:{key}", manifest.name()),
            None => permission.host.clone(),
        };
        let asked = format!(
            "{what}{}{}",
            need(permission.required),
            because(&permission.reason)
        );
        let safe = permission.safe_requests.iter();
        let safe = safe.map(|request| format!("  {request}, in reads and previews too"));
        [asked].into_iter().chain(safe).collect::<Vec<String>>()
    });
    let env = manifest.permissions.env.iter().map(|permission| {
        format!(
            "the variable {}{}{}",
            permission.name,
            need(permission.required),
            because(&permission.reason)
        )
    });
    let lines: Vec<String> = net.chain(env).collect();
    if lines.is_empty() {
        vec!["nothing".to_owned()]
    } else {
        lines
    }
}

/// A path relative to the current folder, if that is shorter.
fn shown(file: &Path) -> String {
    let here = std::env::current_dir().and_then(|folder| folder.canonicalize());
    let shown = match &here {
        Ok(here) => file.strip_prefix(here).unwrap_or(file),
        Err(_) => file,
    };
    shown.display().to_string()
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

#[allow(clippy::cast_precision_loss, reason = "a figure for people")]
fn size(bytes: usize) -> String {
    let kib = bytes as f64 / 1024.0;
    match kib {
        _ if kib < 1024.0 => format!("{kib:.0} KiB"),
        _ => format!("{:.1} MiB", kib / 1024.0),
    }
}
