//! The places of the flags of a package, which grant access and set limits. Advice about a grant or a limit names the place.

/// Where the flags of a package are, and who can change them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FlagPlace {
    /// In the user's command that adds the package to a project.
    #[default]
    Added,
    /// In the user's command that reads the component, such as `pulumi-wasm inspect`.
    Command,
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
        let place = self.words();
        match self.published() {
            Some(published) => {
                format!("the publisher of the {published} grants it, with `{flag}`{place}")
            }
            None => format!("grant it with `{flag}`{place}"),
        }
    }

    /// The setting of a limit by a flag, as a noun: the words behind "raise it with".
    pub(crate) fn setting(self, flag: &str) -> String {
        let place = self.words();
        let publisher = self
            .published()
            .map(|published| format!(", which the publisher of the {published} runs"));
        format!(
            "`{flag}` (or another value){place}{}",
            publisher.unwrap_or_default()
        )
    }

    /// The place, for a text behind a flag: with a space before it, or empty.
    fn words(self) -> &'static str {
        match self {
            Self::Added => " after `--` of `pulumi package add`",
            Self::Command => "",
            Self::Bundle => " of `pulumi-wasm bundle`",
            Self::TerraformProvider => " of `pulumi-wasm terraform`",
            Self::Folder => " among the `parameters` in `PulumiPlugin.yaml`",
        }
    }

    /// The noun for a package whose flags its publisher alone can change.
    fn published(self) -> Option<&'static str> {
        match self {
            Self::Added | Self::Command | Self::Folder => None,
            Self::Bundle => Some("plugin"),
            Self::TerraformProvider => Some("provider"),
        }
    }

    /// A flag of the user's engine that makes it run fewer operations at once.
    pub(crate) fn parallelism(self) -> &'static str {
        match self {
            Self::Added | Self::Command | Self::Bundle | Self::Folder => "`--parallel 16`",
            // Without the flag, Terraform runs ten.
            Self::TerraformProvider => "`-parallelism=5`",
        }
    }
}
