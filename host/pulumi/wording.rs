//! The core's advice with the commands and settings of Pulumi.

use pulumi_wasm_core::error::advice::{Adoption, Advice, Wording};
use pulumi_wasm_core::text::Excerpt;

/// The wording for users of Pulumi.
pub(super) struct PulumiWording;

impl Wording for PulumiWording {
    fn advice(&self, advice: Advice<'_>) -> String {
        match advice {
            Advice::RefreshToForget => "`pulumi refresh` removes it from the state".to_owned(),
            Advice::RefreshToRecord => "`pulumi refresh` records its current state".to_owned(),
            Advice::RefreshToHide => "`pulumi refresh` records it as a secret".to_owned(),
            Advice::Repeat => {
                "it may be changed in part: the next `pulumi up` updates it again, and \
                               `pulumi refresh` shows its current state"
                    .to_owned()
            }
            Advice::Replace => "replace it: `pulumi up --replace URN`".to_owned(),
            Advice::CreateAgain => "create it again: `pulumi up --replace URN`".to_owned(),
            Advice::Adopt(adoption) => adopt(adoption),
            Advice::UseOtherVersion {
                file,
                package,
                which,
            } => which.advice(file, Some(&install_command(file, package))),
        }
    }

    fn naming_setting(&self) -> &'static str {
        "`pulumi:autonaming`"
    }

    fn timeout_setting(&self) -> &'static str {
        "the resource option `customTimeouts`"
    }

    fn engine(&self) -> &'static str {
        "Pulumi"
    }

    fn unmarked_secret(&self) -> &'static str {
        "kept as a secret"
    }

    fn project_file(&self) -> Option<&'static str> {
        Some("Pulumi.yaml")
    }
}

fn adopt(adoption: Adoption<'_>) -> String {
    let keep = if adoption.can_import {
        format!(
            "to keep it, give `{}` the resource option `import: {}` for one `pulumi up`",
            Excerpt::name(adoption.name),
            Excerpt::id(adoption.id)
        )
    } else {
        "its component cannot import it: delete it outside of Pulumi".to_owned()
    };
    format!(
        "{keep}; to create another resource, remove {}; if the stack has it after all, `pulumi refresh` settles it",
        adoption.entry
    )
}

/// The command that installs another version of a component from the same place.
fn install_command(file: &str, package: &str) -> String {
    if file.contains("://") {
        format!("`pulumi-wasm update {package} VERSION`")
    } else {
        "`pulumi package add wasm FILE`".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_core::error::advice::Version;

    use super::*;

    #[test]
    fn each_advice_names_the_command_of_pulumi_or_the_other_way_out() {
        let adoption = |can_import| {
            Advice::Adopt(Adoption {
                name: "web",
                id: "a/b",
                can_import,
                entry: "`journal/1`",
            })
        };
        let other = |file, which| Advice::UseOtherVersion {
            file,
            package: "acme",
            which,
        };
        let recording = Version::Recording { property: "size" };
        for (advice, expected) in [
            (Advice::RefreshToForget, "`pulumi refresh` removes"),
            (Advice::RefreshToRecord, "`pulumi refresh` records"),
            (Advice::RefreshToHide, "`pulumi refresh` records"),
            (Advice::Repeat, "`pulumi up` updates it again"),
            (Advice::Replace, "`pulumi up --replace URN`"),
            (Advice::CreateAgain, "`pulumi up --replace URN`"),
            (adoption(true), "`web` the resource option `import: a/b`"),
            (adoption(false), "outside of Pulumi"),
            (
                other("oci://host/acme:1", Version::Newer),
                "`pulumi-wasm update acme VERSION`",
            ),
            (
                other("acme.wasm", Version::Newer),
                "`pulumi package add wasm FILE`",
            ),
            (other("acme.wasm", recording), "sets `size`"),
        ] {
            let text = PulumiWording.advice(advice);
            assert!(text.contains(expected), "{text}");
        }
    }
}
