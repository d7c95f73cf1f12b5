//! The names of programs that serve one provider. Each engine looks for its plugins under its own names.

use std::path::Path;

use pulumi_wasm_capability::flag_place::FlagPlace;

/// The engines that start programs under a provider's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Pulumi,
    /// Terraform and OpenTofu.
    Terraform,
}

const PULUMI: &str = "pulumi-resource-";
const TERRAFORM: &str = "terraform-provider-";

impl Engine {
    /// The name of the program of a package, without the ending that Windows needs.
    #[must_use]
    pub fn program(self, package: &str) -> String {
        let prefix = match self {
            Self::Pulumi => PULUMI,
            Self::Terraform => TERRAFORM,
        };
        format!("{prefix}{}", self.provider(package))
    }

    /// The name of a package's provider. Terraform allows neither capitals nor underscores.
    #[must_use]
    pub fn provider(self, package: &str) -> String {
        match self {
            Self::Pulumi => package.to_owned(),
            Self::Terraform => package.to_lowercase().replace('_', "-"),
        }
    }

    /// The place of the flags of a package whose program has the provider's name.
    #[must_use]
    pub fn flag_place(self) -> FlagPlace {
        match self {
            Self::Pulumi => FlagPlace::Bundle,
            Self::Terraform => FlagPlace::TerraformProvider,
        }
    }

    /// The advice to install the package of a provider. `again` is set if an installed package was changed.
    #[must_use]
    pub(super) fn install_advice(self, provider: &str, version: &str, again: bool) -> String {
        match self {
            Self::Pulumi => {
                let (whole, once_more, flag) = if again {
                    ("whole archive", " again", " --reinstall")
                } else {
                    ("archive of the bundle", "", "")
                };
                format!(
                    "install the {whole}{once_more}: `pulumi plugin install resource {provider} {version} --file ARCHIVE{flag}`"
                )
            }
            Self::Terraform => "install the whole package again: remove its folder below `.terraform/providers`, and run \
                                `terraform init`; in a folder of `dev_overrides` or a mirror, write it again with \
                                `pulumi-wasm terraform`"
                .to_owned(),
        }
    }

    /// The engine and the provider in the name of a program; `None` if it is not the name of a plugin.
    #[must_use]
    pub fn of_program(program: &Path) -> Option<(Self, &str)> {
        let name = program.file_name()?.to_str()?;
        let name = name.strip_suffix(".exe").unwrap_or(name);
        if let Some(provider) = name.strip_prefix(PULUMI) {
            return Some((Self::Pulumi, provider));
        }
        let provider = name.strip_prefix(TERRAFORM)?;
        // In a package the version follows: `_v1.2.3`.
        let provider = provider.split('_').next()?;
        Some((Self::Terraform, provider))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_names_the_commands_of_the_engine_alone() {
        for again in [false, true] {
            let pulumi = Engine::Pulumi.install_advice("acme", "1.2.3", again);
            assert!(pulumi.contains("pulumi plugin install resource acme 1.2.3"));
            assert_eq!(pulumi.ends_with("--reinstall`"), again, "{pulumi}");
            let terraform = Engine::Terraform.install_advice("acme", "1.2.3", again);
            assert!(
                terraform.contains("`terraform init`") && !terraform.contains("plugin install")
            );
        }
    }

    #[test]
    fn a_program_of_terraform_may_have_its_version_in_its_name() {
        let named = |program: &str| {
            let found = Engine::of_program(Path::new(program));
            found.map(|(engine, provider)| (engine, provider.to_owned()))
        };
        let acme = Some((Engine::Terraform, "acme".to_owned()));
        for program in [
            "/p/terraform-provider-acme",
            "terraform-provider-acme_v0.1.0",
            "terraform-provider-acme_v0.1.0.exe",
        ] {
            assert_eq!(named(program), acme, "{program}");
        }
        let my_package = (Engine::Terraform, "my-package".to_owned());
        let program = Engine::Terraform.program("My_Package");
        assert_eq!(program, "terraform-provider-my-package");
        assert_eq!(named(&program), Some(my_package));
        assert_eq!(named("terraform"), None);
    }
}
