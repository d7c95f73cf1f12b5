//! One isolated project with one stack: its own home, state, plugin cache and environment.

use std::cell::Cell;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use super::calls::Calls;
use super::engine::{Engine, VERSION};
use super::output::Output;
use super::stack_folder::stack_folder;
use crate::programs;
use crate::servers::key_server;

pub struct Stack {
    /// The directory of Pulumi.yaml.
    pub project: PathBuf,
    directory: TempDir,
    environment: Vec<(OsString, OsString)>,
    /// The number of commands that were run: each has a separate record.
    steps: Cell<usize>,
}

impl Stack {
    /// Empty directories for the project and for all that the engine keeps.
    pub(super) fn new(name: &str, environment: Vec<(OsString, OsString)>) -> Self {
        let mut directory = tempfile::Builder::new()
            .prefix(&format!("{name}-"))
            .tempdir_in(stack_folder())
            .unwrap();
        if std::env::var_os("PULUMI_WASM_TEST_KEEP").is_some() {
            eprintln!("kept: {}", directory.path().display());
            directory.disable_cleanup(true);
        }
        // Without a repository around it: the engine would ask Git for the state of ours with each update.
        for name in [".git", "project", "home", "state", "temporary", "calls"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        Self {
            project: directory.path().join("project"),
            directory,
            environment,
            steps: Cell::new(0),
        }
    }

    /// The place that everything of this stack lies in.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// `PULUMI_HOME`: a separate home, unless the environment names a home.
    pub fn home(&self) -> PathBuf {
        let mut environment = self.environment.iter().rev();
        let given = environment.find(|(name, _)| name == "PULUMI_HOME");
        given.map_or_else(|| self.path().join("home"), |(_, home)| home.into())
    }

    /// The file of the stack `dev` of a project in the backend.
    pub(super) fn state_file(&self, project: &str) -> PathBuf {
        let folder = self.path().join("state/.pulumi/stacks");
        folder.join(project).join("dev.json")
    }

    /// Whether the engine keeps the state in the folder of this stack, with the usual key of secrets.
    pub(super) fn has_usual_state(&self) -> bool {
        self.has_usual_key() && !self.has_variable("PULUMI_BACKEND_URL")
    }

    /// Whether secrets have a key of the key server, and not of a passphrase that the test sets.
    pub(super) fn has_usual_key(&self) -> bool {
        !self.has_variable("PULUMI_CONFIG_PASSPHRASE")
    }

    fn has_variable(&self, name: &str) -> bool {
        self.environment.iter().any(|(known, _)| known == name)
    }

    /// Runs `pulumi` in the project.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.run_in(&self.project, arguments)
    }

    /// Runs `pulumi` in any directory.
    pub fn run_in(&self, directory: &Path, arguments: &[&str]) -> Output {
        let step = self.steps.get() + 1;
        self.steps.set(step);
        let record = self.path().join(format!("calls/{step}.json"));
        let mut command = self.command(directory);
        command
            .args(["--non-interactive", "--color", "never"])
            .args(arguments)
            .env("PULUMI_DEBUG_GRPC", &record);
        let output = command.output().unwrap();
        Output {
            command: format!("pulumi {}", arguments.join(" ")),
            status: output.status,
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            calls: Calls::read(&record),
        }
    }

    /// Sets a variable for the commands that follow, or takes it away.
    pub fn set_variable(&mut self, name: &str, value: Option<&str>) {
        self.environment.retain(|(known, _)| known != name);
        let value = value.map(|value| (name.into(), value.into()));
        self.environment.extend(value);
    }

    /// A `pulumi` command with the environment of this stack, still without arguments.
    pub fn command(&self, directory: &Path) -> Command {
        let mut command = Command::new(Engine::directory().join("pulumi"));
        self.isolate(&mut command, directory);
        command
    }

    /// Sets the environment of this stack for a command, without any settings of the user that runs the tests.
    pub fn isolate(&self, command: &mut Command, directory: &Path) {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = [Engine::directory()]
            .into_iter()
            .chain(std::env::split_paths(&path));
        for (name, _) in std::env::vars_os() {
            if name.to_str().is_some_and(is_setting_of_user) {
                command.env_remove(name);
            }
        }
        command
            .current_dir(directory)
            .stdin(Stdio::null())
            .env("PATH", std::env::join_paths(path).unwrap())
            .env("TMPDIR", self.path().join("temporary"))
            .env("PULUMI_HOME", self.home())
            .env(
                "PULUMI_BACKEND_URL",
                format!("file://{}", self.path().join("state").display()),
            )
            .env("PULUMI_CONFIG_PASSPHRASE", "passphrase of a test")
            .env(key_server::VARIABLE, key_server::address())
            // The engine's processes live too short for their garbage to matter.
            .env("GOGC", "off")
            .env("GOMEMLIMIT", "1GiB")
            .env("PULUMI_SKIP_UPDATE_CHECK", "true")
            .env("PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION", "true")
            .env("PULUMI_DISABLE_REGISTRY_RESOLVE", "true")
            // A plugin on PATH is not the one under test.
            .env("PULUMI_IGNORE_AMBIENT_PLUGINS", "true")
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code())
            .envs(self.environment.iter().map(|(name, value)| (name, value)));
    }

    /// Replaces `pulumi plugin install`: the files that it created once are linked into the home of each stack.
    pub fn install_plugin(&self) {
        let installed = Engine::installed_plugin();
        // A home that a test chose may lie in another file system.
        programs::place_folder(&installed, &self.home().join("plugins"));
    }

    /// Installs the plugin with the engine.
    pub(super) fn have_plugin_installed(&self) {
        let plugin = Engine::plugin().to_str().unwrap();
        self.run(&[
            "plugin",
            "install",
            "resource",
            "wasm",
            VERSION,
            "--file",
            plugin,
            "--reinstall",
        ])
        .succeeds();
    }

    /// `pulumi package add wasm PARAMETER…`; flags for the plugin come after a `--` of their own.
    pub fn package_add(&self, parameters: &[&str]) -> Output {
        let mut arguments = vec!["package", "add", "wasm"];
        arguments.extend(parameters);
        self.run(&arguments)
    }

    /// `pulumi package get-schema`: a package's schema as the engine understood it, after it has bound it.
    pub fn package_schema(&self, parameters: &[&str]) -> Value {
        let mut arguments = vec!["package", "get-schema", "wasm"];
        arguments.extend(parameters);
        let output = self.run(&arguments).succeeds();
        serde_json::from_str(&output.stdout).unwrap()
    }

    /// `pulumi-wasm grants` in the project, with this environment: whether it was content, and its findings.
    pub fn grants(&self) -> (bool, Value) {
        let mut tool = Command::new(programs::tool());
        self.isolate(&mut tool, &self.project);
        let output = tool.args(["grants", "--json"]).output().unwrap();
        let found = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.success(), found)
    }

    pub fn preview(&self) -> Output {
        self.run(&["preview", "--stack", "dev"])
    }

    /// An update without the preview that the engine makes before it.
    pub fn up(&self) -> Output {
        self.run(&["up", "--stack", "dev", "--yes", "--skip-preview"])
    }

    pub fn refresh(&self) -> Output {
        self.run(&["refresh", "--stack", "dev", "--yes", "--skip-preview"])
    }

    pub fn destroy(&self) -> Output {
        self.run(&["destroy", "--stack", "dev", "--yes", "--skip-preview"])
    }

    /// Imports an existing resource into the state; the program is not changed.
    ///
    /// The engine knows only from the state how to start a parameterized provider.
    pub fn import_resource(&self, token: &str, name: &str, id: &str) -> Output {
        let package = token.split(':').next().unwrap_or_default();
        let provider = self.provider(package).expect("a provider of this package");
        let provider = format!("used={}", provider["urn"].as_str().unwrap());
        self.run(&[
            "import",
            "--stack",
            "dev",
            "--yes",
            "--skip-preview",
            "--protect=false",
            "--provider",
            &provider,
            token,
            name,
            id,
        ])
    }

    pub fn write_program(&self, program: &str) {
        fs::write(self.project.join("Pulumi.yaml"), program).unwrap();
    }

    pub fn read_program(&self) -> String {
        fs::read_to_string(self.project.join("Pulumi.yaml")).unwrap()
    }

    /// Edits the program; a missing text is a mistake of the test.
    #[track_caller]
    pub fn edit(&self, from: &str, to: &str) {
        let program = self.read_program();
        assert!(
            program.contains(from),
            "the program has no `{from}`\n{program}"
        );
        self.write_program(&program.replace(from, to));
    }

    /// Removes the options `import: ID` from the program, as a user does after the import.
    pub fn forget_imports(&self) {
        let mut program = String::new();
        for line in self.read_program().lines() {
            let line = match line.split_once("import: ") {
                Some((before, _)) => format!("{before}}}"),
                None => line.to_owned(),
            };
            program.push_str(&line);
            program.push('\n');
        }
        self.write_program(&program);
    }

    /// Copies the component of an example to a path in the project.
    pub fn copy_component(&self, name: &str, to: &str) -> PathBuf {
        let path = self.project.join(to);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(Engine::component(name), &path).unwrap();
        path
    }
}

/// Whether a variable changes what Pulumi and the plugin do. The size of the cache for compiled code belongs to the tests: `cargo xtask test`
/// sets it.
pub fn is_setting_of_user(variable: &str) -> bool {
    variable != "PULUMI_WASM_CACHE_SIZE"
        && (variable.starts_with("PULUMI_") || variable.starts_with("VAULT_"))
}
