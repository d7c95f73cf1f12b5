//! The environment variables that the author's source reads: by their names, by constants, and by functions that take a name.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use regex::Regex;

use crate::commands::add::text::is_identifier;

/// A source file.
pub(super) struct Source {
    /// The folder of its package.
    pub(super) folder: PathBuf,
    /// Its name in messages and in the manifest.
    pub(super) shown: PathBuf,
    pub(super) text: String,
}

impl Source {
    /// The file and line of a place in the text.
    fn place(&self, at: usize) -> String {
        let before = self.text.get(..at).unwrap_or_default();
        format!("{}:{}", self.shown.display(), before.lines().count().max(1))
    }
}

/// A function that reads the variables that its arguments name.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Getter {
    /// The folder of its package.
    folder: PathBuf,
    name: String,
    is_method: bool,
    /// The number of the parameter with the name, and whether all arguments from there on are names.
    parameter: usize,
    is_variadic: bool,
}

/// A finder of variables.
pub(super) struct Finder {
    /// A constant or variable with a text.
    constant: Regex,
    /// A call of the standard library.
    read: Regex,
    /// The head of a function: receiver, name and parameters.
    function: Regex,
    /// A loop over a parameter.
    each: Regex,
    /// A call of any function: qualifier, name and arguments.
    call: Regex,
}

impl Finder {
    /// Makes a finder.
    ///
    /// # Errors
    /// If a pattern of this file is wrong.
    pub(super) fn new() -> Result<Self, regex::Error> {
        Ok(Self {
            constant: Regex::new(
                r#"(?mR)^[ \t]*(?:const[ \t]+|var[ \t]+)?([A-Za-z_]\w*)(?:[ \t]+string)?[ \t]*=[ \t]*"([A-Za-z_]\w*)"[ \t]*(?://.*)?$"#,
            )?,
            read: Regex::new(r#"\bos\.(?:Getenv|LookupEnv)\(\s*("?[\w.]+"?)\s*\)"#)?,
            function: Regex::new(r"(?m)^func (\([^)]*\) )?(\w+)(?:\[[^\]]*\])?\(([^)]*)\)")?,
            each: Regex::new(r"\bfor \w+, (\w+) := range (\w+)")?,
            call: Regex::new(r"(?:\b(\w+)\.)?\b(\w+)\(([^()]*)")?,
        })
    }

    /// The names of the variables, each with the first place that reads it.
    pub(super) fn find(&self, sources: &[Source]) -> BTreeMap<String, String> {
        let constants = self.constants(sources);
        let mut found = BTreeMap::new();
        let mut note = |source: &Source, argument: &str, at: usize| {
            if let Some(name) = name_of(argument, &source.folder, &constants) {
                found
                    .entry(name.to_owned())
                    .or_insert_with(|| source.place(at));
            }
        };
        let getters = self.getters(sources);
        for source in sources {
            for read in self.read.captures_iter(&source.text) {
                if let (Some(whole), Some(argument)) = (read.get(0), read.get(1))
                    && !is_comment(&source.text, whole.start())
                {
                    note(source, argument.as_str(), whole.start());
                }
            }
            for call in self.call.captures_iter(&source.text) {
                let (Some(name), Some(arguments)) = (call.get(2), call.get(3)) else {
                    continue;
                };
                let qualifier = call.get(1).map(|found| found.as_str());
                let called = getters
                    .iter()
                    .filter(|getter| getter.is_called(source, qualifier, name.as_str()));
                for getter in called {
                    if is_comment(&source.text, name.start()) {
                        continue;
                    }
                    let all = arguments.as_str().split(',').skip(getter.parameter);
                    let count = if getter.is_variadic { usize::MAX } else { 1 };
                    for argument in all.take(count) {
                        note(source, argument.trim(), name.start());
                    }
                }
            }
        }
        found
    }

    /// The texts of constants, by the folder of their package and their name.
    fn constants<'s>(&self, sources: &'s [Source]) -> BTreeMap<(&'s Path, &'s str), &'s str> {
        let mut found = BTreeMap::new();
        for source in sources {
            for constant in self.constant.captures_iter(&source.text) {
                if let (Some(name), Some(text)) = (constant.get(1), constant.get(2)) {
                    let key = (source.folder.as_path(), name.as_str());
                    found.entry(key).or_insert(text.as_str());
                }
            }
        }
        found
    }

    /// The functions that pass a parameter on to the standard library.
    fn getters(&self, sources: &[Source]) -> BTreeSet<Getter> {
        let mut found = BTreeSet::new();
        for source in sources {
            let heads: Vec<_> = self.function.captures_iter(&source.text).collect();
            for (number, head) in heads.iter().enumerate() {
                let (Some(whole), Some(name), Some(parameters)) =
                    (head.get(0), head.get(2), head.get(3))
                else {
                    continue;
                };
                let next = heads.get(number + 1).and_then(|next| next.get(0));
                let end = next.map_or(source.text.len(), |next| next.start());
                let Some((parameter, is_variadic)) =
                    self.passed_on(&source.text, whole.end()..end, parameters.as_str())
                else {
                    continue;
                };
                found.insert(Getter {
                    folder: source.folder.clone(),
                    name: name.as_str().to_owned(),
                    is_method: head.get(1).is_some(),
                    parameter,
                    is_variadic,
                });
            }
        }
        found
    }

    /// The number of the parameter whose value the body reads as the name of a variable, and whether it is variadic.
    fn passed_on(&self, text: &str, body: Range<usize>, parameters: &str) -> Option<(usize, bool)> {
        let body = text.get(body)?;
        let mut names = parameters
            .split(',')
            .map(|one| one.split_whitespace().next());
        let parameter_of = |argument: &str| {
            let each = self
                .each
                .captures_iter(body)
                .find(|each| each.get(1).is_some_and(|name| name.as_str() == argument));
            each.and_then(|each| each.get(2))
                .map_or(argument.to_owned(), |over| over.as_str().to_owned())
        };
        let read: Vec<String> = self
            .read
            .captures_iter(body)
            .filter_map(|read| read.get(1))
            .map(|argument| parameter_of(argument.as_str()))
            .collect();
        let at = names.position(|name| {
            name.is_some_and(|name| read.iter().any(|argument| argument == name))
        })?;
        Some((at, parameters.contains("...")))
    }
}

impl Getter {
    /// Whether a call in this source may be a call of this function.
    fn is_called(&self, source: &Source, qualifier: Option<&str>, name: &str) -> bool {
        if name != self.name {
            return false;
        }
        let is_own = source.folder == self.folder;
        match qualifier {
            None => is_own && !self.is_method,
            Some(_) if self.is_method => is_own,
            Some(package) => !is_own && is_package(&self.folder, package),
        }
    }
}

/// Whether a qualifier names the package in a folder: such packages have the folder's name.
fn is_package(folder: &Path, qualifier: &str) -> bool {
    folder.file_name().is_some_and(|name| name == qualifier)
}

/// The name that an argument stands for: a text, or a constant. The argument names the package of the constant, unless it is the package of the call.
fn name_of<'s>(
    argument: &'s str,
    folder: &Path,
    constants: &BTreeMap<(&'s Path, &'s str), &'s str>,
) -> Option<&'s str> {
    if let Some(text) = argument.strip_prefix('"') {
        return text.strip_suffix('"').filter(|text| is_identifier(text));
    }
    match argument.split_once('.') {
        None => constants.get(&(folder, argument)).copied(),
        Some((package, name)) => constants
            .iter()
            .find(|((folder, constant), _)| *constant == name && is_package(folder, package))
            .map(|(_, text)| *text),
    }
}

/// Whether the line of a place is a comment.
fn is_comment(text: &str, at: usize) -> bool {
    let line = text.get(..at).unwrap_or_default().rsplit('\n').next();
    line.is_some_and(|line| line.trim_start().starts_with("//"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<_> = files
            .iter()
            .map(|(name, text)| Source {
                folder: Path::new("/p").join(name).parent().unwrap().to_owned(),
                shown: name.into(),
                text: (*text).to_owned(),
            })
            .collect();
        let found = Finder::new().unwrap().find(&sources);
        found
            .into_iter()
            .map(|(name, place)| format!("{name} {place}"))
            .collect()
    }

    #[test]
    fn variables_are_found_by_their_names_and_by_constants() {
        let client = r#"package client

// os.Getenv("NOT_THIS")
const (
	envToken = "ACME_TOKEN" // the token
	EnvURL string = "ACME_URL"
)

func New() {
	token := os.Getenv(envToken)
	if _, ok := os.LookupEnv("ACME_DEBUG"); ok {
	}
	name := os.Getenv(unknown)
}
"#;
        let main = "package main\n\nfunc main() {\n\turl := os.Getenv(client.EnvURL)\n\tother := os.Getenv(envToken)\n}\n";
        let expected = [
            "ACME_DEBUG client/client.go:11",
            "ACME_TOKEN client/client.go:10",
            "ACME_URL main.go:4",
        ];
        assert_eq!(
            found(&[("client/client.go", client), ("main.go", main)]),
            expected
        );
    }

    #[test]
    fn variables_are_found_by_calls_of_functions_that_take_a_name() {
        let env = r#"package env

// Get is called as Get("NOT_THIS").
func Get(fallback, key string) string {
	if value := os.Getenv(key); value != "" {
		return value
	}
	return fallback
}

func first(names ...string) string {
	for _, name := range names {
		if value, ok := os.LookupEnv(name); ok {
			return value
		}
	}
	return ""
}

const region = "ACME_REGION"

func (c *config) text(key string) string { return os.Getenv(key) }

func all(c *config) {
	first("ACME_A", region)
	c.text("ACME_B")
	text("NOT_A_CALL")
	Get("DEFAULT", "ACME_C")
}
"#;
        let main = "package main\n\nfunc main() {\n\tenv.Get(\"x\",\n\t\t\"ACME_D\")\n\tother.Get(\"x\", \"NOT_OURS\")\n}\n";
        let expected = [
            "ACME_A env/env.go:25",
            "ACME_B env/env.go:26",
            "ACME_C env/env.go:28",
            "ACME_D main.go:4",
            "ACME_REGION env/env.go:25",
        ];
        assert_eq!(found(&[("env/env.go", env), ("main.go", main)]), expected);
    }
}
