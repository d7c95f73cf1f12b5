//! The files that `pulumi stack init dev` creates. The engine makes them once for all tests of a process.

use std::fs;
use std::sync::OnceLock;

use super::stack::Stack;
use crate::servers::key_server;

/// The project that the engine created the files for.
const PROJECT: &str = "initial";
/// The configuration of the stack, with the key of its secrets, encrypted.
const CONFIGURATION: &str = "Pulumi.dev.yaml";

struct Files {
    configuration: String,
    state: String,
    meta: String,
}

impl Stack {
    /// Creates the stack `dev` of the project. If the environment names another backend or passphrase, the engine
    /// creates it.
    pub(super) fn init(&self) {
        let program = self.read_program();
        let name = program.lines().find_map(|line| line.strip_prefix("name: "));
        match name {
            Some(name) if self.has_usual_state() => self.write_initial_files(name.trim()),
            _ => self.have_stack_initialised(),
        }
    }

    /// `pulumi stack init dev`, with the usual key of secrets unless the environment names another passphrase.
    pub(super) fn have_stack_initialised(&self) {
        let mut arguments = vec!["stack", "init", "dev"];
        if self.has_usual_key() {
            arguments.extend(["--secrets-provider", key_server::PROVIDER]);
        }
        self.run(&arguments).succeeds();
    }

    fn write_initial_files(&self, project: &str) {
        let files = files();
        let configuration = self.project.join(CONFIGURATION);
        // A test may have written configuration before there is a stack: the engine puts the key beside it.
        let given = fs::read_to_string(&configuration).unwrap_or_default();
        fs::write(&configuration, format!("{}{given}", files.configuration)).unwrap();
        let state = self.state_file(project);
        fs::create_dir_all(state.parent().unwrap()).unwrap();
        let initial = format!("organization/{PROJECT}/dev");
        let own = format!("organization/{project}/dev");
        fs::write(state, files.state.replace(&initial, &own)).unwrap();
        fs::write(self.path().join("state/.pulumi/meta.yaml"), &files.meta).unwrap();
    }
}

fn files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(make)
}

/// The lines of a configuration that have the stack's key.
pub(super) fn key_lines() -> &'static str {
    &files().configuration
}

fn make() -> Files {
    let stack = Stack::new(PROJECT, Vec::new());
    stack.write_program(&format!("name: {PROJECT}\nruntime: yaml\n"));
    stack.have_stack_initialised();
    let read = |path| fs::read_to_string(path).unwrap();
    Files {
        configuration: read(stack.project.join(CONFIGURATION)),
        state: read(stack.state_file(PROJECT)),
        meta: read(stack.path().join("state/.pulumi/meta.yaml")),
    }
}
