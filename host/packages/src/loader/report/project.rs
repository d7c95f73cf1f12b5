//! Warnings about the project: it grants less than the package has, or a component's file has changed.

use std::path::PathBuf;

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::call::{LogSink, Severity};

use crate::loader::Loaded;
use crate::store::stat_cache;
use crate::{ComponentReference, Declared};

/// The number of components whose files are checked before a call.
const MAX_FILES_BEFORE_CALLS: usize = 8;

impl Loaded {
    /// Whether the warnings about the project have to read files. These checks take less time and memory than the
    /// thread that reads the files. A package that the program was started for is not in any project.
    #[must_use]
    pub fn has_files_to_read(&self) -> bool {
        if self.own.is_some() {
            return false;
        }
        let components = &self.value.components;
        self.may_exceed_project_grants()
            || components.len() > MAX_FILES_BEFORE_CALLS
            || self.may_have_two_builds()
            || self.recorded().any(|(reference, file)| {
                !stat_cache::is_known(&self.loader.store, &reference.digest, &file)
            })
    }

    /// Warns if the package has more grants than the project's file lists, because people review that file. Reads
    /// files. Does not warn if the project does not name the package.
    pub fn warn_about_project(&self, log: &dyn LogSink) {
        if !self.may_exceed_project_grants() {
            return;
        }
        let Ok(Some(declared)) = Declared::nearest(&self.loader.folder) else {
            return;
        };
        if !declared.names(&self.value.name) {
            return;
        }
        let beyond = declared.beyond(&self.value);
        if !beyond.is_empty() {
            let message = format!(
                "the package `{}` may reach more than `{}` says: `{}`\n\
                 hint: the generated SDK decides; add the package again with the right flags: `pulumi-wasm grants` shows all",
                self.value.name,
                declared.file.display(),
                beyond.join("`, `")
            );
            log.log(Severity::Warning, "", &message, false);
        }
    }

    /// Whether the package may have more grants than the project's file lists, without reading the file: a package
    /// without grants cannot. Reading a YAML project with 1,000 resources takes as long as creating 200 of them.
    fn may_exceed_project_grants(&self) -> bool {
        !Declared::default().beyond(&self.value).is_empty()
    }

    /// The components whose recorded files exist, except a served component.
    fn recorded(&self) -> impl Iterator<Item = (&ComponentReference, PathBuf)> {
        let components: &[ComponentReference] = match self.served {
            Some(_) => &[],
            None => self.value.components.as_slice(),
        };
        let folders = self.loader.recorded_folders();
        components.iter().filter_map(move |reference| {
            let path = reference.place.path()?;
            let mut files = folders.iter().map(|folder| folder.join(path));
            Some((reference, files.find(|file| file.is_file())?))
        })
    }

    /// Whether an SDK in the project names the changed file. A language may have installed an older SDK elsewhere.
    fn is_in_sdks(&self, found: &stat_cache::ChangedContents) -> bool {
        let stat_cache::ChangedContents::Digest(digest) = found else {
            return false;
        };
        let findings = self.loader.findings_in_sdks();
        let mut components = findings.iter().flat_map(|found| &found.value.components);
        components.any(|component| component.digest == *digest)
    }

    /// Warns if a recorded file has changed since the running component was added, because its author may expect the
    /// new build to run. May read files, so it runs in parallel with the calls.
    pub fn warn_about_changed_files(&self, log: &dyn LogSink) {
        for (reference, file) in self.recorded() {
            let most = self.value.limits.get(Limit::ComponentSize);
            let found = stat_cache::changed(&self.loader.store, &reference.digest, &file, most);
            if let Some(found) = found {
                let hint = if self.is_in_sdks(&found) {
                    "the SDK in `sdks` has the new file, but the program uses an older SDK: run `pulumi \
                     install`".to_owned()
                } else {
                    format!("to run the new file: `{}`", self.value.command())
                };
                let message = format!(
                    "`{}` has changed since the package `{}` was added ({found}); the package still runs {}\nhint: {hint}",
                    reference.place, self.value.name, reference.digest,
                );
                log.log(Severity::Warning, "", &message, false);
            }
        }
    }
}
