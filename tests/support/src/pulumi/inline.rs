//! Programs in other languages than YAML, as inline programs of Pulumi's automation API: no language host is needed.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::calls::Calls;
use super::engine::{Engine, given};
use super::sdks::Sdks;
use super::stack::Stack;
use crate::programs;
use crate::servers::key_server;

/// A language that Pulumi generates SDKs for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Python,
    TypeScript,
}

/// A program in one of the languages, ready to run.
pub struct Inline {
    pub stack: Stack,
    language: Language,
    command: Box<dyn Fn() -> Command>,
    program: String,
}

/// The kind of a step.
pub enum Step<'a> {
    Preview,
    Up,
    Refresh,
    Destroy,
    /// Sets a value of the stack's configuration.
    Set(&'a str, &'a str),
    SetSecret(&'a str, &'a str),
}

/// The result of a step that did something.
pub struct Outcome {
    pub failed: bool,
    /// The counts of the engine's summary, without unchanged resources.
    pub changes: BTreeMap<String, u64>,
    /// The stack's outputs afterwards: `{"value": …, "secret": …}` for each.
    pub outputs: Value,
    /// The engine's output, or the error.
    pub said: String,
    pub calls: Calls,
}

impl Inline {
    /// The program `tests/engine/LANGUAGE/NAME_life`, with the SDKs of these components, which it uses.
    pub fn new(language: Language, name: &str, components: &[&str]) -> Self {
        let mut builder = Engine::stack(name);
        for component in components {
            builder = builder.component(component);
        }
        Self::of_packages(builder.without_stack(), language, name, &files(components))
    }

    /// Another program with other components, on the stack that this one has deployed.
    pub fn goes_on(self, name: &str, components: &[&str]) -> Self {
        for component in components {
            let file = format!("{component}.wasm");
            self.stack.copy_component(component, &file);
        }
        Self::of_packages(self.stack, self.language, name, &files(components))
    }

    /// The program on this stack, which has no program yet, with the SDKs of the packages that these parameters name.
    pub fn of_packages(
        stack: Stack,
        language: Language,
        name: &str,
        parameters: &[String],
    ) -> Self {
        Self::with_file(stack, language, name, parameters, None)
    }

    /// A program as its author published it: the file that a language host would run.
    pub fn published(
        mut stack: Stack,
        language: Language,
        file: &Path,
        parameters: &[String],
    ) -> Self {
        stack.set_variable("PUBLISHED_PROGRAM", file.to_str());
        Self::with_file(stack, language, "published", parameters, Some(file))
    }

    fn with_file(
        stack: Stack,
        language: Language,
        name: &str,
        parameters: &[String],
        file: Option<&Path>,
    ) -> Self {
        let parameters = parameters.iter();
        let schemas: Vec<Value> = parameters
            .map(|parameter| stack.package_schema(&[parameter]))
            .collect();
        let program = format!("{name}_life");
        let sources = programs::repository().join("tests/engine");
        let command: Box<dyn Fn() -> Command> = match language {
            Language::Python => {
                let sources = sources.join("python");
                let source = sources.join(format!("{program}.py"));
                let checked = file.unwrap_or(&source);
                let made = kept(&schemas, &[checked], |sdks| {
                    check_types(&sdks.python(), checked);
                });
                let path = std::env::join_paths([sources.clone(), made.join("site")]).unwrap();
                Box::new(move || {
                    let mut command = Command::new(given("PULUMI_WASM_TEST_PYTHON"));
                    command
                        .env("PYTHONPATH", &path)
                        .env("PYTHONDONTWRITEBYTECODE", "1")
                        .arg(sources.join("life.py"));
                    command
                })
            }
            Language::TypeScript => {
                let sources = sources.join("nodejs");
                let life = sources.join("life.ts");
                let source = sources.join(format!("{program}.ts"));
                let programs = [Some(life.as_path()), Some(source.as_path()), file];
                let programs: Vec<&Path> = programs.into_iter().flatten().collect();
                let made = kept(&schemas, &programs, |sdks| {
                    sdks.nodejs(&programs);
                });
                Box::new(move || {
                    let mut command = Command::new("node");
                    command.arg(made.join("typescript/bin/life.js"));
                    command
                })
            }
        };
        Self {
            stack,
            language,
            command,
            program,
        }
    }

    /// Runs the steps, in one process of the program's language. Returns an outcome for each step except settings.
    #[track_caller]
    pub fn takes(&self, steps: &[Step]) -> Vec<Outcome> {
        let record = |place: usize| self.stack.path().join(format!("calls/inline-{place}.json"));
        let described: Vec<Value> = steps
            .iter()
            .enumerate()
            .map(|(place, step)| step.describe(&record(place)))
            .collect();
        let mut command = (self.command)();
        self.stack.isolate(&mut command, &self.stack.project);
        let output = command
            .env("PULUMI_AUTOMATION_API_SKIP_VERSION_CHECK", "true")
            .env("SECRETS_PROVIDER", key_server::PROVIDER)
            .arg(&self.program)
            .arg(Value::from(described).to_string())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let report = text.lines().last().map(serde_json::from_str);
        let Some(Ok(Value::Array(report))) = report else {
            panic!(
                "{command:?} told nothing\n{text}\n{}",
                String::from_utf8_lossy(&output.stderr)
            );
        };
        let acting = steps.iter().enumerate().filter(|(_, step)| step.acts());
        acting
            .zip(report)
            .map(|((place, _), told)| Outcome::read(&told, &record(place)))
            .collect()
    }
}

/// The files of components beside a program.
fn files(components: &[&str]) -> Vec<String> {
    let file = |component: &&str| format!("./{component}.wasm");
    components.iter().map(file).collect()
}

impl Step<'_> {
    fn acts(&self) -> bool {
        !matches!(self, Self::Set(..) | Self::SetSecret(..))
    }

    fn describe(&self, record: &Path) -> Value {
        let act = |name: &str| json!({ "do": name, "record": record });
        match self {
            Self::Preview => act("preview"),
            Self::Up => act("up"),
            Self::Refresh => act("refresh"),
            Self::Destroy => act("destroy"),
            Self::Set(key, value) => json!({ "set": key, "value": value, "secret": false }),
            Self::SetSecret(key, value) => json!({ "set": key, "value": value, "secret": true }),
        }
    }
}

impl Outcome {
    fn read(told: &Value, record: &Path) -> Self {
        let changes = told["changes"].as_object().unwrap();
        Self {
            failed: told["failed"] == true,
            changes: changes
                .iter()
                .filter(|(kind, _)| *kind != "same")
                .map(|(kind, count)| (kind.clone(), count.as_u64().unwrap()))
                .collect(),
            outputs: told["outputs"].clone(),
            said: told["said"].as_str().unwrap().to_owned(),
            calls: Calls::read(record),
        }
    }

    /// Asserts success, and the changes.
    #[track_caller]
    pub fn changes(&self, expected: &[(&str, u64)]) -> &Self {
        assert!(!self.failed, "{}", self.said);
        let expected: BTreeMap<String, u64> = expected
            .iter()
            .map(|(kind, count)| ((*kind).to_owned(), *count))
            .collect();
        assert_eq!(self.changes, expected, "{}", self.said);
        self
    }

    /// The value of an output.
    #[track_caller]
    pub fn value(&self, name: &str) -> &Value {
        let output = self.outputs.get(name);
        let output = output.unwrap_or_else(|| panic!("no output `{name}`: {}", self.outputs));
        &output["value"]
    }

    /// Whether an output is a secret.
    pub fn is_secret(&self, name: &str) -> bool {
        self.outputs[name]["secret"] == true
    }
}

/// The directory with the SDKs of these schemas, and with the results for programs that use them. It is kept until a
/// schema, a program or the toolchain changes.
#[track_caller]
fn kept(schemas: &[Value], programs: &[&Path], make: impl FnOnce(&Sdks)) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    for schema in schemas {
        schema.to_string().hash(&mut hasher);
    }
    for program in programs {
        fs::read(program).unwrap().hash(&mut hasher);
    }
    for variable in ["CODEGEN", "NODE_MODULES", "PYTHON"] {
        given(&format!("PULUMI_WASM_TEST_{variable}")).hash(&mut hasher);
    }
    let parent = programs::scratch().join("sdks");
    let home = parent.join(format!("{:016x}", hasher.finish()));
    if !home.is_dir() {
        fs::create_dir_all(&parent).unwrap();
        let partial = tempfile::tempdir_in(&parent).unwrap();
        make(&Sdks::of(partial.path().to_owned(), schemas));
        // Another process may have created the same in the meantime.
        if fs::rename(partial.path(), &home).is_ok() {
            drop(partial.keep());
        }
    }
    home
}

/// Judges a program by the types of the SDKs that it uses.
#[track_caller]
fn check_types(site: &Path, program: &Path) {
    let output = Command::new(given("PULUMI_WASM_TEST_PYTHON"))
        .env("MYPYPATH", site)
        .args(["-m", "mypy", "--follow-imports=silent", "--cache-dir"])
        .arg(programs::scratch().join("mypy"))
        .arg(program)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}
