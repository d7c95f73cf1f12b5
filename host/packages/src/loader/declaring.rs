//! Values that the project's file does not name, if the operator's policy requires that.

use super::{Loader, policy_check};
use crate::policy::Policy;
use crate::{Declared, ParameterValue, SourceError};

impl Loader {
    /// Makes sure that the project names a value, if the policy requires that: its package, its components, and all its
    /// grants. Arguments need not be named: their user is about to add them to the project.
    pub(super) fn require_declared(
        &self,
        policy: &Policy,
        value: &ParameterValue,
    ) -> Result<(), SourceError> {
        let Some(rule) = policy.only_declared() else {
            return Ok(());
        };
        let refuse = |reason: String| {
            Err(SourceError::new(format!(
                "the package `{}` may not run: {rule} wants the project to name all of it, and {reason}",
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
