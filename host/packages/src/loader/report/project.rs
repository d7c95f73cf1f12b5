//! Warnings about the project: it grants less than the package has, or a component's file has changed.

use std::path::PathBuf;

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::call::{LogSink, Severity};

use crate::loader::Loaded;
use crate::{ComponentReference, Declared, stat_cache};

/// Of so many components at most, files are looked at before the calls.
const LOOKED_AT: usize = 8;

impl Loaded {
    /// Whether files have to be read for the warnings about the project. The checks here take less time, and less memory,
    /// than the thread that would read them. A project says nothing of the own package of a program.
    #[must_use]
    pub fn has_files_to_read(&self) -> bool {
        if self.own.is_some() {
            return false;
        }
        let components = &self.value.components;
        self.may_reach_more()
            || components.len() > LOOKED_AT
            || self.may_have_a_rival()
            || self.recorded().any(|(reference, file)| {
                !stat_cache::is_known(&self.loader.store, &reference.digest, &file)
            })
    }

    /// Warns if the package has more grants than the project's file says, which is the file that people read. Reads
    /// files, as [`Self::warn_about_changed_files`] does. A project that does not name the package says nothing of it.
    pub fn warn_about_project(&self, log: &dyn LogSink) {
        if !self.may_reach_more() {
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

    /// Whether the package may have more grants than some project's file says. Grants within a project that says nothing
    /// are within each project: most packages are granted nothing, and a project in YAML is as large as its program.
    /// Reading one with 1,000 resources takes as long as creating 200 of them.
    fn may_reach_more(&self) -> bool {
        !Declared::default().beyond(&self.value).is_empty()
    }

    /// The components whose recorded files are there, without a served component.
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

    /// Whether an SDK in the project names what was found in the place of a component. Languages install SDKs elsewhere, where an
    /// older one may be left.
    fn is_in_sdks(&self, found: &stat_cache::Other) -> bool {
        let stat_cache::Other::Digest(digest) = found else {
            return false;
        };
        let findings = self.loader.findings_in_sdks();
        let mut components = findings.iter().flat_map(|found| &found.value.components);
        components.any(|component| component.digest == *digest)
    }

    /// Warns if a recorded file is no longer the code that runs: its author rebuilt it and may expect the new one. May
    /// read files, so it is run beside the calls, not before them.
    pub fn warn_about_changed_files(&self, log: &dyn LogSink) {
        for (reference, file) in self.recorded() {
            let most = self.value.limits.get(Limit::ComponentSize);
            let found = stat_cache::changed(&self.loader.store, &reference.digest, &file, most);
            if let Some(found) = found {
                let hint = match self.is_in_sdks(&found) {
                    true => "the SDK in `sdks` has the new file, and the program uses an older SDK: `pulumi install`".to_owned(),
                    false => format!("to run the new file: `{}`", self.value.command()),
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
