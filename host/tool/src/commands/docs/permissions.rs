//! The permissions of a component in its documentation, and how a user grants them.

use std::fmt::Write as _;

use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::text::quoted;

use super::markdown;

/// The command that takes the flags of grants at its end.
const COMMAND: &str = "pulumi package add wasm COMPONENT -- FLAGS";

/// The section of the first page. A component without permissions has one too, because this is a fact that users look for.
pub(super) fn section(manifest: &Manifest) -> String {
    let mut text = "## Permissions\n\n".to_owned();
    let permissions = &manifest.permissions;
    if permissions.net.is_empty() && permissions.env.is_empty() {
        text.push_str("The provider reaches no address and reads no environment variable.\n\n");
    } else {
        table(&mut text, manifest);
    }
    if !manifest.uses.is_empty() {
        let used = manifest.uses.iter();
        let used = used.map(|(name, used)| markdown::code(&used.shown(name)));
        let used: Vec<String> = used.collect();
        let _ = writeln!(
            text,
            "Its component resources declare resources of other packages, with the providers of the stack: {}.\n",
            used.join(", ")
        );
    }
    text
}

/// The table of the addresses and variables.
fn table(text: &mut String, manifest: &Manifest) {
    let permissions = &manifest.permissions;
    let _ = writeln!(
        text,
        "The provider reaches only what is granted, and asks for nothing else. Flags stand at the end of {}.\n",
        markdown::code(COMMAND)
    );
    text.push_str("| access | is granted by | |\n| --- | --- | --- |\n");
    for permission in &permissions.net {
        let (access, how) = match permission.configured() {
            Some(key) => {
                let key = format!("{}:{key}", manifest.name());
                (
                    format!("the address in {}", markdown::code(&key)),
                    "setting it".to_owned(),
                )
            }
            None => {
                let flag = format!("--allow-net {}", quoted(&permission.host));
                (markdown::code(&permission.host), markdown::code(&flag))
            }
        };
        let about = (permission.reason.as_str(), permission.required);
        row(text, &access, &how, about, &permission.details());
    }
    for permission in &permissions.env {
        let access = format!("the variable {}", markdown::code(&permission.name));
        let flag = format!("--allow-env {}", quoted(&permission.name));
        let about = (permission.reason.as_str(), permission.required);
        row(text, &access, &markdown::code(&flag), about, &[]);
    }
    text.push('\n');
}

/// A row of the table: the reason of the author, whether the provider works without the permission, and further rules.
fn row(
    text: &mut String,
    access: &str,
    how: &str,
    (reason, required): (&str, bool),
    details: &[String],
) {
    let need = if required { "required" } else { "optional" };
    let mut about = format!("{reason} *{need}*");
    for detail in details {
        about.push_str("; ");
        about.push_str(detail);
    }
    let row = [access, how, about.trim()].map(markdown::cell);
    let _ = writeln!(text, "| {} |", row.join(" | "));
}
