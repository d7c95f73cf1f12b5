//! A component as an ordinary plugin: the host's program under the provider's name, with the component and [`FILE`]
//! beside it.
//!
//! The program is the released host, byte for byte. So it is covered by the signature and the checksum of the release,
//! and its start reads no further files. [`FILE`] fixes the arguments that a user of the package would give: the
//! components by their digests, grants and limits. The file is beside the program. A person that can change the file
//! can change the program, too.

use std::path::{Path, PathBuf};

use pulumi_wasm_core::text::Excerpt;
use serde::{Deserialize, Serialize};

use crate::own_package::program_name::Engine;
use crate::plugin_reference::PLUGIN;
use crate::{ComponentReference, ParameterValue, SourceError, project, regular_file};

/// The file that describes a bundle.
pub const FILE: &str = "bundle.json";
/// The format that this host reads and writes.
const FORMAT: u64 = 1;
/// Larger than any description of a bundle.
const MAX_BYTES: u64 = 1 << 20;

/// The package that a bundle serves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginBundle {
    /// The package as a parameter value. Its paths are names of files beside the program.
    pub package: ParameterValue,
    /// The address that Pulumi downloads the plugin from, if the author of the bundle gave one.
    pub download_url: Option<String>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Document {
    v: u64,
    /// The version of the program, for people.
    host: String,
    #[serde(
        default,
        rename = "pluginDownloadURL",
        skip_serializing_if = "Option::is_none"
    )]
    download_url: Option<String>,
    package: serde_json::Value,
}

impl PluginBundle {
    /// Reads the text of [`FILE`].
    ///
    /// # Errors
    /// A sentence: it is not ours, of a newer format, or names files elsewhere.
    pub fn parse(text: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Probe {
            v: u64,
        }
        let malformed = |error: serde_json::Error| Excerpt::reason(&error.to_string()).to_string();
        let probe: Probe = serde_json::from_slice(text).map_err(malformed)?;
        if probe.v != FORMAT {
            return Err(format!(
                "it has format {}, and this program ({}) reads format {FORMAT}",
                probe.v,
                env!("CARGO_PKG_VERSION")
            ));
        }
        let document: Document = serde_json::from_slice(text).map_err(malformed)?;
        let package = document.package.to_string();
        let package = ParameterValue::parse(package.as_bytes()).map_err(|error| error.reason)?;
        for component in &package.components {
            if !component.place.path().is_some_and(is_file_name) {
                return Err(format!(
                    "`{}` is not the name of a file beside it",
                    Excerpt::name(&component.place.to_string())
                ));
            }
        }
        Ok(Self {
            package,
            download_url: document.download_url,
        })
    }

    /// Writes the text of [`FILE`]; equal bundles are written alike.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let package = serde_json::from_slice(&self.package.to_bytes()).unwrap_or_default();
        let document = Document {
            v: FORMAT,
            host: env!("CARGO_PKG_VERSION").to_owned(),
            download_url: self.download_url.clone(),
            package,
        };
        // A document of strings and numbers can always be written.
        let mut text = serde_json::to_vec_pretty(&document).unwrap_or_default();
        text.push(b'\n');
        text
    }
}

/// Whether a recorded path is the name of a file, without a folder.
pub(crate) fn is_file_name(path: &str) -> bool {
    project::is_recorded_form(path) && !path.contains('/')
}

/// A program with the name of a provider. It serves the components beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundlePlace {
    engine: Engine,
    folder: PathBuf,
    /// The provider's name: the program was started as `pulumi-resource-NAME`.
    name: String,
    /// The program, if it was started by a link with another name.
    linked: Option<PathBuf>,
}

impl BundlePlace {
    /// The place of this process's program. `None` if it was started as the plugin `wasm`, or under a name that is
    /// not a plugin's.
    #[must_use]
    pub fn of_process() -> Option<Self> {
        let program = std::env::current_exe().ok()?;
        // Some systems return the link that the program was started by.
        let program = program.canonicalize().unwrap_or(program);
        let started = std::env::args_os().next().map(PathBuf::from);
        Self::of_program(&program, started.as_deref())
    }

    fn of_program(program: &Path, started: Option<&Path>) -> Option<Self> {
        let own = Engine::of_program(program);
        // The engine starts a plugin by the name that it looked for, which may be a link.
        let (engine, name) = started.and_then(Engine::of_program).or(own)?;
        (engine != Engine::Pulumi || name != PLUGIN).then_some(())?;
        Some(Self {
            engine,
            folder: program.parent()?.to_owned(),
            name: name.to_owned(),
            linked: (own != Some((engine, name))).then(|| program.to_owned()),
        })
    }

    /// The engine that starts the program.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The name of the program.
    fn program(&self) -> String {
        self.engine.program(&self.name)
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

    /// Reads the bundle.
    ///
    /// # Errors
    /// When [`FILE`] is missing or malformed, or names a provider or version that is not the installed one.
    pub fn read(&self) -> Result<PluginBundle, SourceError> {
        if let Some(program) = &self.linked {
            return Err(SourceError::new(format!(
                "`{}` is a link to `{}`, and a program serves the provider of its name",
                self.program(),
                program.display()
            ))
            .hint(self.install("VERSION")));
        }
        let file = self.folder.join(FILE);
        let shown = file.display();
        let unreadable = |reason: &str| {
            SourceError::new(format!(
                "`{}` serves the provider of a bundle, and `{shown}` cannot be used: {reason}",
                self.program()
            ))
            .hint(self.reinstall())
        };
        let text = regular_file::read(&file, MAX_BYTES)
            .map_err(|error| unreadable(&error.to_string()))?
            .ok_or_else(|| unreadable("it is larger than 1 MiB"))?;
        let bundle = PluginBundle::parse(&text).map_err(|reason| unreadable(&reason))?;
        if self.engine.provider(&bundle.package.name) != self.name {
            return Err(SourceError::new(format!(
                "`{}` has the provider `{}` beside it, in `{shown}`",
                self.program(),
                bundle.package.name
            ))
            .hint(format!(
                "give the program of a bundle the provider's name: {}",
                self.engine
                    .install_advice(&bundle.package.name, &bundle.package.version, false)
            )));
        }
        let version = &bundle.package.version;
        if let Some(installed) = self.installed_version()
            && !semver::Version::parse(version).is_ok_and(|version| version == installed)
        {
            return Err(SourceError::new(format!(
                "the plugin `{0}` is installed as version {installed}, but `{shown}` describes version {version}",
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
        self.engine.install_advice(&self.name, version, false)
    }

    /// The hint for a changed bundle.
    pub(crate) fn reinstall(&self) -> String {
        self.engine.install_advice(&self.name, "VERSION", true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ComponentReference, Digest, Place};

    pub(crate) fn bundle() -> PluginBundle {
        PluginBundle {
            package: ParameterValue {
                name: "acme".to_owned(),
                version: "1.2.3".to_owned(),
                components: vec![ComponentReference {
                    digest: Digest::of(b"x"),
                    place: Place::File("acme.wasm".to_owned()),
                }],
                grants: pulumi_wasm_capability::Grants::default(),
                limits: pulumi_wasm_capability::limits::Limits::default(),
            },
            download_url: Some("https://example.com/${VERSION}".to_owned()),
        }
    }

    #[test]
    fn a_bundle_is_read_as_it_was_written() {
        assert_eq!(PluginBundle::parse(&bundle().to_bytes()), Ok(bundle()));
    }

    #[test]
    fn what_is_not_a_bundle_is_said() {
        let text = String::from_utf8(bundle().to_bytes()).expect("UTF-8");
        for (bad, expected) in [
            (String::new(), "EOF"),
            (
                text.replacen("\"v\": 1", "\"v\": 2", 1),
                "it has format 2, and this program",
            ),
            (text.replace("\"host\"", "\"hosts\""), "unknown field"),
            (
                text.replace("acme.wasm", "lib/acme.wasm"),
                "not the name of a file beside it",
            ),
            (
                text.replace("acme.wasm", "../acme.wasm"),
                "not a path inside",
            ),
        ] {
            let reason = PluginBundle::parse(bad.as_bytes()).expect_err("an error");
            assert!(reason.contains(expected), "{expected}: {reason}");
        }
    }

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
