//! A folder that is a provider: `PulumiPlugin.yaml` with `runtime: wasm`, and a component.
//!
//! Pulumi starts such a folder with the language host `wasm`, which passes on the runtime's options as they are in the
//! file. They have the form of the arguments of `pulumi package add wasm`: the folder's author chooses the components,
//! grants and limits.

use std::path::{Path, PathBuf};

use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_platform::env;
use serde::Deserialize;

use crate::{Arguments, SourceError, project};

/// The number of components that a message lists if a user must choose one.
const NAMED: usize = 8;

/// Folders in which package managers install dependencies.
const INSTALLED: [&str; 4] = ["node_modules", "site-packages", "dist-packages", "vendor"];

/// The file that makes a folder a plugin.
pub const FILE: &str = "PulumiPlugin.yaml";

/// A folder that is a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginFolder {
    folder: PathBuf,
    /// The options of the runtime, as JSON.
    options: String,
}

/// The options that the runtime `wasm` has.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    /// Components and flags, as after `pulumi package add wasm`.
    #[serde(default)]
    parameters: Vec<String>,
}

impl PluginFolder {
    /// A folder, and the options of its runtime as a JSON object. The host reads neither before the first load.
    #[must_use]
    pub fn new(folder: PathBuf, options: String) -> Self {
        Self { folder, options }
    }

    /// The folder with [`FILE`].
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The components, grants and limits that the folder's author chose. Without a component among the parameters,
    /// the only component in the folder is used.
    ///
    /// # Errors
    /// When an option or a parameter is wrong, or the folder does not have exactly one component; with advice.
    pub(crate) fn arguments(&self) -> Result<Arguments, SourceError> {
        let options: Options = serde_json::from_str(&self.options).map_err(|error| {
            let reason = error.to_string();
            self.wrong(&Excerpt::reason(&reason).to_string()).hint(
                "the runtime `wasm` has one option: `parameters`, a list of components and flags as after \
                 `pulumi package add wasm`",
            )
        })?;
        let arguments = Arguments::parse_with(&options.parameters, || self.only_component());
        arguments.map_err(|error| SourceError {
            reason: self.wrong(&error.reason).reason,
            ..error
        })
    }

    /// Whether the component must be built: the author names no component, and the folder contains none. So it is if
    /// the options cannot be read, too.
    #[must_use]
    pub fn lacks_its_component(&self) -> bool {
        self.means_the_only_component() && self.components().unwrap_or_default().is_empty()
    }

    /// Whether the folder is a part of the project around `here`, and not something that a tool put there: a package
    /// manager, Git, or Pulumi.
    #[must_use]
    pub fn is_of_project_around(&self, here: &Path) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        let (Some(folder), Some(here)) = (real(&self.folder), real(here)) else {
            return false;
        };
        let Some(project) = project::nearest(&here) else {
            return false;
        };
        let Ok(inside) = folder.strip_prefix(&project) else {
            return false;
        };
        let is_in_pulumis_folder = env::pulumi_home()
            .and_then(|home| real(&home))
            .is_some_and(|home| folder.starts_with(home));
        let is_installed = inside.iter().any(|part| {
            let name = part.to_string_lossy();
            name.starts_with('.') || INSTALLED.contains(&name.as_ref())
        });
        let is_of_other_repository = || {
            let mut below = folder.ancestors().take_while(|above| *above != project);
            below.any(|above| above.join(".git").exists())
        };
        !is_in_pulumis_folder && !is_installed && !is_of_other_repository()
    }

    fn means_the_only_component(&self) -> bool {
        let options = serde_json::from_str::<Options>(&self.options).unwrap_or_default();
        let mut is_meant = false;
        let arguments = Arguments::parse_with(&options.parameters, || {
            is_meant = true;
            Ok(PathBuf::new())
        });
        is_meant || arguments.is_err()
    }

    /// The names of the component files in the folder, in order.
    fn components(&self) -> std::io::Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(&self.folder)?;
        let mut found: Vec<PathBuf> = entries
            .filter_map(Result::ok)
            .filter(|entry| entry.path().is_file())
            .map(|entry| PathBuf::from(entry.file_name()))
            .filter(|name| name.extension().is_some_and(|ending| ending == "wasm"))
            .collect();
        found.sort();
        Ok(found)
    }

    fn wrong(&self, reason: &str) -> SourceError {
        SourceError::new(format!("`{}`: {reason}", self.folder.join(FILE).display()))
    }

    fn only_component(&self) -> Result<PathBuf, SourceError> {
        let found = self
            .components()
            .map_err(|error| SourceError::new(format!("the folder cannot be read: {error}")))?;
        match found.as_slice() {
            [one] => Ok(one.clone()),
            [] => Err(
                SourceError::new("the folder has no component").hint(format!(
                    "build it: `pulumi-wasm build {}`",
                    self.folder.display()
                )),
            ),
            several => {
                let shown =
                    |name: &PathBuf| format!("`{}`", Excerpt::name(&name.to_string_lossy()));
                let names: Vec<String> = several.iter().take(NAMED).map(shown).collect();
                let more = match several.len().saturating_sub(NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                Err(SourceError::new(format!(
                    "the folder has several components: {}{more}",
                    names.join(", ")
                ))
                .hint("name the component among the `parameters` of the runtime's options"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            std::fs::write(folder.path().join(file), "").expect("a file");
        }
        folder
    }

    fn arguments(files: &[&str], options: &str) -> Result<Arguments, SourceError> {
        let folder = folder(files);
        PluginFolder::new(folder.path().to_owned(), options.to_owned()).arguments()
    }

    #[test]
    fn the_only_component_is_meant_unless_one_is_named() {
        let found = arguments(&["acme.wasm", "readme"], "{}").expect("arguments");
        assert_eq!(found.components, [Source::File(PathBuf::from("acme.wasm"))]);
        let options = r#"{"parameters": ["./b.wasm", "--allow-env", "TOKEN"]}"#;
        let found = arguments(&["a.wasm", "b.wasm"], options).expect("arguments");
        assert_eq!(found.components, [Source::File(PathBuf::from("./b.wasm"))]);
        let options = r#"{"parameters": ["--allow-env", "TOKEN"]}"#;
        let found = arguments(&["a.wasm"], options).expect("arguments");
        assert_eq!(found.components, [Source::File(PathBuf::from("a.wasm"))]);
        assert!(found.grants.env.contains("TOKEN"));
    }

    #[test]
    fn a_component_is_built_unless_the_author_names_one_or_it_is_there() {
        for (options, expected) in [
            ("{}", true),
            (r#"{"parameters": ["--limit", "memory=1GiB"]}"#, true),
            (r#"{"parameters": ["--no-flag"]}"#, true),
            ("[", true),
            (r#"{"parameters": ["./dist/acme.wasm"]}"#, false),
            (
                r#"{"parameters": ["oci://ghcr.io/acme/provider:1.2.3"]}"#,
                false,
            ),
        ] {
            for (files, lacks) in [(&["readme"][..], expected), (&["acme.wasm"], false)] {
                let folder = folder(files);
                let folder = PluginFolder::new(folder.path().to_owned(), options.to_owned());
                assert_eq!(folder.lacks_its_component(), lacks, "{options}, {files:?}");
            }
        }
    }

    #[test]
    fn a_folder_is_of_a_project_unless_a_tool_put_it_there() {
        let root = tempfile::tempdir().expect("a folder");
        let project = root.path().join("project");
        for folder in [
            "project/.git",
            "project/infra",
            "project/providers/acme",
            "project/providers/cloned/.git",
            "project/providers/cloned/acme",
            "project/node_modules/acme",
            "project/.venv/acme",
            "project/vendor/acme",
            "beside/acme",
        ] {
            std::fs::create_dir_all(root.path().join(folder)).expect("folders");
        }
        std::fs::write(project.join("Pulumi.yaml"), "name: shop").expect("a file");
        // In a submodule, `.git` is a file.
        let submodule = project.join("providers/submodule");
        std::fs::create_dir(&submodule).expect("a folder");
        std::fs::write(submodule.join(".git"), "gitdir: elsewhere").expect("a file");
        let beside = root.path().join("beside/acme");
        std::os::unix::fs::symlink(&beside, project.join("linked")).expect("a link");
        for (folder, expected) in [
            ("project/providers/acme", true),
            ("project", true),
            ("project/providers/cloned", false),
            ("project/providers/cloned/acme", false),
            ("project/providers/submodule", false),
            ("project/node_modules/acme", false),
            ("project/.venv/acme", false),
            ("project/vendor/acme", false),
            ("project/linked", false),
            ("project/../beside/acme", false),
            ("beside/acme", false),
            ("project/missing", false),
        ] {
            let place = PluginFolder::new(root.path().join(folder), "{}".to_owned());
            for here in [&project, &project.join("infra")] {
                assert_eq!(place.is_of_project_around(here), expected, "{folder}");
            }
            // Outside of a project, a folder belongs to no project.
            assert!(!place.is_of_project_around(root.path()), "{folder}");
        }
    }

    #[test]
    fn a_folder_with_the_ending_of_a_component_is_not_one() {
        let folder = folder(&["acme.wasm"]);
        std::fs::create_dir(folder.path().join("other.wasm")).expect("a folder");
        let found = PluginFolder::new(folder.path().to_owned(), "{}".to_owned()).arguments();
        let found = found.expect("arguments");
        assert_eq!(found.components, [Source::File(PathBuf::from("acme.wasm"))]);
    }

    #[test]
    fn of_many_components_some_are_named() {
        let names: Vec<String> = (10..30).map(|number| format!("{number}.wasm")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = arguments(&names, "{}").expect_err("many").to_string();
        assert!(text.contains("`17.wasm` and 12 more\nhint"), "{text}");
    }

    #[test]
    fn mistakes_name_the_file_and_the_way_out() {
        for (files, options, expected) in [
            (&[][..], "{}", "the folder has no component\nhint: build it"),
            (
                &["a.wasm", "b.wasm"],
                "{}",
                "`a.wasm`, `b.wasm`\nhint: name",
            ),
            (
                &["a.wasm"],
                r#"{"component": "x"}"#,
                "unknown field `component`",
            ),
            (&["a.wasm"], r#"{"parameters": "a.wasm"}"#, "invalid type"),
            (
                &["a.wasm"],
                r#"{"parameters": ["--alow-net"]}"#,
                "--alow-net",
            ),
        ] {
            let text = arguments(files, options).expect_err(expected).to_string();
            assert!(text.contains(expected), "{text}");
            assert!(text.contains(FILE) && text.contains("\nhint: "), "{text}");
        }
    }
}
