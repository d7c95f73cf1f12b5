//! The places of the flags of a package, which grant access and set limits. Advice about a grant or a limit names the place.

/// Where the flags of a package are, and who can change them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FlagPlace {
    /// In the user's command that adds the package to a project.
    #[default]
    Added,
    /// In the publisher's command that bundles the plugin. Its user cannot change them.
    Bundle,
    /// In the publisher's command that packs the provider of Terraform. Its user cannot change them.
    TerraformProvider,
    /// In the file of a folder that is a plugin.
    Folder,
}

impl FlagPlace {
    /// Advice to grant something by a flag.
    pub(crate) fn granting(self, flag: &str) -> String {
        match self {
            Self::Added => {
                format!("grant it with `{flag}` after `--` of `pulumi package add`")
            }
            Self::Bundle => format!(
                "the publisher of the plugin grants it, with `{flag}` of `pulumi-wasm bundle`"
            ),
            Self::TerraformProvider => format!(
                "the publisher of the provider grants it, with `{flag}` of `pulumi-wasm terraform`"
            ),
            Self::Folder => {
                format!("grant it with `{flag}` among the `parameters` in `PulumiPlugin.yaml`")
            }
        }
    }

    /// The setting of a limit by a flag, as a noun: the words behind "raise it with".
    pub(crate) fn setting(self, flag: &str) -> String {
        let place = match self {
            Self::Added => "after `--` of `pulumi package add`",
            Self::Bundle => "of `pulumi-wasm bundle`, which the publisher of the plugin runs",
            Self::TerraformProvider => {
                "of `pulumi-wasm terraform`, which the publisher of the provider runs"
            }
            Self::Folder => "among the `parameters` in `PulumiPlugin.yaml`",
        };
        format!("`{flag}` (or another value) {place}")
    }

    /// A flag of the user's engine that makes it run fewer operations at once.
    pub(crate) fn parallelism(self) -> &'static str {
        match self {
            Self::Added | Self::Bundle | Self::Folder => "`--parallel 16`",
            // Without the flag, Terraform runs ten.
            Self::TerraformProvider => "`-parallelism=5`",
        }
    }
}
