//! The native providers that ours is compared with, built if the machine can.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::launch::Provider;
use super::place::folder;
use crate::host;
use crate::paths::Paths;
use crate::process;
use crate::setup::{cached, go, nodejs, python};

/// On pulumi-go-provider, which most providers use today.
pub(crate) const GO: &str = "Go";
/// On stock tonic and prost, without a framework.
pub(crate) const TONIC: &str = "native Rust";
/// On Pulumi's SDK for Python.
pub(crate) const PYTHON: &str = "Pulumi's Python";
/// On Pulumi's SDK for Node.js.
pub(crate) const NODE: &str = "Pulumi's Node.js";

/// The name of ours with a component in this language.
pub(crate) fn ours_name(language: &str) -> String {
    format!("ours, {language}")
}

pub(crate) struct Peers {
    built: Vec<Peer>,
    /// Those that are not there, and why.
    pub(crate) missing: Vec<(String, String)>,
}

struct Peer {
    provider: Provider,
    /// The program, if it is one file.
    program: Option<PathBuf>,
}

/// Builds each of them; one that cannot be built is left out.
pub(crate) fn build(paths: &Paths) -> Peers {
    let sources = paths.root.join("tests/bench/peers");
    let built = [
        (GO, go_program(paths, &sources, ".", "bench")),
        (TONIC, rust_program(paths, &sources)),
        (PYTHON, python_program(paths, &sources, "provider.py")),
        (NODE, node_program(paths, &sources, "provider.js")),
    ];
    Peers::of(built)
}

/// Builds the hosts of the component resource; one that cannot be built is left out.
pub(crate) fn build_of_components(paths: &Paths) -> Peers {
    let sources = paths.root.join("tests/bench/peers");
    Peers::of([
        (GO, go_program(paths, &sources, "./site", "bench-site")),
        (PYTHON, python_program(paths, &sources, "component.py")),
        (NODE, node_program(paths, &sources, "component.js")),
    ])
}

impl Peers {
    fn of(built: impl IntoIterator<Item = (&'static str, Result<Peer>)>) -> Self {
        let mut peers = Self {
            built: Vec::new(),
            missing: Vec::new(),
        };
        for (name, peer) in built {
            match peer {
                Ok(mut peer) => {
                    name.clone_into(&mut peer.provider.name);
                    peers.built.push(peer);
                }
                Err(error) => peers.missing.push((name.to_owned(), format!("{error:#}"))),
            }
        }
        peers
    }

    pub(crate) fn all(&self) -> Vec<Provider> {
        let peers = self.built.iter();
        peers.map(|peer| peer.provider.clone()).collect()
    }

    pub(crate) fn get(&self, name: &str) -> Option<Provider> {
        self.peer(name).map(|peer| peer.provider.clone())
    }

    /// The program of a peer that is one file.
    pub(crate) fn program(&self, name: &str) -> Option<&Path> {
        self.peer(name)?.program.as_deref()
    }

    fn peer(&self, name: &str) -> Option<&Peer> {
        self.built.iter().find(|peer| peer.provider.name == name)
    }
}

/// The peer that ours in a language replaces.
pub(crate) fn of_ours(name: &str) -> Option<&'static str> {
    let peers = [("Rust", GO), ("Python", PYTHON), ("TypeScript", NODE)];
    let found = peers
        .into_iter()
        .find(|(language, _)| name.starts_with(&ours_name(language)));
    found.map(|(_, peer)| peer)
}

fn go_program(paths: &Paths, sources: &Path, package: &str, name: &str) -> Result<Peer> {
    // Go completes its files in the folder that it builds in.
    let stage = folder(paths).join("go");
    fs::create_dir_all(stage.join("site"))?;
    cached::copy(
        &["go.mod", "go.sum", "main.go", "site/main.go"],
        &sources.join("go"),
        &stage,
    )?;
    // By such a name the engine finds a provider of a package.
    let program = stage.join(format!("bin/pulumi-resource-{name}"));
    process::run(
        go::build(&go::find_or_install(paths)?, &stage)
            .args(["-ldflags", "-s -w", "-o"])
            .arg(&program)
            .arg(package),
    )
    .context("the Go peer could not be built")?;
    Ok(Peer::program(program))
}

fn rust_program(paths: &Paths, sources: &Path) -> Result<Peer> {
    let target = folder(paths).join("rust");
    process::run(
        host::cargo()
            .current_dir(sources.join("rust"))
            .args(["build", "--release", "--locked", "--quiet", "--target-dir"])
            .arg(&target)
            .env_remove("CARGO_TARGET_DIR"),
    )
    .context("the Rust peer could not be built")?;
    Ok(Peer::program(target.join("release/bench-peer")))
}

fn python_program(paths: &Paths, sources: &Path, file: &str) -> Result<Peer> {
    let python = python::find_or_install(paths)?;
    let environment = python.ancestors().nth(2).map(Path::to_owned);
    let mut peer = Peer::script(&python, &sources.join("python").join(file));
    peer.provider.files.extend(environment);
    Ok(peer)
}

fn node_program(paths: &Paths, sources: &Path, file: &str) -> Result<Peer> {
    let modules = nodejs::find_or_install(paths)?;
    let node = process::find("node").context("there is no Node.js")?;
    let mut peer = Peer::script(&node, &sources.join("node").join(file));
    let variable = ("NODE_PATH".to_owned(), modules.display().to_string());
    peer.provider.environment.push(variable);
    peer.provider.files.push(modules);
    Ok(peer)
}

impl Peer {
    fn program(program: PathBuf) -> Self {
        Self {
            provider: Provider {
                command: vec![program.display().to_string()],
                files: vec![program.clone()],
                ..Provider::default()
            },
            program: Some(program),
        }
    }

    fn script(interpreter: &Path, script: &Path) -> Self {
        let command = [interpreter, script];
        // The target of an interpreter's link is the file that is read.
        let file = process::capture(Command::new("readlink").arg("-f").arg(interpreter));
        Self {
            provider: Provider {
                command: command.map(|path| path.display().to_string()).to_vec(),
                files: file.into_iter().map(PathBuf::from).collect(),
                ..Provider::default()
            },
            program: None,
        }
    }
}
