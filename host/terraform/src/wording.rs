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

    /// A core knows the secrets of the schema alone.
    fn unmarked_secret(&self) -> &'static str {
        "kept in plain text, in the state and on screen"
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
    use pulumi_wasm_core::call::{Call, Operation};
    use pulumi_wasm_core::component::Created;
    use pulumi_wasm_core::error::advice::Version;
    use pulumi_wasm_core::operations;
    use pulumi_wasm_core::operations::check::CheckParameters;
    use pulumi_wasm_core::testing::{Answers, Scene, map};

    use super::*;

    #[tokio::test]
    async fn no_warning_says_that_terraform_hides_a_secret_that_the_schema_does_not_mark() {
        let answers = Answers {
            create: Some(Ok(Created {
                id: "made".to_owned(),
                outputs: map([("serial", "with a secret word".into())]),
                ..Created::default()
            })),
            ..Answers::default()
        };
        let scene = Scene::with(&["create"], |_| {}, answers);
        let call = Call {
            wording: &TerraformWording,
            ..scene.call(Operation::Create)
        };
        let parameters = CheckParameters {
            inputs: map([("password", "a secret word".into())]).into(),
            ..CheckParameters::default()
        };
        let check = scene.call(Operation::Check);
        let checked = operations::check(&scene.package, &check, parameters).await;
        let inputs = checked.expect("inputs").inputs;
        operations::create(&scene.package, &call, inputs)
            .await
            .expect("an answer");
        let heard = scene.heard();
        let about = |(_, text): &&(_, String)| text.starts_with("the output `serial`");
        let (_, warning) = heard.iter().find(about).expect("a warning");
        assert!(
            warning.contains("is kept in plain text, in the state and on screen"),
            "{warning}"
        );
        assert!(!warning.contains("kept as a secret"), "{warning}");
    }

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
