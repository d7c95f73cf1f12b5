//! The output of `pulumi-wasm docs --markdown`, under the real engine: its examples are programs.

use std::process::Command;

use test_support::pulumi::engine::Engine;

/// The part of a page's example that comes below `resources:`.
fn resource(page: &str, name: &str) -> Option<String> {
    let (_, after) = page.split_once("```yaml\nname: example\nruntime: yaml\nresources:\n")?;
    let (body, _) = after.split_once("```")?;
    Some(body.replacen("  example:", &format!("  {name}:"), 1))
}

#[test]
fn the_examples_of_all_resources_can_be_previewed() {
    let stack = Engine::stack("pages").component("random").create();
    stack.package_add(&["./random.wasm"]).succeeds();
    let pages = stack.path().join("pages");
    let written = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"))
        .arg("docs")
        .arg(stack.project.join("random.wasm"))
        .args(["--markdown", "-o"])
        .arg(&pages)
        .status()
        .unwrap();
    assert!(written.success());
    let mut resources = String::new();
    let mut count = 0;
    for entry in std::fs::read_dir(&pages).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let page = std::fs::read_to_string(&path).unwrap();
        if name.starts_with("Random") {
            let example = resource(&page, &name);
            let example = example.unwrap_or_else(|| panic!("{name} has no example:\n{page}"));
            resources.push_str(&example);
            count += 1;
        } else {
            assert_eq!(name, "README");
            assert!(page.contains("[RandomPet](RandomPet.md)"), "{page}");
        }
    }
    assert!(count >= 8, "{count} pages");
    // Packages that were added to the project stay in it.
    let program = stack.read_program();
    stack.write_program(&format!("{program}\nresources:\n{resources}"));
    let previewed = stack.preview().succeeds();
    assert_eq!(previewed.calls.count("Create"), count, "{previewed}");
}
