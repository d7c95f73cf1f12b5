//! The page for users, `docs/use/start.md`: its commands, and the messages that it explains.

use std::fs;
use std::path::Path;

use test_support::pulumi::engine::Engine;

/// The lines of the page's blocks of a kind.
pub(crate) fn blocks(page: &str, kind: &str) -> Vec<String> {
    let begin = format!("```{kind}\n");
    let mut blocks = page.split(&begin).skip(1);
    let block = |rest: &str| rest.split_once("```").unwrap().0.to_owned();
    blocks.by_ref().map(block).collect()
}

pub(crate) fn page() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/use/start.md");
    fs::read_to_string(file).unwrap()
}

#[test]
fn whoever_follows_the_page_uses_a_component() {
    let page = page();
    let [program] = <[String; 1]>::try_from(blocks(&page, "yaml")).unwrap();
    let stack = Engine::stack("start")
        .program("\nname: start\nruntime: yaml\n")
        .component("hello")
        .create();
    let commands = blocks(&page, "sh").concat();
    let commands: Vec<&str> = commands.lines().collect();
    // The plugin is installed in each test; `releases.rs` has the engine download it.
    let [_, "pulumi-wasm install", add, "pulumi up"] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    let words: Vec<&str> = add.split(' ').skip(1).collect();
    stack.run(&words).succeeds();
    let added = stack.read_program();
    stack.write_program(&format!("{added}{program}"));
    let mut done = stack.up().succeeds();
    for line in blocks(&page, "text")[0].lines() {
        done = done.says(line.trim());
    }
    stack.destroy().succeeds();
}

#[test]
fn the_messages_that_the_page_explains_are_those_of_pulumi() {
    let page = page();
    let stack = Engine::stack("start-messages")
        .program("\nname: start\nruntime: yaml\n")
        .component("hello")
        .create();
    for (words, message) in [
        (&["./hello.wasm"][..], "unable to install ./hello.wasm"),
        (&["wasm@0.0.1", "./hello.wasm"], "unable to install wasm"),
        (
            &["wasm", "./hello.wasm", "--allow-net", "x.org"],
            "unknown flag: --allow-net",
        ),
        (&["wasm"], "the wasm plugin was given no component"),
    ] {
        assert!(page.contains(&format!("| `{message}` |")), "{message}");
        let ran = stack.run(&[&["package", "add"], words].concat()).fails();
        let said = format!("{}{}", ran.stdout, ran.stderr).replace('`', "");
        assert!(said.contains(message), "{message}: {said}");
    }
}
