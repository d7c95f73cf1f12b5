//! The entry of a package in `Pulumi.yaml`: the arguments that it was added with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pulumi_wasm_capability::http::Fit;
use pulumi_wasm_core::text::{on_one_line, quoted};
use serde::Deserialize;

use crate::value::{insecure_flag, limit_flag};
use crate::yaml::Malformed;
use crate::{Arguments, Digest, ParameterValue, Place, Source, SourceError, project, regular_file};

/// Far more than any project file has.
const MAX_BYTES: u64 = 4 << 20;

/// The section `packages` of a project.
#[derive(Debug, Clone, Default)]
pub struct Declared {
    /// The project's file.
    pub file: PathBuf,
    /// The project's name.
    pub project: String,
    /// The address of the backend that the project is kept in, if the file names it.
    pub backend: Option<String>,
    /// The folder of its program, if that is elsewhere.
    pub main: Option<PathBuf>,
    /// The virtual environment that its language takes packages from.
    pub virtual_environment: Option<PathBuf>,
    /// The arguments of the packages that the project's file lists with parameters, by package name.
    packages: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    name: String,
    #[serde(default)]
    packages: Option<BTreeMap<String, serde_json::Value>>,
    #[serde(default)]
    backend: Option<Backend>,
    #[serde(default)]
    main: Option<String>,
    #[serde(default)]
    runtime: serde_json::Value,
}

#[derive(Deserialize)]
struct Backend {
    #[serde(default)]
    url: Option<String>,
}

/// The arguments of a package; `None` for a name alone.
fn parameters(package: &serde_json::Value) -> Vec<String> {
    let words = package.get("parameters").and_then(|list| list.as_array());
    let words = words.into_iter().flatten();
    words
        .map(|word| match word {
            serde_json::Value::String(word) => word.clone(),
            other => other.to_string(),
        })
        .collect()
}

/// Whether a component of this place may have been added from this source.
fn is_meant(source: &Source, place: &Place) -> bool {
    match (source, place) {
        (Source::File(declared), Place::File(path)) => {
            declared.file_name() == Path::new(path).file_name()
        }
        (Source::Registry(declared), Place::Registry(reference)) => {
            declared.is_of_repository(reference)
        }
        (Source::Web(declared), Place::Web(file)) => declared.is_of_source(file),
        _ => false,
    }
}

fn unreadable(file: &Path, reason: &str) -> SourceError {
    let file = file.display().to_string();
    SourceError::new(format!("`{}` cannot be read: {reason}", on_one_line(&file)))
}

fn malformed(file: &Path, Malformed { line, reason }: Malformed) -> SourceError {
    let line = line.map_or_else(String::new, |line| format!("line {line}: "));
    unreadable(file, &format!("{line}{reason}"))
        .hint("correct it; `pulumi about` reads the same file")
}

impl Declared {
    /// Reads the file of the project that a folder lies in; `None` if it lies in no project.
    ///
    /// # Errors
    /// If the project's file cannot be read.
    pub fn nearest(folder: &Path) -> Result<Option<Self>, SourceError> {
        project::nearest_file(folder)
            .map(|file| Self::read(&file))
            .transpose()
    }

    /// The projects that may have their program in a folder: the project that contains the folder, and projects further
    /// up whose `main` is this folder. The folder alone does not tell in which of them a command is run.
    ///
    /// # Errors
    /// When the file of a project cannot be read.
    pub fn around(folder: &Path) -> Result<Vec<Self>, SourceError> {
        let mut around: Vec<Self> = Vec::new();
        for file in project::files(folder) {
            let declared = Self::read(&file)?;
            let leads_here = |main: &PathBuf| {
                let paths = main
                    .canonicalize()
                    .and_then(|main| Ok((main, folder.canonicalize()?)));
                paths.is_ok_and(|(main, folder)| folder.starts_with(main))
            };
            if around.is_empty() || declared.main.as_ref().is_some_and(leads_here) {
                around.push(declared);
            }
        }
        Ok(around)
    }

    fn read(file: &Path) -> Result<Self, SourceError> {
        let text = regular_file::read(file, MAX_BYTES)
            .map_err(|error| unreadable(file, &error.to_string()))?
            .ok_or_else(|| {
                unreadable(file, &format!("it is larger than {} MiB", MAX_BYTES >> 20))
            })?;
        let text = String::from_utf8(text).map_err(|_| unreadable(file, "it is not UTF-8"))?;
        Self::parse(file, &text)
    }

    /// Reads the text of a project's file.
    ///
    /// # Errors
    /// When the text is malformed.
    pub fn parse(file: &Path, text: &str) -> Result<Self, SourceError> {
        let document: Document =
            serde_saphyr::from_str(text).map_err(|error| malformed(file, error.into()))?;
        let packages = document.packages.unwrap_or_default().into_iter();
        let folder = file.parent().unwrap_or(Path::new(""));
        let option = |name: &str| document.runtime.get("options")?.get(name)?.as_str();
        Ok(Self {
            file: file.to_owned(),
            project: document.name,
            backend: document.backend.and_then(|backend| backend.url),
            main: document.main.map(|path| folder.join(path)),
            virtual_environment: option("virtualenv").map(|path| folder.join(path)),
            packages: packages
                .map(|(name, package)| (name, parameters(&package)))
                .collect(),
        })
    }

    /// Whether the project names a package at all.
    #[must_use]
    pub fn names(&self, package: &str) -> bool {
        self.packages.contains_key(package)
    }

    /// The components that the project gives to a package, as the user typed them; empty if it does not name the
    /// package, or names it in another way.
    #[must_use]
    pub fn components(&self, package: &str) -> Vec<Source> {
        let arguments = self
            .packages
            .get(package)
            .and_then(|words| Arguments::parse(words).ok());
        arguments
            .map(|arguments| arguments.components)
            .unwrap_or_default()
    }

    /// The digests that the project holds a package to, as they were typed behind `--sha256`.
    #[must_use]
    pub fn pins(&self, package: &str) -> Vec<Digest> {
        let words = self.packages.get(package);
        let arguments = words.and_then(|words| Arguments::parse(words).ok());
        arguments
            .map(|arguments| arguments.pins)
            .unwrap_or_default()
    }

    /// The places of a value's components that the project does not give to its package: all of them if it does not
    /// name the package with this plugin. A path is compared by its file name, because the typed path depends on the
    /// folder. A reference is compared by registry and repository.
    #[must_use]
    pub fn undeclared<'a>(&self, value: &'a ParameterValue) -> Vec<&'a Place> {
        let arguments = self
            .packages
            .get(&value.name)
            .and_then(|words| Arguments::parse(words).ok());
        let sources = arguments
            .map(|arguments| arguments.components)
            .unwrap_or_default();
        let is_declared = |place: &&Place| sources.iter().any(|source| is_meant(source, place));
        let places = value.components.iter();
        let places = places.map(|component| &component.place);
        places.filter(|place| !is_declared(place)).collect()
    }

    /// The grants and limits of a value that the project's file does not list, each as a flag.
    #[must_use]
    pub fn beyond(&self, value: &ParameterValue) -> Vec<String> {
        let arguments = self
            .packages
            .get(&value.name)
            .and_then(|words| Arguments::parse(words).ok());
        let (grants, limits) = match arguments {
            Some(arguments) => (arguments.grants, arguments.limits),
            // If it is missing or cannot be typed, it adds no grants.
            None => Default::default(),
        };
        let net = value.grants.net.iter().filter(|pattern| {
            !grants
                .net
                .iter()
                .any(|declared| declared.fit(pattern) == Fit::Whole)
        });
        let env = value.grants.env.difference(&grants.env);
        let insecure = value.grants.insecure_tls.iter().filter(|pattern| {
            let mut declared = grants.insecure_tls.iter();
            !declared.any(|declared| declared.fit(pattern) == Fit::Whole)
        });
        let limits = value
            .limits
            .changed()
            .filter(|(limit, asked)| *asked > limits.asked(*limit));
        net.map(|pattern| format!("--allow-net {}", quoted(&pattern.to_string())))
            .chain(env.map(|name| format!("--allow-env {}", quoted(name))))
            .chain(insecure.map(insecure_flag))
            .chain(limits.map(|(limit, asked)| limit_flag(limit, asked)))
            .collect()
    }
}

/// The maximum number of places of a word that are tried. The whole file is parsed again for each place, so a large
/// file with a short word in it would take hours. Files that users write have one or two.
const MAX_PLACES: usize = 64;

impl Declared {
    /// The text of the project's file with one argument of a package replaced. All other bytes stay the same. `None` if
    /// the word cannot be found as it is, or not among its first 64 places: a person has to look then.
    ///
    /// A word may stand at several places of the text. Replaces the word at the only place that changes this argument
    /// and nothing else.
    #[must_use]
    pub fn with_word(
        &self,
        text: &str,
        package: &str,
        before: &str,
        after: &str,
    ) -> Option<String> {
        let mut expected = self.packages.clone();
        let words = expected.get_mut(package)?;
        let word = words.iter_mut().find(|word| *word == before)?;
        after.clone_into(word);
        let places = text.match_indices(before).map(|(start, _)| start);
        let places = places.take(MAX_PLACES);
        let mut edited = places.map(|start| {
            let end = start + before.len();
            let (head, rest) = (text.get(..start), text.get(end..));
            format!(
                "{}{after}{}",
                head.unwrap_or_default(),
                rest.unwrap_or_default()
            )
        });
        edited.find(|edited| {
            let read = Self::parse(Path::new(&self.file), edited);
            read.is_ok_and(|read| read.packages == expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ComponentReference, Digest};

    fn value(flags: &[&str]) -> ParameterValue {
        let words: Vec<String> = std::iter::once("./acme.wasm")
            .chain(flags.iter().copied())
            .map(str::to_owned)
            .collect();
        let arguments = Arguments::parse(&words).expect("arguments");
        ParameterValue {
            name: "acme".to_owned(),
            version: "1.0.0".to_owned(),
            components: vec![ComponentReference {
                digest: Digest::of(b"x"),
                place: crate::Place::File("acme.wasm".to_owned()),
            }],
            grants: arguments.grants,
            limits: arguments.limits,
        }
    }

    fn beyond(project: &str, flags: &[&str]) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("Pulumi.yaml"), project).expect("a file");
        let declared = Declared::nearest(folder.path())
            .expect("a readable file")
            .expect("a project");
        declared.beyond(&value(flags))
    }

    #[test]
    fn more_than_the_project_says_is_found() {
        let project = "name: shop\nruntime: yaml\npackages:\n  other: random@1.0.0\n  acme:\n    source: wasm\n    version: 0.1.0\n    parameters: [./acme.wasm, --allow-net, '*.acme.com', --allow-env, TOKEN, --limit, memory=2GiB]\n";
        assert_eq!(beyond(project, &[]), [""; 0]);
        let same = [
            "--allow-net",
            "api.acme.com",
            "--allow-env",
            "TOKEN",
            "--limit",
            "memory=2GiB",
        ];
        assert_eq!(beyond(project, &same), [""; 0]);
        let more = [
            "--allow-net",
            "*.com",
            "--allow-net",
            "http://api.acme.com",
            "--allow-env",
            "OTHER",
            "--allow-insecure-tls",
            "api.acme.com",
            "--limit",
            "memory=3GiB",
            "--limit",
            "instances=2",
        ];
        // A lower limit is not more.
        assert_eq!(
            beyond(project, &more),
            [
                "--allow-net '*.com'",
                "--allow-net http://api.acme.com",
                "--allow-env OTHER",
                "--allow-insecure-tls api.acme.com",
                "--limit memory=3GiB"
            ]
        );
    }

    #[test]
    fn what_the_project_does_not_name_has_nothing() {
        for project in [
            "name: shop\n",
            "name: shop\npackages:\n",
            "packages: { acme: wasm }\n",
            "packages: { acme: { source: wasm, parameters: [a.wasm, --alow-net, x.org] } }\n",
        ] {
            assert_eq!(
                beyond(project, &["--allow-net", "x.org"]),
                ["--allow-net x.org"],
                "{project}"
            );
            assert_eq!(beyond(project, &[]), [""; 0]);
        }
    }

    #[test]
    fn a_project_that_cannot_be_read_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("Pulumi.yaml"), "packages: [").expect("a file");
        let error = Declared::nearest(folder.path()).expect_err("a refusal");
        assert!(error.reason.contains("Pulumi.yaml"), "{error}");
    }

    const BEFORE: &str = "oci://ghcr.io/acme/provider:1.2.0";
    const AFTER: &str = "oci://ghcr.io/acme/provider:1.10.0";

    fn edited(text: &str) -> Option<String> {
        let declared = Declared::parse(Path::new("Pulumi.yaml"), text).expect("a project");
        declared.with_word(text, "acme", BEFORE, AFTER)
    }

    #[test]
    fn one_argument_is_replaced_and_all_else_stays() {
        for text in [
            "name: a # oci://ghcr.io/acme/provider:1.2.0\npackages:\n  acme:\n    source: wasm\n    parameters: [oci://ghcr.io/acme/provider:1.2.0]\n",
            "packages:\n  other:\n    source: wasm\n    parameters:\n      - 'oci://ghcr.io/acme/provider:1.2.0'\n  acme:\n    source: wasm\n    parameters:\n      - \"oci://ghcr.io/acme/provider:1.2.0\" # as agreed\n      - --allow-net\n      - a.com\n",
            "{\"packages\":{\"acme\":{\"source\":\"wasm\",\"parameters\":[\"oci://ghcr.io/acme/provider:1.2.0\"]}}}",
        ] {
            let found = edited(text).expect("a text");
            let last = text.rfind(BEFORE).expect("it is there");
            let expected = format!("{}{AFTER}{}", &text[..last], &text[last + BEFORE.len()..]);
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_word_at_very_many_places_is_left_to_a_person() {
        let package =
            format!("packages:\n  acme:\n    source: wasm\n    parameters: ['{BEFORE}']\n");
        let remarks = |count: usize| format!("# {BEFORE}\n").repeat(count);
        let text = format!("{}{package}", remarks(MAX_PLACES - 1));
        let expected = format!(
            "{}{}",
            remarks(MAX_PLACES - 1),
            package.replace(BEFORE, AFTER)
        );
        assert_eq!(edited(&text), Some(expected));
        assert_eq!(edited(&format!("{}{package}", remarks(MAX_PLACES))), None);
    }

    #[test]
    fn a_longer_word_is_another_one_and_a_hidden_one_is_not_found() {
        let longer = "packages:\n  acme:\n    source: wasm\n    parameters:\n      - oci://ghcr.io/acme/provider:1.2.0-rc\n      - oci://ghcr.io/acme/provider:1.2.0\n";
        let found = edited(longer).expect("a text");
        assert!(found.contains(":1.2.0-rc\n") && found.contains(":1.10.0\n"));
        let escaped = "packages:\n  acme:\n    source: wasm\n    parameters: [\"oci:\\x2f/ghcr.io/acme/provider:1.2.0\"]\n";
        assert_eq!(edited(escaped), None);
        assert_eq!(edited("packages: { acme: oci }\n"), None);
        assert_eq!(edited("name: a\n"), None);
        let anchored = "x: &a oci://ghcr.io/acme/provider:1.2.0\npackages:\n  acme: { source: wasm, parameters: [*a] }\n  other: { source: wasm, parameters: [*a] }\n";
        assert_eq!(edited(anchored), None, "it would change another package");
    }
}
