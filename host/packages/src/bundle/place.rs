//! The place of a bundle: the folder of the program, which has the provider's name.

use std::path::{Path, PathBuf};

use super::{FILE, MAX_BYTES, PREFIX, PluginBundle};
use crate::schema_document::PLUGIN;
use crate::{ComponentReference, SourceError, regular_file};

/// The provider in the name of a program, without the ending that Windows wants; `None` if it is no name of a plugin.
fn provider_of(program: &Path) -> Option<&str> {
    let name = program.file_name()?.to_str()?;
    name.strip_suffix(".exe")
        .unwrap_or(name)
        .strip_prefix(PREFIX)
}

/// A program with the name of a provider, which serves what lies beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundlePlace {
    folder: PathBuf,
    /// The provider's name, as the name that the program was started by has it.
    name: String,
    /// The program, if it has another name than the link that it was started by.
    linked: Option<PathBuf>,
}

impl BundlePlace {
    /// The place of this process's program. `None` if it was started as the plugin `wasm`, or by a name that no plugin
    /// has: then nothing is looked at.
    #[must_use]
    pub fn of_process() -> Option<Self> {
        let program = std::env::current_exe().ok()?;
        // Only some systems give the file itself where it was started by a link.
        let program = program.canonicalize().unwrap_or(program);
        let started = std::env::args_os().next().map(PathBuf::from);
        Self::of_program(&program, started.as_deref())
    }

    fn of_program(program: &Path, started: Option<&Path>) -> Option<Self> {
        let own = provider_of(program);
        // The engine starts what it found under the name that it looked for, which may be a link.
        let name = started.and_then(provider_of).or(own)?;
        (name != PLUGIN).then_some(())?;
        Some(Self {
            folder: program.parent()?.to_owned(),
            name: name.to_owned(),
            linked: (own != Some(name)).then(|| program.to_owned()),
        })
    }

    /// The provider's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A file beside the program.
    pub(crate) fn file(&self, component: &ComponentReference) -> PathBuf {
        self.folder.join(component.place.path().unwrap_or_default())
    }

    /// Reads what is to be served.
    ///
    /// # Errors
    /// When [`FILE`] is missing, malformed, or that of another provider or version than the installed one.
    pub fn read(&self) -> Result<PluginBundle, SourceError> {
        if let Some(program) = &self.linked {
            return Err(SourceError::new(format!(
                "`{PREFIX}{}` is a link to `{}`, and a program serves the provider of its name",
                self.name,
                program.display()
            ))
            .hint(self.install("VERSION")));
        }
        let file = self.folder.join(FILE);
        let shown = file.display();
        let unreadable = |reason: &str| {
            SourceError::new(format!(
                "`{}{}` serves the provider of a bundle, and `{shown}` cannot be used: {reason}",
                PREFIX, self.name
            ))
            .hint(self.reinstall())
        };
        let text = regular_file::read(&file, MAX_BYTES)
            .map_err(|error| unreadable(&error.to_string()))?
            .ok_or_else(|| unreadable("it is larger than 1 MiB"))?;
        let bundle = PluginBundle::parse(&text).map_err(|reason| unreadable(&reason))?;
        if bundle.package.name != self.name {
            return Err(SourceError::new(format!(
                "`{PREFIX}{}` has the provider `{}` beside it, in `{shown}`",
                self.name, bundle.package.name
            ))
            .hint(format!(
                "a bundle's program has its provider's name: install the archive with `pulumi plugin install resource {} {} \
                 --file ARCHIVE`",
                bundle.package.name, bundle.package.version
            )));
        }
        let version = &bundle.package.version;
        if let Some(installed) = self.installed_version()
            && !semver::Version::parse(version).is_ok_and(|version| version == installed)
        {
            return Err(SourceError::new(format!(
                "the plugin `{0}` is installed as {installed}, and is the provider `{0}` {version}: `{shown}` says so",
                self.name
            ))
            .hint(self.install(version)));
        }
        Ok(bundle)
    }

    /// The version in the name of the folder, if Pulumi installed the plugin there.
    fn installed_version(&self) -> Option<semver::Version> {
        let folder = self.folder.file_name()?.to_str()?;
        let version = folder.strip_prefix(&format!("resource-{}-v", self.name))?;
        semver::Version::parse(version).ok()
    }

    fn install(&self, version: &str) -> String {
        format!(
            "install the archive of the bundle: `pulumi plugin install resource {} {version} --file ARCHIVE`",
            self.name
        )
    }

    /// What helps if a part of the bundle is not as it was.
    pub(crate) fn reinstall(&self) -> String {
        format!(
            "install the whole archive again: `pulumi plugin install resource {} VERSION --file ARCHIVE --reinstall`",
            self.name
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::bundle;
    use super::*;

    #[test]
    fn the_name_of_the_program_tells_a_bundle() {
        let place = |program: &str| BundlePlace::of_program(Path::new(program), None);
        let named = |program: &str| place(program).map(|place| place.name);
        assert_eq!(named("/p/pulumi-resource-acme").as_deref(), Some("acme"));
        assert_eq!(named("/p/pulumi-resource-a-b.exe").as_deref(), Some("a-b"));
        for usual in ["pulumi-resource-wasm", "pulumi-resource-wasm.exe", "host"] {
            assert_eq!(place(&format!("/p/{usual}")), None, "{usual}");
        }
    }

    #[test]
    fn a_link_is_the_provider_of_its_name_and_serves_none() {
        let place = |program: &str, started: &str| {
            BundlePlace::of_program(Path::new(program), Some(Path::new(started)))
        };
        for program in [
            "/p/pulumi-resource-wasm",
            "/p/pulumi-resource-acme",
            "/p/host",
        ] {
            let place = place(program, "/bin/pulumi-resource-other").expect("a name of a provider");
            assert_eq!(place.name(), "other");
            let error = place.read().expect_err("a link").to_string();
            let expected = format!("`pulumi-resource-other` is a link to `{program}`");
            assert!(error.contains(&expected), "{error}");
        }
        // A link of the same name leads to the bundle.
        let same = place("/p/pulumi-resource-acme", "/bin/pulumi-resource-acme");
        assert_eq!(same, place("/p/pulumi-resource-acme", "acme"));
        assert_eq!(same.expect("a name of a provider").linked, None);
        let usual = place("/p/pulumi-resource-acme", "/bin/pulumi-resource-wasm");
        assert_eq!(usual, None);
    }

    #[test]
    fn a_bundle_is_installed_under_its_version() {
        let plugins = tempfile::tempdir().expect("a folder");
        for (folder, is_right) in [
            ("resource-acme-v1.2.3", true),
            ("resource-acme-v9.9.9", false),
            ("resource-acme-v1.2.3-beta.1", false),
            ("resource-other-v9.9.9", true),
            ("bin", true),
        ] {
            let folder = plugins.path().join(folder);
            std::fs::create_dir(&folder).expect("a folder");
            std::fs::write(folder.join(FILE), bundle().to_bytes()).expect("a file");
            let place = BundlePlace::of_program(&folder.join("pulumi-resource-acme"), None);
            let read = place.expect("a name of a provider").read();
            assert_eq!(read.is_ok(), is_right, "{}", folder.display());
        }
    }

    #[test]
    fn a_bundle_of_another_provider_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = BundlePlace::of_program(&folder.path().join("pulumi-resource-other"), None);
        let place = place.expect("a name of a provider");
        let missing = place.read().expect_err("nothing is there").to_string();
        assert!(missing.contains("bundle.json") && missing.contains("hint: "));
        std::fs::write(folder.path().join(FILE), bundle().to_bytes()).expect("a file");
        let error = place.read().expect_err("another provider").to_string();
        assert!(error.contains("the provider `acme` beside it"), "{error}");
    }
}
