//! A stack under an engine of some age, with a bundled plugin.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Map, Value};
use tempfile::TempDir;

use super::age::Age;
use super::program::Program;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::is_setting_of_user;
use test_support::pulumi::stack_folder::stack_folder;

/// The passphrase of the key of a stack's secrets.
pub(super) const PASSPHRASE: &str = "passphrase of a test";

pub(super) struct OldStack {
    age: Age,
    name: String,
    directory: TempDir,
}

/// The output of a command.
pub(super) struct Printed {
    command: String,
    succeeded: bool,
    pub(super) stdout: String,
    stderr: String,
}

impl fmt::Display for Printed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            command,
            stdout,
            stderr,
            ..
        } = self;
        write!(formatter, "{command}\n{stdout}\n{stderr}")
    }
}

impl Printed {
    #[track_caller]
    pub(super) fn succeeds(self) -> Self {
        assert!(self.succeeded, "{self}");
        self
    }

    #[track_caller]
    pub(super) fn fails(self) -> Self {
        assert!(!self.succeeded, "{self}");
        self
    }

    #[track_caller]
    pub(super) fn says(self, text: &str) -> Self {
        let is_said = self.stdout.contains(text) || self.stderr.contains(text);
        assert!(is_said, "`{text}` is missing in {self}");
        self
    }
}

/// A resource in the state, with its secrets encrypted.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recorded {
    pub(super) token: String,
    pub(super) name: String,
    pub(super) id: String,
    pub(super) outputs: Map<String, Value>,
}

impl OldStack {
    /// A stack `dev` without resources. Its engine finds the plugin of an example that is bundled with these flags.
    pub(super) fn new(age: Age, component: &str, flags: &[&str]) -> Self {
        Self::of(age, component, &Engine::component(component), flags)
    }

    /// The same with the package of any component.
    pub(super) fn of(age: Age, component: &str, file: &Path, flags: &[&str]) -> Self {
        let directory = tempfile::Builder::new()
            .prefix(&format!("{component}-{}-", age.version().replace('.', "-")))
            .tempdir_in(stack_folder())
            .unwrap();
        let name = directory.path().file_name().unwrap().to_str().unwrap();
        let stack = Self {
            age,
            name: name.to_owned(),
            directory,
        };
        // Outside of a repository, because the engine would run Git in it.
        for folder in [".git", "project", "home", "state", "temporary"] {
            fs::create_dir(stack.path().join(folder)).unwrap();
        }
        stack.install(component, file, flags);
        let state = format!("file://{}", stack.path().join("state").display());
        stack.run(&["login", &state]).succeeds();
        stack.write(&Program::default());
        stack.run(&["stack", "init", "dev"]).succeeds();
        stack
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    /// The name of the project: no other stack has it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn project(&self) -> PathBuf {
        self.path().join("project")
    }

    pub(super) fn write(&self, program: &Program) {
        program.write(self.age, &self.name, &self.project());
    }

    /// Bundles a component, and has the engine install the plugin. That of 2019 would install it for the user: it finds
    /// the unpacked plugin on the path.
    fn install(&self, component: &str, file: &Path, flags: &[&str]) {
        let dist = self.path().join("dist");
        let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
        self.isolate(&mut tool);
        tool.arg("bundle").arg(file);
        let bundled = tool
            .arg("--json")
            .arg("-o")
            .arg(&dist)
            .args(flags)
            .output()
            .unwrap();
        assert!(bundled.status.success(), "{bundled:?}");
        let bundled: Value = serde_json::from_slice(&bundled.stdout).unwrap();
        let mut archives = bundled["archives"].as_object().unwrap().values();
        let archive = archives.next().unwrap()["file"].as_str().unwrap();
        let version = bundled["version"].as_str().unwrap();
        if self.age.takes_home() {
            let install = ["plugin", "install", "resource", component, version];
            let installed = self.run(&[&install[..], &["--file", archive]].concat());
            installed.succeeds();
            return;
        }
        let plugin = self
            .plugins()
            .join(format!("resource-{component}-v{version}"));
        fs::create_dir_all(&plugin).unwrap();
        let mut unpack = Command::new("tar");
        unpack.arg("-xzf").arg(archive).arg("-C").arg(&plugin);
        assert!(
            unpack
                .current_dir(self.project())
                .status()
                .unwrap()
                .success()
        );
    }

    /// The folder with the folder of each plugin.
    pub(super) fn plugins(&self) -> PathBuf {
        self.path().join("home").join("plugins")
    }

    fn isolate(&self, command: &mut Command) {
        for (name, _) in std::env::vars_os() {
            if name.to_str().is_some_and(is_setting_of_user) {
                command.env_remove(name);
            }
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = vec![self.age.programs()];
        if !self.age.takes_home() {
            let plugins = fs::read_dir(self.plugins()).into_iter().flatten();
            folders.extend(plugins.map(|plugin| plugin.unwrap().path()));
        }
        folders.extend(std::env::split_paths(&path));
        command
            .current_dir(self.project())
            .stdin(Stdio::null())
            .env("PATH", std::env::join_paths(folders).unwrap())
            .env("TMPDIR", self.path().join("temporary"))
            .env("PULUMI_HOME", self.path().join("home"))
            .env("PULUMI_CREDENTIALS_PATH", self.path().join("home"))
            .env("PULUMI_CONFIG_PASSPHRASE", PASSPHRASE)
            .env("PULUMI_SKIP_UPDATE_CHECK", "true")
            .env("PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION", "true")
            .env("PULUMI_DISABLE_REGISTRY_RESOLVE", "true")
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code());
    }

    pub(super) fn run(&self, arguments: &[&str]) -> Printed {
        let mut command = Command::new(self.age.programs().join("pulumi"));
        self.isolate(&mut command);
        let output = command.args(arguments).output().unwrap();
        Printed {
            command: format!("pulumi {}", arguments.join(" ")),
            succeeded: output.status.success(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    pub(super) fn config(&self, key: &str, value: &str) {
        self.run(&["config", "set", key, value]).succeeds();
    }

    pub(super) fn secret_config(&self, key: &str, value: &str) {
        self.run(&["config", "set", "--secret", key, value])
            .succeeds();
    }

    pub(super) fn preview(&self) -> Printed {
        self.run(&["preview"])
    }

    /// A preview that shows each difference at its place.
    pub(super) fn preview_in_detail(&self) -> Printed {
        self.run(&["preview", "--diff", "--non-interactive"])
    }

    pub(super) fn up(&self) -> Printed {
        self.run(&["up", "--yes", "--skip-preview"])
    }

    /// An update that must change nothing.
    pub(super) fn up_without_changes(&self) -> Printed {
        self.run(&["up", "--yes", "--skip-preview", "--expect-no-changes"])
    }

    pub(super) fn refresh(&self) -> Printed {
        self.run(&["refresh", "--yes", "--skip-preview"])
    }

    pub(super) fn destroy(&self) -> Printed {
        self.run(&["destroy", "--yes", "--skip-preview"])
    }

    /// The state in the engine's format.
    pub(super) fn state(&self) -> Value {
        let exported = self.run(&["stack", "export"]).succeeds();
        serde_json::from_str(&exported.stdout).unwrap()
    }

    /// Replaces the state.
    pub(super) fn import(&self, state: &Value) {
        self.try_import(state).succeeds();
    }

    /// The same, which an engine may refuse.
    pub(super) fn try_import(&self, state: &Value) -> Printed {
        let file = self.path().join("imported-state.json");
        fs::write(&file, state.to_string()).unwrap();
        self.run(&["stack", "import", "--file", file.to_str().unwrap()])
    }

    /// The resources of the component in the state, in order.
    pub(super) fn recorded(&self) -> Vec<Recorded> {
        let state = self.state();
        let resources = state["deployment"]["resources"].as_array().cloned();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let resources = resources.unwrap_or_default().into_iter();
        let resources =
            resources.filter(|resource| !text(&resource["type"]).starts_with("pulumi:"));
        let recorded = resources.map(|resource| Recorded {
            token: text(&resource["type"]),
            name: text(&resource["urn"])
                .rsplit("::")
                .next()
                .unwrap_or_default()
                .to_owned(),
            id: text(&resource["id"]),
            outputs: resource["outputs"]
                .as_object()
                .map(without_ciphers)
                .unwrap_or_default(),
        });
        recorded.collect()
    }
}

impl Drop for OldStack {
    fn drop(&mut self) {
        if self.age.takes_home() {
            return;
        }
        // The engine has noted in the user's home which stack of this project is the selected one.
        let noted = std::env::home_dir().map(|home| home.join(".pulumi/workspaces"));
        let noted = noted.and_then(|folder| fs::read_dir(folder).ok());
        for note in noted.into_iter().flatten().flatten() {
            if note.file_name().to_string_lossy().starts_with(&self.name) {
                _ = fs::remove_file(note.path());
            }
        }
    }
}

/// The outputs without ciphertexts, which differ in each state.
fn without_ciphers(outputs: &Map<String, Value>) -> Map<String, Value> {
    let mut outputs = outputs.clone();
    for value in outputs.values_mut().filter_map(Value::as_object_mut) {
        value.remove("ciphertext");
    }
    outputs
}
