//! `new`, `install`, completions and help: a newcomer's first commands.

use std::fs;
use std::path::Path;

use super::{Author, names};

/// The maximum number of files in a new project, without the program that uses it. In TypeScript two are for the
/// compiler.
const FEW: usize = 9;
const LANGUAGES: [&str; 7] = ["rust", "python", "typescript", "go", "c", "cpp", "zig"];
/// The languages whose providers can have component resources.
const WITH_COMPONENTS: [&str; 4] = ["rust", "python", "typescript", "go"];

#[test]
fn a_new_provider_has_few_files_with_its_name_in_them() {
    for language in LANGUAGES {
        let author = Author::new();
        let words = ["new", "--lang", language, "acme-cloud"];
        let ran = author.runs(&words).succeeds();
        ran.says(&[
            "pulumi-wasm test",
            "made acme-cloud",
            "cd acme-cloud",
            "pulumi-wasm build",
            "./acme-cloud.wasm",
        ]);
        let folder = author.work().join("acme-cloud");
        let mut files = Vec::new();
        collect(&folder, &mut files);
        assert!(files.len() <= FEW + 1, "{files:?}");
        for file in files {
            assert!(ran.output.contains(&file), "{file} should be listed");
            let text = fs::read_to_string(author.work().join(&file)).unwrap();
            assert!(!text.contains("demo"), "{file}: {text}");
        }
        let program = fs::read_to_string(folder.join("Pulumi.yaml")).unwrap();
        assert!(program.contains("type: acme-cloud:Greeting"), "{program}");
        // In CI, the tool has the version that created the project.
        let workflow = folder.join(".github/workflows/provider.yml");
        let workflow = fs::read_to_string(workflow).unwrap();
        let version = env!("CARGO_PKG_VERSION");
        for part in [
            &format!("/releases/download/v{version}\n"),
            &format!("pulumi-wasm-v{version}-linux-amd64.tar.gz\n"),
        ] {
            assert!(workflow.contains(part), "{workflow}");
        }
        assert!(!workflow.contains("VERSION"), "{workflow}");
        // An editor finds the SDK before the first build.
        assert!(folder.join(".pulumi-wasm/sdk/wit").is_dir());
    }
}

#[test]
fn a_new_provider_with_a_component_has_its_name_and_cases_of_the_children() {
    for language in WITH_COMPONENTS {
        let author = Author::new();
        let words = ["new", "--component", "--lang", language, "acme-cloud"];
        author
            .runs(&words)
            .succeeds()
            .says(&["made acme-cloud", "tests/website.yaml"]);
        let folder = author.work().join("acme-cloud");
        let mut files = Vec::new();
        collect(&folder, &mut files);
        // It has one more case than the others.
        assert!(files.len() <= FEW + 2, "{files:?}");
        for file in files {
            let text = fs::read_to_string(author.work().join(&file)).unwrap();
            assert!(!text.contains("demo"), "{file}: {text}");
        }
        let program = fs::read_to_string(folder.join("Pulumi.yaml")).unwrap();
        assert!(program.contains("type: acme-cloud:Website"), "{program}");
    }
}

#[test]
fn a_component_that_uses_the_package_random_is_not_of_that_package() {
    for language in WITH_COMPONENTS {
        let author = Author::new();
        let words = ["new", "--component", "--lang", language, "random"];
        author.runs(&words).fails(&[
            "`random` cannot be the name of a provider that begins with a component",
            "`my-random` would do",
        ]);
        assert_eq!(names(&author.work()), [".git"]);
        author
            .runs(&["new", "--lang", language, "random"])
            .succeeds();
    }
}

#[test]
fn a_language_without_a_template_for_components_says_how_to_write_them() {
    let author = Author::new();
    let words = ["new", "--component", "--lang", "c", "acme-cloud"];
    author.runs(&words).fails(&[
        "this tool writes no component resources in C",
        "hint: declare the component's children in the hook `construct`",
    ]);
    assert_eq!(names(&author.work()), [".git"]);
}

#[test]
fn a_license_stands_where_each_language_looks_for_it() {
    for (language, file, line) in [
        ("rust", "Cargo.toml", "license = \"MIT OR Apache-2.0\""),
        (
            "python",
            "pyproject.toml",
            "license = \"MIT OR Apache-2.0\"",
        ),
        (
            "typescript",
            "package.json",
            "\"license\": \"MIT OR Apache-2.0\",",
        ),
        (
            "go",
            "go.mod",
            "// SPDX-License-Identifier: MIT OR Apache-2.0",
        ),
        (
            "c",
            "provider.c",
            "/* SPDX-License-Identifier: MIT OR Apache-2.0 */",
        ),
        (
            "cpp",
            "provider.cpp",
            "// SPDX-License-Identifier: MIT OR Apache-2.0",
        ),
        (
            "zig",
            "provider.zig",
            "// SPDX-License-Identifier: MIT OR Apache-2.0",
        ),
    ] {
        let author = Author::new();
        let words = [
            "new",
            "--lang",
            language,
            "acme",
            "--license",
            "MIT OR Apache-2.0",
        ];
        author.runs(&words).succeeds();
        let folder = author.work().join("acme");
        for (file, part) in [
            (file, line),
            ("README.md", "## License\n\nMIT OR Apache-2.0\n"),
        ] {
            let text = fs::read_to_string(folder.join(file)).unwrap();
            assert!(text.contains(part), "{file}: {text}");
        }
    }
    let author = Author::new();
    let ran = author.runs(&["new", "acme", "--license", "MIT\"\nname = \"x"]);
    assert!(!ran.succeeded);
    ran.says(&["an SPDX expression has letters"]);
    assert_eq!(names(&author.work()), [".git"]);
}

/// The path of the folder is so long that the paths of the SDK in it are longer than the system allows: one of the ways in
/// which a project cannot be written to its end. A full disk is another.
#[test]
fn a_new_provider_that_cannot_be_written_whole_leaves_nothing() {
    let author = Author::new();
    let is_long = |folder: &Path| folder.as_os_str().len() > 4040;
    let mut folder = author.work().join("deep");
    while !is_long(&folder) {
        let rest = 4041 - folder.as_os_str().len();
        folder.push("x".repeat(rest.saturating_sub(1).clamp(1, 200)));
    }
    fs::create_dir_all(&folder).unwrap();
    for _ in 0..2 {
        let into = folder.to_str().unwrap();
        let ran = author.runs(&["new", "acme", "--into", into]);
        assert!(!ran.succeeded);
        // The second attempt does not find an occupied folder.
        ran.says(&["error: cannot write", "File name too long"]);
        assert_eq!(names(&folder), [""; 0]);
    }
}

/// The files below a folder that a person keeps, as the tool shows them.
fn collect(folder: &Path, files: &mut Vec<String>) {
    for name in names(folder) {
        let path = folder.join(&name);
        if !path.is_dir() {
            let text = path.display().to_string();
            let (_, shown) = text.split_once("/work/").unwrap();
            files.push(shown.to_owned());
        } else if name != ".pulumi-wasm" {
            collect(&path, files);
        }
    }
}

#[test]
fn existing_files_are_not_overwritten() {
    let author = Author::new();
    author.write("acme/notes.txt", "mine");
    let ran = author.runs(&["new", "acme"]);
    ran.fails(&["acme is there already, and not empty", "--into"]);
    assert_eq!(names(&author.work().join("acme")), ["notes.txt"]);
    author.write("file", "");
    let ran = author.runs(&["new", "acme", "--into", "file"]);
    ran.fails(&["file exists, and is not a folder"]);
    // A folder that the user made for it is taken.
    fs::create_dir(author.work().join("empty")).unwrap();
    let ran = author.runs(&["new", "acme", "--into", "empty"]).succeeds();
    ran.says(&["cd empty", "./acme.wasm"]);
}

#[test]
fn unknown_names_and_languages_are_told_with_the_known_ones() {
    let author = Author::new();
    let ran = author.runs(&["new", "Acme Cloud"]);
    ran.fails(&[
        "`Acme Cloud` cannot be a provider's name",
        "`acme-cloud` would do",
    ]);
    let ran = author.runs(&["new", "--lang", "cobol", "acme"]);
    assert!(!ran.succeeded);
    ran.says(&["cobol", "rust, python, typescript"]);
    assert_eq!(names(&author.work()), [".git"]);
}

#[test]
fn the_plugin_is_installed_where_pulumi_looks_for_it() {
    let author = Author::new();
    let ran = author.runs(&["install"]).succeeds();
    let version = env!("CARGO_PKG_VERSION");
    let place = format!(".pulumi/plugins/resource-wasm-v{version}/pulumi-resource-wasm");
    let installed = author.home().join(&place);
    ran.says(&[
        "installed the plugin `wasm`",
        &place,
        "pulumi package add wasm",
    ]);
    let plugin = Path::new(env!("CARGO_BIN_EXE_pulumi-resource-wasm"));
    assert_eq!(
        fs::metadata(&installed).unwrap().len(),
        fs::metadata(plugin).unwrap().len()
    );
    author
        .runs(&["install"])
        .succeeds()
        .says(&["is there already"]);
    // Pulumi prefers one on PATH, which may be of any version.
    author.has("pulumi-resource-wasm", "");
    let ran = author.runs(&["install"]).succeeds();
    ran.says(&[
        "warning: Pulumi takes ",
        "hint: put only a link to the tool into a folder on PATH",
    ]);
    fs::write(&installed, "damaged").unwrap();
    let ran = author.runs(&["install", "--json"]).succeeds();
    ran.says(&["\"changed\": true", version]);
}

#[test]
fn a_foreign_program_is_not_installed_as_the_plugin() {
    let author = Author::new();
    let programs = author.directory.path().join("programs");
    let install = |program: &str| {
        let file = programs.join(program).display().to_string();
        author.runs(&["install", "--plugin", &file])
    };
    let ran = install("nothing");
    assert!(!ran.succeeded);
    ran.says(&["there is no file"]);
    author.has("old", "echo pulumi-resource-wasm 0.0.1");
    install("old").fails(&["is version 0.0.1 of the plugin", "from the same release"]);
    author.has("other", "echo hello");
    let ran = install("other");
    assert!(!ran.succeeded);
    ran.says(&["is not the plugin pulumi-resource-wasm"]);
    assert!(!author.home().join(".pulumi").exists());
}

#[test]
fn every_shell_can_complete_commands() {
    let author = Author::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = author.runs(&["completions", shell]).succeeds();
        ran.says(&["inspect", "install", "pulumi-wasm"]);
    }
}
