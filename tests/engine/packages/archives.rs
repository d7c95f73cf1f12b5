//! Archives of components as ordinary plugins. Each is made once, because it contains the whole plugin.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};

use test_support::pulumi::stack::Stack;
use test_support::pulumi::stack_folder::stack_folder;

/// The output of the command that made an archive. It is empty while no command has run.
type Output = Arc<OnceLock<String>>;

/// Puts the archive of the component `NAME.wasm` of this project into its folder `dist`, and returns the output of
/// `pulumi-wasm bundle` with these options. Tests that use one component give the same options.
pub(super) fn archive(stack: &Stack, component: &str, options: &[&str]) -> String {
    static MADE: OnceLock<Mutex<HashMap<String, Output>>> = OnceLock::new();
    let made = MADE.get_or_init(Mutex::default);
    let output = {
        let mut made = made.lock().unwrap();
        Arc::clone(made.entry(component.to_owned()).or_default())
    };
    let shared = stack_folder().join("archives").join(component);
    let told = output.get_or_init(|| {
        let told = bundle(stack, component, options);
        fs::create_dir_all(&shared).unwrap();
        link_files(&stack.project.join("dist"), &shared);
        told
    });
    let dist = stack.project.join("dist");
    if !dist.exists() {
        fs::create_dir(&dist).unwrap();
        link_files(&shared, &dist);
    }
    told.clone()
}

fn bundle(stack: &Stack, component: &str, options: &[&str]) -> String {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    stack.isolate(&mut tool, &stack.project);
    let file = format!("{component}.wasm");
    tool.args(["bundle", &file, "-o", "dist"]).args(options);
    let output = tool.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn link_files(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::hard_link(entry.path(), to.join(entry.file_name())).unwrap();
    }
}
