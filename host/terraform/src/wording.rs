//! The core's advice with the commands of Terraform.

use pulumi_wasm_core::advice::{Adoption, Advice, Wording};
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
