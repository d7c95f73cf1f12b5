//! The compared providers: ours with a component in each language, and native ones. A provider that cannot be built is
//! reported and left out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::guests;
use crate::host::{self, Programs};
use crate::paths::Paths;
use crate::process;
use crate::setup::{cached, go, languages};

/// On pulumi-go-provider, which most providers use today.
pub(super) const GO: &str = "Go";
/// On tonic and prost, without a framework.
pub(super) const TONIC: &str = "native Rust";
/// On Pulumi's SDK for Python.
pub(super) const PYTHON: &str = "Pulumi's Python";
/// On Pulumi's SDK for Node.js.
pub(super) const NODE: &str = "Pulumi's Node.js";

/// The languages of components, with the native provider that a component replaces.
pub(super) const LANGUAGES: [(&str, &str); 5] = [
    ("Rust", GO),
    ("Python", PYTHON),
    ("TypeScript", NODE),
    ("Go", GO),
    ("C", GO),
];

/// The type without hooks, the type with a hook in each call, and the component resource.
pub(super) const THING: &str = "bench:index:Thing";
pub(super) const HOOKED: &str = "bench:index:Hooked";
pub(super) const SITE: &str = "bench:index:Site";

/// A provider's process, as the launcher reads it.
#[derive(Clone, Debug, Default)]
pub(super) struct Provider {
    pub(super) name: String,
    pub(super) command: Vec<String>,
    pub(super) environment: BTreeMap<String, String>,
    pub(super) components: Vec<PathBuf>,
    /// The type of the calls; `THING` by default.
    pub(super) token: Option<String>,
    /// Folders that are removed before each start.
    pub(super) forget: Vec<PathBuf>,
    /// Files and folders that are removed from the page cache before each start.
    pub(super) evict: Vec<PathBuf>,
}

impl From<&Provider> for Value {
    fn from(provider: &Provider) -> Self {
        json!({
            "name": provider.name,
            "command": provider.command,
            "environment": provider.environment,
            "components": provider.components,
            "token": provider.token.as_deref().unwrap_or(THING),
            "forget": provider.forget,
            "evict": provider.evict,
        })
    }
}

impl Provider {
    /// The same provider with the type that has hooks.
    pub(super) fn hooked(mut self) -> Self {
        self.name += ", hook";
        self.token = Some(HOOKED.to_owned());
        self
    }

    /// Its program, if it is one file.
    pub(super) fn program(&self) -> Option<&Path> {
        let program = self.command.first().map(Path::new);
        program.filter(|_| self.command.len() == 1)
    }

    /// The files that a start reads from disk.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let words = self.command.iter().map(PathBuf::from);
        let folders = ["PULUMI_HOME", "PULUMI_WASM_CACHE_DIR", "NODE_PATH"];
        let folders = folders
            .iter()
            .filter_map(|name| self.environment.get(*name));
        // The interpreter of an environment is a link to the file that is read.
        let resolved = words.map(|path| fs::canonicalize(&path).unwrap_or(path));
        resolved.chain(folders.map(PathBuf::from)).collect()
    }
}

/// The providers of the custom resource.
pub(super) struct Providers {
    pub(super) programs: Programs,
    folder: PathBuf,
    peers: Vec<Provider>,
    ours: Vec<Provider>,
}

impl Providers {
    pub(super) fn build(paths: &Paths, programs: Programs) -> Result<Self> {
        let folder = paths.target.join("bench");
        let mut providers = Self {
            programs,
            folder,
            peers: Vec::new(),
            ours: Vec::new(),
        };
        providers.ours = providers.components(paths, "guests")?;
        let peers = [
            (GO, go_program(paths, "./pulumi-resource-bench", "bench")),
            (TONIC, rust_program(paths)),
            (PYTHON, python_program(paths, "provider.py")),
            (NODE, node_program(paths, "provider.js")),
        ];
        providers.peers = built(peers);
        Ok(providers)
    }

    /// The providers of the component resource.
    pub(super) fn of_component_resources(&self, paths: &Paths) -> Result<Vec<Provider>> {
        let peers = [
            (GO, go_program(paths, "./site", "bench-site")),
            (PYTHON, python_program(paths, "component.py")),
            (NODE, node_program(paths, "component.js")),
        ];
        let mut all = built(peers);
        all.extend(self.components(paths, "sites")?);
        for provider in &mut all {
            provider.token = Some(SITE.to_owned());
        }
        Ok(all)
    }

    /// Ours with a component in each language from a folder of `tests/bench`.
    fn components(&self, paths: &Paths, sources: &str) -> Result<Vec<Provider>> {
        let folder = self.folder.join("components");
        fs::create_dir_all(&folder)?;
        let mut providers = Vec::new();
        for (language, _) in LANGUAGES {
            let language_folder = language.to_lowercase();
            let component = folder.join(format!("{sources}-{language_folder}.wasm"));
            let bench = paths.root.join("tests/bench");
            let source = match (sources, language) {
                // The native provider itself.
                ("guests", "Go") => bench.join("peers/go"),
                _ => bench.join(sources).join(language_folder),
            };
            if !source.is_dir() {
                continue;
            }
            match guests::build_for_bench(paths, &self.programs, &source, &component) {
                Ok(()) => providers.push(self.with_component(language, component)),
                // Every part compares a component in Rust.
                Err(error) if language == "Rust" => return Err(error),
                Err(error) => println!("- left out: a component in {language}: {error:#}"),
            }
        }
        Ok(providers)
    }

    /// This plugin with a component.
    pub(super) fn with_component(&self, language: &str, component: PathBuf) -> Provider {
        let folder = |name: &str| self.folder.join(name).display().to_string();
        let variables = [
            ("PULUMI_HOME", folder("home")),
            ("PULUMI_WASM_CACHE_DIR", folder("code")),
        ];
        Provider {
            name: format!("ours, {language}"),
            command: vec![self.programs.plugin.display().to_string()],
            environment: variables
                .map(|(name, value)| (name.to_owned(), value))
                .into(),
            components: vec![component],
            ..Provider::default()
        }
    }

    /// The native providers and ours.
    pub(super) fn all(&self) -> Vec<Provider> {
        self.peers.iter().chain(&self.ours).cloned().collect()
    }

    pub(super) fn ours(&self) -> &[Provider] {
        &self.ours
    }

    pub(super) fn get(&self, name: &str) -> Option<&Provider> {
        let mut all = self.peers.iter().chain(&self.ours);
        all.find(|provider| provider.name == name)
    }
}

/// The native provider that a component in the language of `name` replaces.
pub(super) fn peer_of(name: &str) -> Option<&'static str> {
    let language = name.strip_prefix("ours, ")?;
    let mut languages = LANGUAGES.into_iter();
    let found = languages.find(|(known, _)| language.starts_with(known));
    found.map(|(_, peer)| peer)
}

fn built(providers: impl IntoIterator<Item = (&'static str, Result<Provider>)>) -> Vec<Provider> {
    let mut built = Vec::new();
    for (name, provider) in providers {
        match provider {
            Ok(mut provider) => {
                name.clone_into(&mut provider.name);
                built.push(provider);
            }
            Err(error) => println!("- left out: {name}: {error:#}"),
        }
    }
    built
}

fn with_command(words: &[&Path]) -> Provider {
    Provider {
        command: words
            .iter()
            .map(|word| word.display().to_string())
            .collect(),
        ..Provider::default()
    }
}

fn go_program(paths: &Paths, package: &str, name: &str) -> Result<Provider> {
    // Go writes into the folder in which it builds.
    let stage = paths.target.join("bench/go");
    for folder in ["pulumi-resource-bench", "site"] {
        fs::create_dir_all(stage.join(folder))?;
    }
    let files = [
        "go.mod",
        "go.sum",
        "pulumi-resource-bench/main.go",
        "site/main.go",
    ];
    cached::copy(&files, &paths.root.join("tests/bench/peers/go"), &stage)?;
    // The engine finds the provider of a package by this name.
    let program = stage.join(format!("bin/pulumi-resource-{name}"));
    let mut build = go::build(&go::find_or_install(paths)?, &stage);
    build.args(["-ldflags", "-s -w", "-o"]);
    process::run(build.arg(&program).arg(package)).context("the Go peer could not be built")?;
    Ok(with_command(&[&program]))
}

fn rust_program(paths: &Paths) -> Result<Provider> {
    let target = paths.target.join("bench/rust");
    let mut cargo = host::cargo();
    cargo
        .current_dir(paths.root.join("tests/bench/peers/rust"))
        .args(["build", "--release", "--locked", "--quiet", "--target-dir"])
        .arg(&target)
        .env_remove("CARGO_TARGET_DIR");
    process::run(&mut cargo).context("the Rust peer could not be built")?;
    Ok(with_command(&[&target.join("release/bench-peer")]))
}

fn python_program(paths: &Paths, file: &str) -> Result<Provider> {
    let python = languages::pulumi_for_python(paths)?;
    let script = paths.root.join("tests/bench/peers/python").join(file);
    Ok(with_command(&[&python, &script]))
}

fn node_program(paths: &Paths, file: &str) -> Result<Provider> {
    let modules = languages::pulumi_for_node(paths)?;
    let node = process::find("node").context("Node.js is not installed")?;
    let script = paths.root.join("tests/bench/peers/node").join(file);
    let mut provider = with_command(&[&node, &script]);
    let modules = modules.display().to_string();
    provider.environment.insert("NODE_PATH".to_owned(), modules);
    Ok(provider)
}
