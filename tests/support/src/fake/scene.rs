//! A project, a home for Pulumi's files and an engine, in which plugins are started.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tempfile::TempDir;
use tokio::process::Command;

use super::engine::FakeEngine;
use super::guest::Guest;
use super::plugin::Plugin;
use crate::programs;

/// The environment of one or more plugin processes.
pub struct Scene {
    folder: TempDir,
    pub engine: FakeEngine,
}

impl Scene {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let scene = Self {
            folder,
            engine: FakeEngine::start().await,
        };
        std::fs::create_dir(scene.project()).expect("a folder");
        std::fs::create_dir(scene.home()).expect("a folder");
        scene.write("Pulumi.yaml", b"name: shop\nruntime: yaml\n");
        scene
    }

    /// The folder that the plugin is started in.
    pub fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub fn store(&self) -> PathBuf {
        self.home().join("wasm/store")
    }

    /// Writes a file into the project.
    pub fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.project().join(name), bytes).expect("a file");
    }

    /// Sets the machine's policy.
    pub fn write_policy(&self, policy: &str) {
        let folder = self.home().join("wasm");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("policy.yaml"), policy).expect("a policy");
    }

    /// Writes a guest into the project.
    pub fn add(&self, name: &str, guest: &Guest) {
        self.write(name, &guest.build());
    }

    /// The plugin's program, ready to be started as an engine would.
    pub fn command(&self) -> Command {
        let mut command = Command::new(programs::plugin());
        command
            .current_dir(self.project())
            .env("PULUMI_HOME", self.home())
            // Compiling takes most of the time: guests that are alike are compiled once for all tests.
            .env("PULUMI_WASM_CACHE_DIR", shared_cache());
        command
    }

    /// Starts a plugin for this scene's engine.
    pub async fn launch(&self) -> Plugin {
        let mut command = self.command();
        command.arg(&self.engine.address);
        Plugin::start(command).await
    }

    /// Starts a plugin that waits for engines.
    pub async fn attach(&self) -> Plugin {
        let mut command = self.command();
        command.arg("--attach");
        Plugin::start(command).await
    }

    /// Starts a plugin that is the package of one guest.
    pub async fn launch_with(&self, guest: &Guest, flags: &[&str]) -> Plugin {
        self.add("acme.wasm", guest);
        let plugin = self.launch().await;
        let mut words = vec!["./acme.wasm"];
        words.extend(flags);
        plugin.parameterize(&words).await.expect("a package");
        plugin
    }
}

/// The folder in which all tests of one build cache compiled guests.
pub fn shared_cache() -> &'static Path {
    static CACHE: OnceLock<PathBuf> = OnceLock::new();
    CACHE.get_or_init(|| programs::scratch().join("fake-guests"))
}
