//! Writes each step of the tutorial as a module.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[allow(dead_code, reason = "the tests of the page need more of it")]
mod player;

fn main() {
    if let Err(problem) = write_steps() {
        println!("cargo::error={}", problem.replace('\n', " | "));
    }
}

fn write_steps() -> Result<(), String> {
    let variable = |name: &str| env::var(name).map_err(|error| format!("{name}: {error}"));
    let page = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("../../docs/author/tutorial.md");
    println!("cargo::rerun-if-changed={}", page.display());
    println!("cargo::rerun-if-changed=player.rs");
    let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let mut steps: Vec<(usize, String)> = Vec::new();
    for (number, mut section) in player::play(&text, "Rust")?.into_iter().enumerate() {
        match section.files.remove("src/lib.rs") {
            Some(source) if steps.last().is_none_or(|(_, before)| *before != source) => {
                steps.push((number, source));
            }
            _ => {}
        }
    }

    // A component is one provider: the last step before the second version. Natively there are all of them.
    let is_component = variable("CARGO_CFG_TARGET_ARCH")? == "wasm32";
    let is_first_version = |source: &str| !source.contains("fn migrations");
    let last = steps
        .iter()
        .filter(|(_, source)| is_first_version(source))
        .map(|(number, _)| *number)
        .max();
    let folder = PathBuf::from(variable("OUT_DIR")?);
    let mut modules = String::new();
    for (number, source) in &steps {
        if is_component && Some(*number) != last {
            continue;
        }
        let file = folder.join(format!("step_{number}.rs"));
        modules.push_str(&format!("#[path = {file:?}]\nmod step_{number};\n"));
        fs::write(&file, source).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let list = folder.join("steps.rs");
    fs::write(&list, modules).map_err(|error| format!("{}: {error}", list.display()))
}
