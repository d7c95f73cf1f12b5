//! Reads the policies that apply.

use std::path::Path;

use crate::policy::{Policy, PolicyError, PolicyFiles, document, files};

impl Policy {
    /// Reads the policies that apply; without any, nothing is forbidden.
    ///
    /// # Errors
    /// If one of them cannot be read, could have been written by another user, or contains an unknown key.
    pub fn read(files: &PolicyFiles) -> Result<Self, PolicyError> {
        let mut policy = Self::default();
        for path in &files.optional {
            if let Some(text) = files::read(path)? {
                policy.add(path, &text)?;
            }
        }
        if let Some(path) = &files.named {
            let text = files::read(path)?.ok_or_else(|| PolicyError {
                file: path.clone(),
                line: None,
                reason: "there is no such file".to_owned(),
                hint: "`PULUMI_WASM_POLICY` names it: put the file there, or unset the variable"
                    .to_owned(),
            })?;
            policy.add(path, &text)?;
        }
        Ok(policy)
    }

    /// Adds the rules of a file.
    ///
    /// # Errors
    /// The error contains the line of the first mistake.
    pub fn add(&mut self, path: &Path, text: &str) -> Result<(), PolicyError> {
        document::add(self, path, text)?;
        self.files.push(path.to_owned());
        Ok(())
    }
}
