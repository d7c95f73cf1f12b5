//! `pulumi-wasm dev` with the real engine, which attaches to it.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use crate::examples::hello::published;
use test_support::pulumi::engine::Engine;

/// A process that ends with the test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A custom section named `note`: the same component with another digest.
const NOTE: &[u8] = b"\x00\x05\x04note";

#[test]
fn the_engine_attaches_with_the_printed_line_and_gets_what_was_built_last() {
    let stack = Engine::stack("dev")
        .program(published())
        .component("hello")
        .selected()
        .create();
    stack.package_add(&["./hello.wasm"]).succeeds();
    let built = stack.copy_component("hello", "built.wasm");
    let mut file = OpenOptions::new().append(true).open(&built).unwrap();
    file.write_all(NOTE).unwrap();
    drop(file);

    let mut command = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    stack.isolate(&mut command, &stack.project);
    command.args(["dev", "built.wasm"]).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let _ended = Ended(child);
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let (setting, rest) = line.trim_end().split_once(' ').unwrap();
    assert_eq!(rest, "pulumi up");
    let (name, value) = setting.split_once('=').unwrap();

    let deployed = stack
        .command(&stack.project)
        .args(["up", "--yes", "--non-interactive", "--color", "never"])
        .env(name, value)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&deployed.stdout).into_owned()
        + &String::from_utf8_lossy(&deployed.stderr);
    assert!(deployed.status.success(), "{said}");
    assert!(
        said.contains("`pulumi-wasm dev` serves `built.wasm`"),
        "{said}"
    );
    assert!(said.contains("greeting created"), "{said}");
    // Without it, the added component runs, with the state that was recorded in the meantime.
    stack.preview().succeeds().lacks("pulumi-wasm dev");
}
