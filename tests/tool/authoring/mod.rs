//! `pulumi-wasm new`, `build` and `install`, as authors run them: with and without installed toolchains.
//!
//! The toolchains are scripts, so that each may be missing, old or slow. The work of real ones with the templates is
//! tested by `engine/quickstart.rs`.

mod adding;
mod building;
mod development;
mod folders;
mod foreign;
mod lock;
mod missing;
mod python;
mod starting;
mod workflow;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use test_support::fake::guest::Guest;
use test_support::fake::scene::shared_cache;

/// An author with an empty home, an empty folder to work in, and few programs on PATH.
struct Author {
    directory: tempfile::TempDir,
}

/// The result of a command of the tool.
struct Ran {
    succeeded: bool,
    output: String,
    errors: String,
}

impl Author {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        // No path above it affects which project this is.
        for name in ["home", "work/.git", "programs", "sysroot"] {
            fs::create_dir_all(directory.path().join(name)).unwrap();
        }
        Self { directory }
    }

    fn work(&self) -> PathBuf {
        self.directory.path().join("work")
    }

    fn home(&self) -> PathBuf {
        self.directory.path().join("home")
    }

    /// The folder of the environments that this user's projects share.
    fn toolchains(&self) -> PathBuf {
        self.home().join(".pulumi/wasm/toolchains")
    }

    fn write(&self, file: &str, content: impl AsRef<[u8]>) {
        let file = self.work().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content).unwrap();
    }

    /// A project in Rust that is never compiled.
    fn with_rust_project(self) -> Self {
        self.write("Cargo.toml", "[package]\nname = \"acme\"\n");
        self
    }

    /// Puts a program on PATH: a script of the shell.
    fn has(&self, program: &str, script: &str) {
        let file = self.directory.path().join("programs").join(program);
        fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Puts a Rust compiler of this version on PATH, with or without the target for Wasm.
    fn has_rustc(&self, version: &str, is_for_wasm: bool) {
        let sysroot = self.directory.path().join("sysroot");
        if is_for_wasm {
            fs::write(sysroot.join("libcore-0.rlib"), "").unwrap();
        }
        let sysroot = sysroot.display();
        self.has(
            "rustc",
            &format!(
                "case \"$*\" in *target-libdir*|*sysroot*) echo {sysroot} ;; *--version*) echo 'rustc {version} (x)' ;; esac"
            ),
        );
    }

    /// Puts a cargo on PATH that runs some commands and then builds this component.
    fn has_cargo(&self, guest: &Guest, before: &str) {
        let module = self.directory.path().join("module.wasm");
        fs::write(&module, guest.build()).unwrap();
        let message = serde_json::json!({
            "reason": "compiler-artifact",
            "manifest_path": self.work().join("Cargo.toml"),
            "filenames": [module],
        });
        self.has("cargo", &format!("{before}\necho '{message}'"));
    }

    /// The tool, with only this author's programs on PATH.
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
        command
            .args(words)
            .current_dir(self.work())
            .stdin(Stdio::null())
            .env_clear()
            .env("PATH", self.directory.path().join("programs"))
            .env("HOME", self.home())
            .env("PULUMI_WASM_CACHE_DIR", shared_cache());
        command
    }

    fn runs(&self, words: &[&str]) -> Ran {
        Ran::of(&self.command(words).output().unwrap())
    }
}

impl Ran {
    fn of(output: &std::process::Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Self {
            succeeded: output.status.success(),
            output: text(&output.stdout),
            errors: text(&output.stderr),
        }
    }

    #[track_caller]
    fn succeeds(self) -> Self {
        assert!(self.succeeded, "{}{}", self.output, self.errors);
        self
    }

    /// Asserts that it failed and said all of this, beginning with `error:` and ending with advice.
    #[track_caller]
    fn fails(&self, says: &[&str]) {
        let errors = &self.errors;
        assert!(!self.succeeded, "{}", self.output);
        for part in says.iter().chain(&["error: ", "\nhint: "]) {
            assert!(errors.contains(part), "`{part}` should be in\n{errors}");
        }
    }

    #[track_caller]
    fn says(&self, parts: &[&str]) {
        let said = format!("{}{}", self.output, self.errors);
        for part in parts {
            assert!(said.contains(part), "`{part}` should be in\n{said}");
        }
    }
}

/// The names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
