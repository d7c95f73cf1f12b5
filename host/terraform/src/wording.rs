//! The core's advice with the commands of Terraform.

use pulumi_wasm_core::error::advice::{Adoption, Advice, Wording};
use pulumi_wasm_core::text::Excerpt;

/// The words for users of Terraform and OpenTofu.
pub(crate) struct TerraformWording;

impl Wording for TerraformWording {
    fn advice(&self, advice: Advice<'_>) -> String {
        match advice {
            Advice::RefreshToForget => {
                "`terraform apply -refresh-only` removes it from the state".to_owned()
            }
            Advice::RefreshToRecord | Advice::RefreshToHide => {
                "`terraform apply -refresh-only` records its current state".to_owned()
            }
            Advice::Repeat => "it may be changed in part: the next `terraform apply` reads it and updates it again".to_owned(),
            Advice::Replace | Advice::CreateAgain => {
                "replace it: `terraform apply -replace=ADDRESS`".to_owned()
            }
            Advice::Adopt(adoption) => adopt(adoption),
            Advice::UseOtherVersion { file, which, .. } => which.advice(
                file,
                Some("the provider's version in `required_providers`, and `terraform init -upgrade`"),
            ),
        }
    }

    fn naming_setting(&self) -> &'static str {
        "the configuration"
    }

    fn timeout_setting(&self) -> &'static str {
        "the block `timeouts` of the resource"
    }

    fn engine(&self) -> &'static str {
        "Terraform"
    }

    fn project_file(&self) -> Option<&'static str> {
        None
    }
}

fn adopt(adoption: Adoption<'_>) -> String {
    if adoption.can_import {
        format!(
            "to keep it, import it: `terraform import ADDRESS {}`",
            Excerpt::id(adoption.id)
        )
    } else {
        "its component cannot import it: delete it outside of Terraform".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_core::error::advice::Version;

    use super::*;

    #[test]
    fn each_advice_names_the_command_of_terraform_or_the_other_way_out() {
        let adoption = |can_import| {
            Advice::Adopt(Adoption {
                name: "web",
                id: "a/b",
                can_import,
                entry: "`journal/1`",
            })
        };
        let other = |which| Advice::UseOtherVersion {
            file: "acme.wasm",
            package: "acme",
            which,
        };
        for (advice, expected) in [
            (Advice::RefreshToForget, "-refresh-only` removes"),
            (Advice::RefreshToRecord, "-refresh-only` records"),
            (Advice::RefreshToHide, "-refresh-only` records"),
            (Advice::Repeat, "the next `terraform apply`"),
            (Advice::Replace, "`terraform apply -replace=ADDRESS`"),
            (Advice::CreateAgain, "`terraform apply -replace=ADDRESS`"),
            (adoption(true), "`terraform import ADDRESS a/b`"),
            (adoption(false), "outside of Terraform"),
            (other(Version::Newer), "`terraform init -upgrade`"),
            (
                other(Version::Recording { property: "size" }),
                "sets `size`",
            ),
        ] {
            let text = TerraformWording.advice(advice);
            assert!(text.contains(expected), "{text}");
            assert!(!text.contains("pulumi"), "{text}");
        }
        for text in [
            TerraformWording.naming_setting(),
            TerraformWording.timeout_setting(),
            TerraformWording.engine(),
        ] {
            assert!(!text.to_lowercase().contains("pulumi"), "{text}");
        }
        assert_eq!(TerraformWording.project_file(), None);
    }
}
