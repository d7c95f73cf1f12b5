//! A folder with a configuration, and the packages of a provider that the core finds there.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

/// The programs that judge.
pub(crate) const CORES: [&str; 2] = ["terraform", "tofu"];
/// The namespace of all providers here.
const NAMESPACE: &str = "example.com/acme";
/// The example that the tests use.
const PROVIDER: &str = "random";

/// A configuration that uses one provider.
pub(crate) struct Workspace {
    folder: TempDir,
    core: PathBuf,
    packages: PathBuf,
}

/// The output of a command, and its status.
pub(crate) struct Told {
    pub(crate) text: String,
    status: Option<i32>,
}

impl Told {
    fn of(output: &Output) -> Self {
        let parts = [&output.stdout, &output.stderr];
        Self {
            text: parts.map(|part| String::from_utf8_lossy(part)).join("\n"),
            status: output.status.code(),
        }
    }

    #[track_caller]
    pub(crate) fn succeeds(self) -> Self {
        assert_eq!(self.status, Some(0), "{}", self.text);
        self
    }

    #[track_caller]
    pub(crate) fn fails(self) -> Self {
        assert_eq!(self.status, Some(1), "{}", self.text);
        self
    }

    #[track_caller]
    pub(crate) fn says(self, part: &str) -> Self {
        // Long lines are broken.
        let words: Vec<&str> = self
            .text
            .split_whitespace()
            .filter(|word| *word != "│")
            .collect();
        assert!(words.join(" ").contains(part), "{part}: {}", self.text);
        self
    }
}

/// The value of a variable that `cargo xtask test terraform` sets.
pub(crate) fn given(variable: &str) -> PathBuf {
    let value: Option<OsString> = std::env::var_os(variable);
    let advice = || panic!("{variable} is not set\nhint: run `cargo xtask test terraform`");
    value.unwrap_or_else(advice).into()
}

/// Writes the packages of the provider into a folder.
fn pack(folder: &Path) {
    let file = given("PULUMI_WASM_TEST_COMPONENTS").join(format!("{PROVIDER}.wasm"));
    let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    tool.args(["terraform", "--address"])
        .arg(format!("{NAMESPACE}/{PROVIDER}"))
        .arg("-o")
        .arg(folder)
        .arg(file)
        .env("PULUMI_HOME", folder.join("home"));
    Told::of(&tool.output().unwrap()).succeeds();
}

impl Workspace {
    /// A folder for a core, with the packages of the example `random`. All tests share them, because a program without optimisation is
    /// large to pack.
    pub(crate) fn new(core: &str, configuration: &str) -> Self {
        static SHARED: OnceLock<PathBuf> = OnceLock::new();
        let shared = SHARED.get_or_init(|| {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terraform");
            fs::remove_dir_all(&folder).ok();
            fs::create_dir_all(&folder).unwrap();
            pack(&folder);
            folder
        });
        let this = Self::empty(core);
        this.use_packages(shared, configuration)
    }

    /// A folder for a core, with packages that the test may change.
    pub(crate) fn with_own_packages(core: &str, configuration: &str) -> Self {
        let this = Self::empty(core);
        let folder = this.path("own");
        fs::create_dir(&folder).unwrap();
        pack(&folder);
        this.use_packages(&folder, configuration)
    }

    fn empty(core: &str) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            core: given("PULUMI_WASM_TEST_TERRAFORM").join(core),
            packages: PathBuf::new(),
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
        let required = format!(
            "terraform {{\n required_providers {{\n {PROVIDER} = {{ source = \"{NAMESPACE}/{PROVIDER}\" }}\n }}\n}}\n"
        );
        fs::write(self.path("main.tf"), required + configuration).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a command of the core.
    pub(crate) fn tell(&self, arguments: &[&str]) -> Told {
        let mut core = Command::new(&self.core);
        core.args(arguments).args(["-no-color"]);
        self.run(&mut core)
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

    /// The outputs of the state.
    pub(crate) fn outputs(&self) -> Value {
        let mut core = Command::new(&self.core);
        core.args(["output", "-json"]);
        let output = self.isolated(&mut core).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    }

    pub(crate) fn output(&self, name: &str) -> Value {
        self.outputs()[name]["value"].clone()
    }

    fn run(&self, command: &mut Command) -> Told {
        Told::of(&self.isolated(command).output().unwrap())
    }

    fn isolated<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let folder: &Path = self.folder.path();
        command
            .current_dir(folder)
            .env("PULUMI_HOME", folder.join("home"))
            .env("TF_CLI_CONFIG_FILE", folder.join("cli.tfrc"))
            .env("CHECKPOINT_DISABLE", "1")
            .env("TF_IN_AUTOMATION", "1")
    }
}
