//! One program, once with the default provider and once with an explicit one.

/// The provider of a program's resources.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// The provider that the engine makes of the stack's configuration.
    Default,
    /// A resource of the program, of the name `own`.
    Explicit,
}

impl Provider {
    /// Makes a program of a template, in which each resource has options that begin with `VIA`, as in
    /// `options: {VIA}` or `options: {VIA import: 17}`.
    pub fn complete(self, template: &str, package: &str, properties: &str) -> String {
        let program = template.replace("VIA", self.via());
        match self {
            Self::Default => program,
            Self::Explicit => {
                let own = format!(
                    "resources:\n  own:\n    type: pulumi:providers:{package}\n    properties: {{{properties}}}\n"
                );
                program.replacen("resources:\n", &own, 1)
            }
        }
    }

    /// The beginning of the options of a resource.
    pub fn via(self) -> &'static str {
        match self {
            Self::Default => "",
            Self::Explicit => "provider: \"${own}\",",
        }
    }
}
