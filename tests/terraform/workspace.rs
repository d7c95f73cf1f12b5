//! A folder with a configuration, and the packages of providers that the core finds there.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;
use test_support::pulumi::engine::Engine;

use crate::package::{self, NAMESPACE, Package};

/// The programs that judge.
pub(crate) const CORES: [&str; 2] = ["terraform", "tofu"];

/// A configuration that uses one provider.
pub(crate) struct Workspace {
    folder: TempDir,
    core: PathBuf,
    provider: &'static str,
    packages: PathBuf,
    variables: Vec<(String, String)>,
}

/// The output of a command, and its status.
pub(crate) struct Told {
    pub(crate) text: String,
    status: Option<i32>,
}

impl Told {
    pub(crate) fn of(output: &Output) -> Self {
        let parts = [&output.stdout, &output.stderr];
        Self {
            text: parts.map(|part| String::from_utf8_lossy(part)).join("\n"),
            status: output.status.code(),
        }
    }

    #[track_caller]
    pub(crate) fn ends_with(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{}", self.text);
        self
    }

    #[track_caller]
    pub(crate) fn succeeds(self) -> Self {
        self.ends_with(0)
    }

    #[track_caller]
    pub(crate) fn fails(self) -> Self {
        self.ends_with(1)
    }

    #[track_caller]
    pub(crate) fn says(self, part: &str) -> Self {
        assert!(self.words().contains(part), "{part}: {}", self.text);
        self
    }

    /// The words without line breaks: long lines are broken.
    fn words(&self) -> String {
        let words = self.text.split_whitespace().filter(|word| *word != "│");
        words.collect::<Vec<&str>>().join(" ")
    }
}

/// The value of a variable that `cargo xtask test terraform` sets.
pub(crate) fn given(variable: &str) -> PathBuf {
    let value = std::env::var_os(variable);
    let advice = || panic!("{variable} is not set\nhint: run `cargo xtask test terraform`");
    value.unwrap_or_else(advice).into()
}

impl Workspace {
    /// A folder for a core, with the example `random`.
    pub(crate) fn new(core: &str, configuration: &str) -> Self {
        Self::of(core, &package::RANDOM, configuration)
    }

    /// A folder for a core, with a provider whose packages all tests share, because a program without optimisation is large to
    /// pack.
    pub(crate) fn of(core: &str, package: &Package, configuration: &str) -> Self {
        let shared = package.shared();
        Self::empty(core, package).use_packages(&shared, configuration)
    }

    /// A folder for a core, with packages of `random` that the test may change.
    pub(crate) fn with_own_packages(core: &str, configuration: &str) -> Self {
        let this = Self::empty(core, &package::RANDOM);
        let folder = this.path("own");
        fs::create_dir(&folder).unwrap();
        package::RANDOM.pack(&folder);
        this.use_packages(&folder, configuration)
    }

    fn empty(core: &str, package: &Package) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            core: given("PULUMI_WASM_TEST_TERRAFORM").join(core),
            provider: package.provider,
            packages: PathBuf::new(),
            variables: Vec::new(),
        }
    }

    fn use_packages(mut self, packages: &Path, configuration: &str) -> Self {
        self.packages = packages.to_owned();
        self.configure(
            "filesystem_mirror {\n path = \"DIST/mirror\"\n include = [\"example.com/*/*\"]\n }",
        );
        self.write(configuration);
        self
    }

    /// Uses another version of the provider from now on, from a development override.
    pub(crate) fn develop(&mut self, package: &Package) {
        self.packages = package.shared();
        let name = self.provider;
        self.configure(&format!(
            "dev_overrides {{\n \"{NAMESPACE}/{name}\" = \"DIST/override\"\n }}\n direct {{}}"
        ));
    }

    /// Sets a variable of the configuration.
    pub(crate) fn set(mut self, variable: &str, value: &str) -> Self {
        let name = format!("TF_VAR_{variable}");
        self.variables.push((name, value.to_owned()));
        self
    }

    /// Sets a variable of the core's environment.
    pub(crate) fn set_in_environment(mut self, variable: &str, value: &str) -> Self {
        self.variables.push((variable.to_owned(), value.to_owned()));
        self
    }

    /// A file of the packages.
    pub(crate) fn package(&self, name: &str) -> PathBuf {
        self.packages.join(name)
    }

    /// Writes the way in which the core finds providers.
    pub(crate) fn configure(&self, installation: &str) {
        let packages = self.packages.display().to_string();
        let installation = installation.replace("DIST", &packages);
        let text = format!("provider_installation {{\n{installation}\n}}\n");
        fs::write(self.path("cli.tfrc"), text).unwrap();
    }

    /// Writes the configuration.
    pub(crate) fn write(&self, configuration: &str) {
        let name = self.provider;
        let required = format!(
            "terraform {{\n required_providers {{\n {name} = {{ source = \"{NAMESPACE}/{name}\" }}\n }}\n}}\n"
        );
        fs::write(self.path("main.tf"), required + configuration).unwrap();
    }

    /// Changes the configuration.
    #[track_caller]
    pub(crate) fn edit(&self, from: &str, to: &str) {
        let file = self.path("main.tf");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "{from}: {text}");
        fs::write(file, text.replace(from, to)).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a command of the core.
    pub(crate) fn tell(&self, arguments: &[&str]) -> Told {
        let mut core = self.command(arguments);
        Told::of(&core.output().unwrap())
    }

    /// Starts a command of the core in a new process group, as a terminal does, and does not wait for it.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        let mut core = self.command(arguments);
        core.process_group(0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        core.spawn().unwrap()
    }

    /// Applies, and then plans: nothing is left to be done.
    #[track_caller]
    pub(crate) fn apply(&self) -> Told {
        let told = self.tell(&["apply", "-auto-approve"]).succeeds();
        self.is_settled();
        told
    }

    #[track_caller]
    pub(crate) fn is_settled(&self) {
        self.tell(&["plan", "-detailed-exitcode"]).succeeds();
    }

    /// Plans: something has to be done.
    #[track_caller]
    pub(crate) fn is_to_change(&self) -> Told {
        self.tell(&["plan", "-detailed-exitcode"]).ends_with(2)
    }

    #[track_caller]
    pub(crate) fn destroy(&self) -> Told {
        self.tell(&["destroy", "-auto-approve"]).succeeds()
    }

    /// The outputs of the state.
    pub(crate) fn outputs(&self) -> Value {
        self.json(&["output", "-json"])
    }

    pub(crate) fn output(&self, name: &str) -> Value {
        self.outputs()[name]["value"].clone()
    }

    /// The values of a resource in the state.
    pub(crate) fn resource(&self, address: &str) -> Value {
        let shown = self.json(&["show", "-json"]);
        let resources = shown["values"]["root_module"]["resources"].as_array();
        let mut resources = resources.into_iter().flatten();
        let found = resources.find(|resource| resource["address"] == address);
        found.cloned().unwrap_or_default()
    }

    /// The answer of a command as JSON.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let mut core = self.core(arguments);
        let output = core.output().unwrap();
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", Told::of(&output).text))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut core = self.core(arguments);
        core.arg("-no-color");
        core
    }

    fn core(&self, arguments: &[&str]) -> Command {
        let mut core = Command::new(&self.core);
        let folder = self.folder.path();
        core.args(arguments)
            .current_dir(folder)
            .env("PULUMI_HOME", self.packages.join("home"))
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code())
            .env("TF_CLI_CONFIG_FILE", folder.join("cli.tfrc"))
            .env("CHECKPOINT_DISABLE", "1")
            .env("TF_IN_AUTOMATION", "1")
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        core
    }
}
