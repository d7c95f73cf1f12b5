//! The quick start, `docs/author/quickstart.md`: its commands in an empty folder of a user who has only the tools of
//! the language and Pulumi. Readers in Python, TypeScript and Go have an installed tool: `installed.rs`.
//!
//! Ordinary runs build once where the compiler is slow. The second builds are separate tests, of long runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use test_support::pulumi::engine::{Engine, share_toolchains};
use test_support::pulumi::stack::is_setting_of_user;
use test_support::pulumi::stack_folder::project_folder;

/// Both projects have one path after another, so that the SDK is compiled once.
#[test]
fn the_rust_quick_starts_lead_to_a_provider_and_a_component() {
    Newcomer::new("rust", RUST).gets_a_provider();
    Newcomer::component("rust", RUST).gets_a_provider();
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn the_rust_quick_start_takes_up_a_change() {
    let mut newcomer = Newcomer::new("rust-changed", RUST);
    newcomer.gets_a_provider();
    newcomer.takes_up_a_change("src/lib.rs");
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn the_rust_quick_start_gives_the_same_digest_elsewhere() {
    let mut newcomer = Newcomer::new("rust-elsewhere", RUST);
    newcomer.gets_a_provider();
    newcomer.gets_the_same_digest_elsewhere();
}

#[test]
fn the_quick_start_of_components_leads_to_one_in_python() {
    Newcomer::component("components-python", PYTHON).gets_a_provider();
}

#[test]
fn the_quick_start_of_components_leads_to_one_in_typescript() {
    Newcomer::component("components-typescript", TYPESCRIPT).gets_a_provider();
}

#[test]
fn the_quick_start_of_components_leads_to_one_in_go() {
    Newcomer::component("components-go", GO).gets_a_provider();
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn the_python_quick_start_takes_up_a_change() {
    let mut newcomer = Newcomer::new("python-changed", PYTHON);
    newcomer.gets_a_provider();
    newcomer.takes_up_a_change("provider.py");
}

#[test]
fn the_c_quick_start_leads_to_a_provider() {
    let mut newcomer = Newcomer::new("c", C);
    newcomer.gets_a_provider();
    newcomer.takes_up_a_change("manifest.yaml");
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn the_c_quick_start_works_in_cpp_and_zig() {
    for (reading, word) in [("cpp", "cpp"), ("zig", "zig")] {
        let mut newcomer = Newcomer::new(reading, C);
        newcomer.page = newcomer
            .page
            .replace("--lang c demo", &format!("--lang {word} demo"));
        newcomer.gets_a_provider();
    }
}

const RUST: &str = "Rust";
pub(super) const PYTHON: &str = "Python";
pub(super) const TYPESCRIPT: &str = "TypeScript";
pub(super) const GO: &str = "Go";
const C: &str = "C";

/// Beginnings of lines of `pulumi-wasm audit` about a provider in each language. The first line is for all of them.
const RECORDED: [(&str, &str); 8] = [
    ("in ", "runtime    pulumi-wasm SDK 0."),
    (RUST, "project    pulumi-wasm-provider 0."),
    (RUST, "crates.io  std 1."),
    (PYTHON, "runtime    CPython 3.14.0"),
    (PYTHON, "PyPI       componentize-py 0."),
    (TYPESCRIPT, "runtime    QuickJS-ng 0."),
    (TYPESCRIPT, "project    pulumi-wasm-provider 0."),
    (GO, "Go         stdlib 1."),
];

/// The marks in the page above blocks that every reader follows.
const ONCE: &str = "<!-- once -->";
const AFTER_A_CHANGE: &str = "<!-- after a change -->";
/// The maximum number of commands.
const FEW: usize = 5;

/// A reader with an empty home folder, and the page.
pub(super) struct Newcomer {
    /// The language and the purpose, as in `rust-changed`.
    reading: &'static str,
    /// The mark of the commands that the reader follows.
    mark: String,
    /// The mark of the output that these commands show.
    seen: &'static str,
    directory: PathBuf,
    page: String,
    /// The folders before the others on PATH, with the tool among them.
    programs: Vec<PathBuf>,
}

/// A block of commands, or of their output.
struct Block {
    /// The comment above it.
    mark: String,
    kind: String,
    lines: Vec<String>,
}

impl Newcomer {
    /// A reader who writes a provider in a language.
    fn new(reading: &'static str, language: &str) -> Self {
        let mark = format!("<!-- in {language} -->");
        let programs = vec![built_programs()];
        Self::reads(reading, mark, "<!-- seen with a provider -->", programs).with_toolchains()
    }

    /// The same with an installed tool, in one of these folders.
    pub(super) fn with_tool(reading: &'static str, language: &str, programs: Vec<PathBuf>) -> Self {
        let mark = format!("<!-- in {language} -->");
        Self::reads(reading, mark, "<!-- seen with a provider -->", programs)
    }

    /// A reader who writes a component resource in a language.
    fn component(reading: &'static str, language: &str) -> Self {
        let mark = format!("<!-- a component in {language} -->");
        let programs = vec![built_programs()];
        Self::reads(reading, mark, "<!-- seen with a component -->", programs).with_toolchains()
    }

    fn reads(
        reading: &'static str,
        mark: String,
        seen: &'static str,
        programs: Vec<PathBuf>,
    ) -> Self {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/author");
        let page = fs::read_to_string(docs.join("quickstart.md")).unwrap();
        let directory = project_folder(&format!("quickstart-{reading}"));
        for name in ["home", "state", "work"] {
            fs::create_dir_all(directory.join(name)).unwrap();
        }
        let newcomer = Self {
            reading,
            mark,
            seen,
            directory,
            page,
            programs,
        };
        newcomer.runs("", &["pulumi-wasm install".to_owned()]);
        newcomer
    }

    /// Compilers that pip installs are there already, because they take long.
    fn with_toolchains(self) -> Self {
        share_toolchains(&self.directory.join("home/.pulumi"));
        self
    }

    /// Runs the first steps of every reader.
    pub(super) fn gets_a_provider(&mut self) {
        self.follows();
        self.records_its_packages();
        self.tests_the_hooks();
    }

    /// Changes this file as the page proposes, and brings the change to the program.
    pub(super) fn takes_up_a_change(&self, file: &str) {
        self.changes(file);
        self.follows_after_a_change();
    }

    fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let (mut above, mut open) = (String::new(), false);
        for line in self.page.lines() {
            match line.strip_prefix("```") {
                Some(_) if open => open = false,
                Some(kind) => {
                    open = true;
                    blocks.push(Block {
                        mark: std::mem::take(&mut above),
                        kind: kind.to_owned(),
                        lines: Vec::new(),
                    });
                }
                None if open => blocks.last_mut().unwrap().lines.push(line.to_owned()),
                None => line.clone_into(&mut above),
            }
        }
        blocks
    }

    fn commands(&self, mark: &str) -> Vec<String> {
        let blocks = self.blocks();
        let blocks = blocks
            .into_iter()
            .filter(|block| block.kind == "sh" && block.mark == mark);
        blocks.flat_map(|block| block.lines).collect()
    }

    /// Runs the commands of the page, and compares their output.
    fn follows(&mut self) {
        assert!(
            !self.commands(ONCE).is_empty(),
            "the page tells how to install"
        );
        let mut commands = self.commands(&self.mark);
        assert!((3..=FEW).contains(&commands.len()), "{commands:?}");
        let compiled = compiled_sdk(self.reading);
        let compiled = compiled.display();
        let is_rust = self.mark.contains(RUST);
        if is_rust {
            let take =
                format!("if [ -d '{compiled}' ]; then cp -a '{compiled}/.' .pulumi-wasm/sdk; fi");
            commands.insert(1, take);
        }
        let said = self.runs("", &commands);
        if is_rust {
            let keep = format!("rm -rf '{compiled}' && cp -a .pulumi-wasm/sdk '{compiled}'");
            self.runs("demo", &[keep]);
        }
        let mut seen = 0;
        for block in self.blocks().iter().filter(|block| block.mark == self.seen) {
            for line in &block.lines {
                assert!(said.contains(line.trim()), "`{line}` should be in\n{said}");
                seen += 1;
            }
        }
        assert!(seen > 0, "the page shows what is seen");
        // The list does not include the program and Pulumi's files beside the provider.
        let said = self.runs("demo", &["pulumi-wasm build".to_owned()]);
        assert!(said.contains("unchanged since the last build"), "{said}");
    }

    /// The component names its runtime and packages.
    fn records_its_packages(&self) {
        let said = self.runs("demo", &["pulumi-wasm audit demo.wasm".to_owned()]);
        let recorded = RECORDED.iter();
        let recorded = recorded.filter(|(language, _)| self.mark.contains(language));
        for (_, line) in recorded {
            assert!(said.contains(line), "`{line}` should be in\n{said}");
        }
        if self.mark.contains(PYTHON) {
            // The interpreter has its version in its own texts.
            let component = fs::read(self.work().join("demo/demo.wasm")).unwrap();
            let mut texts = component.split(|byte| *byte == 0);
            assert!(texts.any(|text| text.starts_with(b"3.14.0")));
        }
    }

    /// Makes the change that the page proposes.
    fn changes(&self, file: &str) {
        for word in ["`Hello`", "`Welcome`", file] {
            assert!(self.page.contains(word), "the page names {word}");
        }
        let file = self.work().join("demo").join(file);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("\"Hello\""), "{text}");
        fs::write(&file, text.replace("\"Hello\"", "\"Welcome\"")).unwrap();
    }

    /// Runs the unit tests as in the new project's `README.md` and its workflow.
    fn tests_the_hooks(&self) {
        let read = |file: &str| fs::read_to_string(self.work().join("demo").join(file)).unwrap();
        let readme = read("README.md");
        let mut lines = readme.lines();
        let line = lines.find(|line| line.ends_with("# the unit tests of the hooks"));
        let (command, _) = line.expect("a command").split_once('#').unwrap();
        let workflow = read(".github/workflows/provider.yml");
        assert!(workflow.contains(&format!("- run: {}\n", command.trim())));
        self.runs("demo", &[command.to_owned()]);
    }

    fn follows_after_a_change(&self) {
        let commands = self.commands(AFTER_A_CHANGE);
        let said = self.runs("demo", &commands);
        assert!(said.contains("Welcome, World!"), "{said}");
    }

    /// Builds the same sources in a folder with another name.
    pub(super) fn gets_the_same_digest_elsewhere(&self) {
        let build = ["pulumi-wasm build".to_owned()];
        let digest = |said: &str| {
            let line = said.lines().find(|line| line.starts_with("digest "));
            line.expect("a digest").to_owned()
        };
        let here = digest(&self.runs("demo", &build));
        let copied =
            "mkdir elsewhere && cp -r demo elsewhere/other && rm -rf elsewhere/other/.pulumi-wasm";
        self.runs("", &[copied.to_owned()]);
        let there = self.runs("elsewhere/other", &build);
        assert!(!there.contains("unchanged"), "{there}");
        assert_eq!(here, digest(&there));
    }

    fn work(&self) -> PathBuf {
        self.directory.join("work")
    }

    /// Runs commands in one shell, and returns their output.
    #[track_caller]
    fn runs(&self, folder: &str, commands: &[String]) -> String {
        let folder = self.work().join(folder);
        let lines: Vec<String> = commands
            .iter()
            .map(|line| answered(line, &folder))
            .collect();
        let script = format!("set -eux\n{}\n", lines.join("\n"));
        let mut shell = Command::new("bash");
        shell.arg("-c").arg(&script).current_dir(&folder);
        self.isolate(&mut shell);
        let output = shell.output().unwrap();
        let said = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(output.status.success(), "{}: {said}", self.reading);
        said
    }

    /// A separate home. Downloads of the language's tools are shared with other tests, and so is compiled code, because
    /// both take long.
    fn isolate(&self, shell: &mut Command) {
        let home = std::env::home_dir().unwrap();
        let of_home = |variable: &str, default: &str| {
            let set = std::env::var_os(variable).map(PathBuf::from);
            set.unwrap_or_else(|| home.join(default))
        };
        let path = std::env::var_os("PATH").unwrap();
        let go = crate::languages::go::folder_of_program();
        let programs = self.programs.iter().cloned();
        let path = programs
            .chain([Engine::directory()])
            .chain(go)
            .chain(std::env::split_paths(&path));
        let state = self.directory.join("state");
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("quickstart-target");
        for (variable, default) in [
            ("CARGO_HOME", ".cargo"),
            ("RUSTUP_HOME", ".rustup"),
            ("PIP_CACHE_DIR", ".cache/pip"),
            ("npm_config_cache", ".npm"),
            ("GOCACHE", ".cache/go-build"),
            ("ZIG_GLOBAL_CACHE_DIR", ".cache/zig"),
        ] {
            shell.env(variable, of_home(variable, default));
        }
        for (variable, file) in [
            ("PIP_CONFIG_FILE", ".config/pip/pip.conf"),
            ("NPM_CONFIG_USERCONFIG", ".npmrc"),
        ] {
            if home.join(file).is_file() {
                shell.env(variable, home.join(file));
            }
        }
        // Cargo sets variables about its package for a test; a user's shell lacks them.
        for (name, _) in std::env::vars_os() {
            if name
                .to_str()
                .is_some_and(|name| name.starts_with("CARGO_PKG_") || is_setting_of_user(name))
            {
                shell.env_remove(name);
            }
        }
        shell
            .env("HOME", self.directory.join("home"))
            // Without this, Pulumi goes by the system's list of users.
            .env("PULUMI_HOME", self.directory.join("home/.pulumi"))
            .env("PATH", std::env::join_paths(path).unwrap())
            .env("CARGO_TARGET_DIR", kept)
            .env("PULUMI_WASM_CACHE_DIR", Engine::compiled_code())
            .env("PULUMI_BACKEND_URL", format!("file://{}", state.display()))
            .env("PULUMI_CONFIG_PASSPHRASE", "quickstart")
            .env("PULUMI_SKIP_UPDATE_CHECK", "true")
            // The registry is not asked whether it has a package `wasm`, and plugins of this machine are not taken.
            .env("PULUMI_DISABLE_REGISTRY_RESOLVE", "true")
            .env("PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION", "true")
            .env("PULUMI_IGNORE_AMBIENT_PLUGINS", "true")
            .env_remove("RUSTC")
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS");
    }
}

/// A copy of the SDK in the project of an earlier run, with the times of its files. Cargo does not compile a file again whose time is
/// the same, and the tool replaces those with another content.
fn compiled_sdk(reading: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    folder.join(format!("quickstart-sdk-{reading}"))
}

/// The folder of the programs of this build.
fn built_programs() -> PathBuf {
    let tool = Path::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    tool.parent().unwrap().to_owned()
}

impl Drop for Newcomer {
    fn drop(&mut self) {
        if !std::thread::panicking() && std::env::var_os("PULUMI_WASM_TEST_KEEP").is_none() {
            drop(fs::remove_dir_all(&self.directory));
        }
    }
}

/// A command with a person's answers: the name of the stack at the first time, and yes.
fn answered(line: &str, folder: &Path) -> String {
    if line != "pulumi up" {
        return line.to_owned();
    }
    let is_first = !folder.ends_with("demo");
    let stack = if is_first {
        "pulumi stack init dev\n"
    } else {
        ""
    };
    format!("{stack}pulumi up --yes")
}
