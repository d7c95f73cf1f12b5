//! Archives of components as ordinary plugins. Each is made once, because it contains the whole plugin.

use std::fs;
use std::process::Command;

use test_support::once_by_name::OnceByName;
use test_support::programs;
use test_support::pulumi::stack::Stack;
use test_support::pulumi::stack_folder::stack_folder;

/// Puts the archive of the component `NAME.wasm` of this project into its folder `dist`, and returns the output of
/// `pulumi-wasm bundle` with these options. Tests that use one component give the same options.
pub(super) fn archive(stack: &Stack, component: &str, options: &[&str]) -> String {
    static TOLD: OnceByName<String> = OnceByName::new();
    let shared = stack_folder().join("archives").join(component);
    let dist = stack.project.join("dist");
    let told = TOLD.get(component, || {
        let told = bundle(stack, component, options);
        fs::create_dir_all(stack_folder().join("archives")).unwrap();
        programs::place_folder(&dist, &shared);
        told
    });
    if !dist.exists() {
        programs::place_folder(&shared, &dist);
    }
    told
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
