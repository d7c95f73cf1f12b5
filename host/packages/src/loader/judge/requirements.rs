//! Requirements that a component meets before it is stored or loaded: its version, its digest, and its entry in the
//! project's file.

use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::text::Excerpt;
use semver::Version;

use crate::loader::Loader;
use crate::loader::judge::policy_check;
use crate::policy::Policy;
use crate::{Declared, Digest, ParameterValue, Place, Source, SourceError};

/// The requirement that a component meets before it is stored.
#[derive(Debug, Clone, Default)]
pub(crate) enum Required {
    /// No requirement: the place is judged when a package uses the component.
    #[default]
    Nothing,
    /// The policy allows its place for its package and version.
    Place,
    /// Like [`Self::Place`], and the component also has the version in its source, if the source names one.
    Version(Source),
}

impl Required {
    /// Fails if a component does not meet the requirement.
    pub(crate) fn judge(
        &self,
        manifest: &Manifest,
        place: &Place,
        policy: &Policy,
    ) -> Result<(), SourceError> {
        if let Self::Version(typed) = self {
            require_version(manifest.version(), typed)?;
        }
        match self {
            Self::Nothing => Ok(()),
            Self::Place | Self::Version(_) => {
                let package = (manifest.name(), manifest.version());
                policy_check::require_allowed_place(policy, Some(package), place)
            }
        }
    }
}

/// Fails if a component does not have the version that its source says.
pub(crate) fn require_version(version: &str, typed: &Source) -> Result<(), SourceError> {
    let is_other = |said: &Version| Version::parse(version).ok().as_ref() != Some(said);
    let Some(said) = typed.version().filter(is_other) else {
        return Ok(());
    };
    let subject = match typed {
        Source::Registry(_) => "the tag of ",
        _ => "",
    };
    Err(SourceError::new(format!(
        "{subject}`{typed}` says version {said}, and the component in it is version {}",
        Excerpt::name(version)
    ))
    .hint("ask the publisher: an older version under a newer name may be an attack"))
}

impl Loader {
    /// Makes sure that the project's file names the package, the components and all grants of a value if the policy
    /// requires that. It does not apply to arguments, because their user is adding them to the project.
    pub(crate) fn require_declared(
        &self,
        policy: &Policy,
        value: &ParameterValue,
    ) -> Result<(), SourceError> {
        let Some(rule) = policy.only_declared() else {
            return Ok(());
        };
        let refuse = |reason: String| {
            Err(SourceError::new(format!(
                "the package `{}` may not run: {rule} requires the project to name all of it, and {reason}",
                value.name
            ))
            .hint(format!(
                "if it belongs to the project, add it there with `pulumi package add wasm FILE`, also to destroy its resources; otherwise find out where it comes from with `pulumi-wasm grants`, or {}",
                policy_check::ASK
            )))
        };
        let around = Declared::around(&self.folder)?;
        if around.is_empty() {
            return refuse(format!(
                "there is no Pulumi.yaml in `{}`, where the plugin was started, or above",
                self.folder.display()
            ));
        }
        for declared in around {
            let paths = declared.undeclared(value).into_iter();
            let mut more: Vec<String> = paths.map(|path| format!("component {path}")).collect();
            more.extend(declared.beyond(value));
            if !more.is_empty() {
                return refuse(format!(
                    "`{}` does not name `{}`",
                    declared.file.display(),
                    more.join("`, `")
                ));
            }
        }
        Ok(())
    }
}

/// Whether the pins allow a digest. Without pins, every digest is allowed.
pub(crate) fn allows(pins: &[Digest], digest: &Digest) -> bool {
    pins.is_empty() || pins.contains(digest)
}

/// Checks that the pins allow a component's digest. Without pins, every digest is allowed.
pub(crate) fn require_pinned(
    pins: &[Digest],
    typed: &Source,
    digest: &Digest,
) -> Result<(), SourceError> {
    if allows(pins, digest) {
        return Ok(());
    }
    let pins: Vec<String> = pins.iter().map(ToString::to_string).collect();
    Err(SourceError::new(format!(
        "`{typed}` is {digest}, and `--sha256` asks for {}",
        pins.join(" or ")
    ))
    .hint(format!(
        "get the file with that digest; or, for the new build, give `--sha256 {}` in the command that adds the package and in the `parameters` of `Pulumi.yaml`",
        digest.hex()
    )))
}
